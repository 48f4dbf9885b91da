import { Button, Center, Loader, Stack, Text } from '@mantine/core';

type Query = { isError: boolean; refetch: () => unknown };

/** While the institutions' names and logos are on their way, or when they did not come. */
export function LetterheadMissing({ query }: { query: Query }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      {query.isError ? (
        <Stack align="center" role="alert">
          <Text>Os dados da instituição não puderam ser carregados.</Text>
          <Button onClick={() => void query.refetch()}>Tentar de novo</Button>
        </Stack>
      ) : (
        <Loader aria-label="Carregando" />
      )}
    </Center>
  );
}
