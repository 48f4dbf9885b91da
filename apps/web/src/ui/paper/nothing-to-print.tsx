import { Button, Container, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';

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
