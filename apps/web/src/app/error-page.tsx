import { Button, Container, Group, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { paths } from '../navigation/paths.ts';

/** Replaces a page that failed to render. The console has the error. */
export function ErrorPage(_: ErrorComponentProps) {
  return (
    <Container component="main" size="xs" py="15vh" role="alert">
      <Title order={1} size="h2">
        Esta página não pôde ser mostrada
      </Title>
      <Text mt="sm" c="dimmed">
        O que já foi registrado continua registrado. Recarregue a página; se acontecer de novo,
        avise o suporte.
      </Text>
      <Group mt="lg">
        <Button onClick={() => window.location.reload()}>Recarregar</Button>
        <Button component="a" href={paths.home} variant="default">
          Ir para o início
        </Button>
      </Group>
    </Container>
  );
}
