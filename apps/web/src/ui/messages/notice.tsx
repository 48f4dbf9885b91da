import { Group, Paper, Stack } from '@mantine/core';
import { IconAlertCircle, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import type { Outcome } from './outcome.ts';

/** A message at the top right, always red; its icon tells success from failure. The reason stands below it. */
export function Notice({ outcome, onEnd }: { outcome: Outcome; onEnd: () => void }) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(end, outcome.ms);
    return () => clearTimeout(timer);
  }, [outcome]);

  const failed = outcome.tone === 'error';
  const Icon = failed ? IconAlertCircle : IconTrash;
  return (
    <Stack
      pos="fixed"
      top={16}
      right={16}
      gap={4}
      align="flex-end"
      maw="min(calc(100vw - 32px), 32rem)"
      style={{ zIndex: 'var(--mantine-z-index-overlay)' }}
    >
      <Group
        role={failed ? 'alert' : 'status'}
        wrap="nowrap"
        gap="xs"
        px={18}
        py={12}
        bg="var(--mantine-color-red-filled)"
        c="white"
        fw={600}
        bdrs="sm"
        style={{ boxShadow: 'var(--mantine-shadow-md)' }}
      >
        <Icon size={20} style={{ flex: 'none' }} aria-hidden />
        {outcome.message}
      </Group>
      {outcome.reason && (
        <Paper
          role="status"
          px={14}
          py={8}
          bd="1px solid var(--mantine-color-red-filled)"
          shadow="md"
        >
          {outcome.reason}
        </Paper>
      )}
    </Stack>
  );
}
