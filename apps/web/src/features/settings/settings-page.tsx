import { Box, Button, Group, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BoxSection } from './box-section.tsx';
import { settingsQuery } from './settings.queries.ts';

/** The settings of the shop, a section for each part of it. */
export function SettingsPage() {
  const { data, isError, isFetching, refetch } = useQuery(settingsQuery);
  return (
    <Box w="min(100%, 44rem)" mx="auto">
      <Title order={1} size="h3" mb={14} tabIndex={-1}>
        CONFIGURAÇÕES
      </Title>
      {data && <BoxSection settings={data} />}
      {!data && isError && (
        <Group role="alert" justify="space-between">
          As configurações não puderam ser carregadas.
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </Group>
      )}
      {!data && !isError && <Skeleton height="30rem" aria-label="Carregando" />}
    </Box>
  );
}
