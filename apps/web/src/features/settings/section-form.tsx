import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ResultBar } from '../../ui/messages/result-bar.tsx';
import type { Section } from './use-section.ts';

type Props = { title: string; section: Section; children: ReactNode };

/** The frame of one section: its fields, what became of them, and its own button. */
export function SectionForm({ title, section, children }: Props) {
  const headingId = useId();
  const { outcome, isPending, reason } = section;
  return (
    <Paper withBorder p="clamp(16px, 5vw, 28px)">
      <Title order={2} size="h4" id={headingId} mb="md">
        {title}
      </Title>
      <form onSubmit={section.submit} aria-labelledby={headingId}>
        <Stack gap="md">
          <Stack gap="md" inert={isPending}>
            {children}
          </Stack>
          {/* Reserves the space of the message. */}
          <Box mih={46}>
            {outcome && <ResultBar outcome={outcome} onEnd={section.endOutcome} />}
            {section.isBack && (
              <Text role="status" inherit c="dimmed">
                O que você tinha digitado e não foi salvo está de volta.
              </Text>
            )}
            {reason && <p>{reason}</p>}
          </Box>
          <Group justify="flex-end" gap="xs">
            {section.isTyped && (
              <Button variant="default" onClick={section.forget} disabled={isPending}>
                Desfazer
              </Button>
            )}
            <Button type="submit" loading={isPending}>
              SALVAR
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
