import type { Institution } from '@balcao/contract/institution.ts';
import { Button, Center, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ShopPaperContext } from '../../ui/paper/paper-size.ts';
import { institutionQuery } from './institution.queries.ts';
import classes from './letterhead.module.css';

type Props = { children: (institution: Institution) => ReactNode };

/** Renders a paper once the names and logos of the institutions, and the shop's paper, are loaded. */
export function Letterhead({ children }: Props) {
  const { data, isError, refetch } = useQuery(institutionQuery);
  if (data) {
    return (
      <ShopPaperContext value={data.paper}>
        {data.example && !data.sample && (
          <aside className={classes.example}>
            Este papel mostra uma escola de exemplo. Um administrador põe os dados da sua em
            Configurações.
          </aside>
        )}
        {children(data)}
      </ShopPaperContext>
    );
  }
  return (
    <Center component="main" mih="100dvh" p="md">
      {isError ? (
        <Stack align="center" role="alert">
          <Text>Os dados da instituição não puderam ser carregados.</Text>
          <Button onClick={() => void refetch()}>Tentar de novo</Button>
        </Stack>
      ) : (
        <Loader aria-label="Carregando" />
      )}
    </Center>
  );
}
