import { Box } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './step-note.module.css';

/** A fact, something to look at that stops nothing, or a refusal. */
export type Rank = 'fact' | 'look' | 'refusal';

export type Note = { readonly rank: Rank; readonly text: ReactNode; readonly large?: boolean };

const ICONS = { fact: undefined, look: IconAlertTriangle, refusal: IconCircleX };

/** One message of the counter, as loud as what it says. */
export function StepNote({ rank, text, large = false }: Note) {
  const Icon = ICONS[rank];
  return (
    <Box component="p" className={classes.note} mod={{ rank, large }}>
      {Icon && <Icon size={large ? 24 : 18} aria-hidden />}
      <span>{text}</span>
    </Box>
  );
}
