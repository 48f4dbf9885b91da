import { Kbd } from '@mantine/core';
import classes from './key-hint.module.css';

/** The key that does the same as a button, or leads to a field. No part of its accessible name. */
export function KeyHint({ children }: { children: string }) {
  return (
    <Kbd aria-hidden className={classes.hint}>
      {children}
    </Kbd>
  );
}
