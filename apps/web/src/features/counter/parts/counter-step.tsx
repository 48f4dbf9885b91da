import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './counter-step.module.css';

type Props = { number: 1 | 2; resting: boolean; children: ReactNode };

/** One of the two steps. The one that waits is dimmed, takes no clicks and shows its number. */
export function CounterStep({ number, resting, children }: Props) {
  return (
    <Box pos="relative" miw={0}>
      <div className={classes.step} data-resting={resting || undefined} inert={resting}>
        {children}
      </div>
      {resting && <Text className={classes.mark}>Passo {number}</Text>}
    </Box>
  );
}
