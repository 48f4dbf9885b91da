import { Box, Text } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import classes from './counter-step.module.css';

type Props = { number: 1 | 2; resting: boolean; children: ReactNode };

/**
 * One of the two steps. The one that waits is dimmed, shows its number and is disabled by its fieldset; a
 * cover takes the clicks, because `inert` would restyle every element. To disable a hundred rows takes long,
 * so it comes after the frame in which the steps change; nothing has the focus there any more.
 */
export function CounterStep({ number, resting, children }: Props) {
  const rested = useDeferredValue(resting);
  return (
    <Box pos="relative" miw={0}>
      <fieldset
        role="presentation"
        className={classes.step}
        data-resting={resting || undefined}
        disabled={resting && rested}
      >
        {children}
      </fieldset>
      {resting && (
        <div className={classes.cover}>
          <Text className={classes.mark}>Passo {number}</Text>
        </div>
      )}
    </Box>
  );
}
