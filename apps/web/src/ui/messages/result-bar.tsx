import { Box, Flex } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Outcome } from './outcome.ts';

const STEP_MS = 100;
/** The line shrinks for this long even if the message shows longer. */
const LINE_MS = 3_000;
const STEPS = LINE_MS / STEP_MS;

/** The message about a change, over a shrinking line. Calls onEnd when its time is over. */
export function ResultBar({ outcome, onEnd }: { outcome: Outcome; onEnd: () => void }) {
  const [steps, setSteps] = useState(STEPS);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    const ending = setTimeout(end, outcome.ms);
    const stepping = setInterval(() => setSteps((left) => Math.max(0, left - 1)), STEP_MS);
    return () => {
      clearTimeout(ending);
      clearInterval(stepping);
    };
  }, [outcome]);

  const failed = outcome.tone === 'error';
  const Icon = failed ? IconAlertCircle : IconCircleCheck;
  return (
    <Flex
      role={failed ? 'alert' : 'status'}
      pos="relative"
      align="center"
      gap="xs"
      mih={44}
      p="8px 14px 12px"
      bg={failed ? 'red.7' : 'green.7'}
      c="white"
      bdrs="sm"
      fw={600}
      lh={1.3}
      style={{ overflow: 'hidden' }}
    >
      <Icon size={20} style={{ flex: 'none' }} aria-hidden />
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
    </Flex>
  );
}
