import { Box, type BoxProps } from '@mantine/core';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './say.module.css';

/** A fact, something to look at that stops nothing, or a refusal. */
export type Rank = 'fact' | 'look' | 'refusal';

export type Saying = { readonly rank: Rank; readonly text: ReactNode; readonly large?: boolean };

/**
 * `field`: bare words below a field or above the button of a form; `line`: among what a page shows, in a frame
 * unless it is a fact; `bar` and `corner`: white on a colour, for a time; `page`: all that a dialog or a page says.
 */
type Place = 'field' | 'line' | 'bar' | 'corner' | 'page';

const ICONS: Partial<Record<`${Place} ${Rank}`, typeof IconTrash>> = {
  'line look': IconAlertTriangle,
  'line refusal': IconCircleX,
  'bar fact': IconCircleCheck,
  'bar refusal': IconAlertCircle,
  // The corner speaks of what was deleted.
  'corner fact': IconTrash,
  'corner refusal': IconAlertCircle,
};

type Props = Omit<BoxProps, 'children'> & {
  rank: Rank;
  place?: Place;
  large?: boolean | undefined;
  /** Lines of room that is always there, so that what stands below does not move. */
  lines?: number;
  /** Of something to look at that has to be announced at once, like a refusal. */
  role?: 'alert' | 'status';
  /** It came with the page, or it stands in an element that is announced as a whole. */
  quiet?: boolean;
  /** A button beside the words: it tries again, or puts the message away. */
  action?: ReactNode;
  id?: string;
  /** Of an element that waits for words. */
  'aria-label'?: string;
  children: ReactNode;
};

/**
 * One message in its place, as loud as what it says. Without words its element is there all the same: screen readers
 * announce a status only if it changes in an element that they know.
 */
export function Say(props: Props) {
  const {
    rank,
    place = 'line',
    large,
    lines,
    role,
    quiet,
    action,
    className,
    children,
    ...box
  } = props;
  const Icon = ICONS[`${place} ${rank}`];
  const isBare = place === 'field' || place === 'page';
  return (
    <Box
      role={quiet ? undefined : (role ?? (rank === 'refusal' ? 'alert' : 'status'))}
      className={className ? `${classes.say} ${className}` : classes.say}
      mod={{ rank, place, large, acts: Boolean(action) }}
      mih={lines && `${lines * 1.5}em`}
      {...box}
    >
      {children && Icon && <Icon size={large ? 24 : place === 'line' ? 18 : 20} aria-hidden />}
      {children && (isBare ? children : <div>{children}</div>)}
      {children && action}
    </Box>
  );
}
