import { Box, type BoxProps } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './say.module.css';

/** A fact, something to look at that stops nothing, or a refusal. */
export type Rank = 'fact' | 'look' | 'refusal';

export type Saying = { readonly rank: Rank; readonly text: ReactNode; readonly large?: boolean };

const ICONS = { fact: undefined, look: IconAlertTriangle, refusal: IconCircleX };

/** `role`: of what comes after the page. Without it, its place announces it. */
type Props = Saying & BoxProps & { role?: 'status' | 'alert' };

/** One message in its place, as loud as what it says. */
export function Say({ rank, text, large = false, ...box }: Props) {
  const Icon = ICONS[rank];
  return (
    <Box component="p" className={classes.say} mod={{ rank, large }} {...box}>
      {Icon && <Icon size={large ? 24 : 18} aria-hidden />}
      <span>{text}</span>
    </Box>
  );
}
