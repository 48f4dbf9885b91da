import { Button, Center, Container, Loader, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { Say } from '../messages/say.tsx';

/** Replaces a print page that was opened without data. */
export function NothingToPrint({ title, children }: { title: string; children: string }) {
  return (
    <Container component="main" size="xs" py="15vh" ta="center">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text mt="sm" c="dimmed">
        {children}
      </Text>
      <Button component={Link} to={paths.home} mt="lg">
        Voltar
      </Button>
    </Container>
  );
}

/** Replaces a print page until its data are loaded; `trouble` says why they are not. */
export function PaperOnItsWay(props: { trouble?: string | false; onRetry?: () => void }) {
  const { trouble, onRetry } = props;
  return (
    <Center component="main" mih="100dvh" p="md">
      {trouble ? (
        <Stack align="center">
          <Say rank="refusal" place="page">
            {trouble}
          </Say>
          <Button onClick={onRetry}>Tentar de novo</Button>
        </Stack>
      ) : (
        <Loader aria-label="Carregando" />
      )}
    </Center>
  );
}
