import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './key-hint.module.css';

type Props = BoxProps & {
  /** The key that does the same as the button, or leads to the field; undefined shows none. */
  shows: string | undefined;
  /** The ground under the key. */
  on?: 'button' | 'filled' | 'label';
  children: ReactNode;
};

/**
 * Draws a key over the button or the field in it. It is a picture outside of both: text in them, even a style
 * sheet's, would be part of their names. The control says its key by `aria-keyshortcuts`.
 */
export function KeyHint({ shows, on = 'button', children, ...box }: Props) {
  return (
    <Box {...box} mod={{ key: shows, on }} className={`${classes.hinted} ${box.className ?? ''}`}>
      {children}
    </Box>
  );
}
