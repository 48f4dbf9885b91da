import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ResultBar } from '../../ui/messages/result-bar.tsx';
import type { Section } from './use-section.ts';

type Props = { title: string; section: Section; children: ReactNode };

/** The frame of one section: its fields, the outcome of saving, and its own button. */
export function SectionForm({ title, section, children }: Props) {
  const headingId = useId();
  const saveButton = useRef<HTMLButtonElement>(null);
  const { outcome, isPending, reason, fault } = section;
  useEffect(() => {
    const { activeElement, body } = document;
    const isElsewhere =
      activeElement !== body && !saveButton.current?.form?.contains(activeElement);
    if (!outcome || isPending || isElsewhere) return;
    // An element that was inert or disabled meanwhile has lost the focus.
    (fault ?? saveButton.current)?.focus();
  }, [outcome, isPending, fault]);

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
              <Button
                variant="default"
                disabled={isPending}
                onClick={() => {
                  section.forget();
                  saveButton.current?.focus();
                }}
              >
                Desfazer
              </Button>
            )}
            <Button ref={saveButton} type="submit" loading={isPending}>
              SALVAR
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
