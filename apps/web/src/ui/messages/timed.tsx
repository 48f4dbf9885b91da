import { Box, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Outcome } from './outcome.ts';
import { Say } from './say.tsx';

// The messages that the specification shows for a time.

type TimedProps = { outcome: Outcome; onEnd: () => void };

/** Calls onEnd once `what` has shown for `ms`. */
export function useTime(what: Outcome | string | null, ms: number, onEnd: () => void) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (what === null) return;
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }, [what, ms]);
}

const rankOf = ({ tone }: Outcome) => (tone === 'error' ? 'refusal' : 'fact');

const STEP_MS = 100;
/** The line shrinks for this long even if the message shows longer. */
const LINE_MS = 3_000;
const STEPS = LINE_MS / STEP_MS;

/** The message about a change, over a shrinking line. */
export function ResultBar({ outcome, onEnd }: TimedProps) {
  const [steps, setSteps] = useState(STEPS);
  useTime(outcome, outcome.ms, onEnd);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps go with the time of each message
  useEffect(() => {
    const stepping = setInterval(() => setSteps((left) => Math.max(0, left - 1)), STEP_MS);
    return () => clearInterval(stepping);
  }, [outcome]);
  return (
    <Say rank={rankOf(outcome)} place="bar">
      {outcome.message}
      <Box
        component="span"
        aria-hidden
        pos="absolute"
        left={0}
        bottom={0}
        h={4}
        w={`${(steps / STEPS) * 100}%`}
        bg="rgb(255 255 255 / 75%)"
      />
    </Say>
  );
}

/** A message at the top right, always red; its icon tells success from failure. The reason stands below it. */
export function CornerMessage({ outcome, onEnd }: TimedProps) {
  useTime(outcome, outcome.ms, onEnd);
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
      <Say rank={rankOf(outcome)} place="corner">
        {outcome.message}
      </Say>
      {outcome.reason && (
        <Say
          rank="fact"
          place="page"
          px={14}
          py={8}
          bg="var(--mantine-color-body)"
          bd="1px solid var(--mantine-color-red-filled)"
          bdrs="sm"
          style={{ boxShadow: 'var(--mantine-shadow-md)' }}
        >
          {outcome.reason}
        </Say>
      )}
    </Stack>
  );
}
