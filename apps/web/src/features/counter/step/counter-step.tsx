import { Box, Text } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import classes from './counter-step.module.css';

type CounterStepProps = { number: 1 | 2; resting: boolean; children: ReactNode };

/**
 * One of the two steps. The one that waits is dimmed, shows its number and is disabled by its fieldset; a
 * cover takes the clicks, because `inert` would restyle every element. To disable a hundred rows takes long,
 * so it comes after the frame in which the steps change; nothing has the focus there any more.
 */
export function CounterStep({ number, resting, children }: CounterStepProps) {
  const rested = useDeferredValue(resting);
  return (
    <div className={classes.place}>
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
    </div>
  );
}

type GroupCardProps = { title: string; children: ReactNode; flex?: string; onBlur?: () => void };

/** A section of the counter: a group named by its title. */
export function GroupCard({ title, children, ...box }: GroupCardProps) {
  return (
    <Box component="fieldset" className={classes.card} {...box}>
      {/* Floated, a legend sits inside its card instead of on the edge. */}
      <Text
        component="legend"
        fz="xs"
        fw={700}
        lts="0.08em"
        c="petrol"
        p={0}
        mb={4}
        w="100%"
        style={{ float: 'left' }}
      >
        {title}
      </Text>
      <div className={classes.content}>{children}</div>
    </Box>
  );
}
