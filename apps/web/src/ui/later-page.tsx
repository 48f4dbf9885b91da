import { Paper, Text, Title } from '@mantine/core';

/** A screen that has its place but not yet its content. */
export function LaterPage({ title, children }: { title: string; children: string }) {
  return (
    <Paper withBorder p="xl">
      <Title order={1} size="h3">
        {title}
      </Title>
      <Text mt="xs" c="dimmed" maw="60ch">
        {children}
      </Text>
    </Paper>
  );
}
