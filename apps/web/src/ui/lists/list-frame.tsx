import { Paper } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './list-page.module.css';
import { FailedList } from './list-states.tsx';

type Props = {
  /** Names the list on the console. */
  title: string;
  list: {
    error: Error | null;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  /** Shown instead of the rows; undefined when there are rows, or may be. */
  empty: ReactNode | undefined;
  /** The rows, or their place. */
  children: ReactNode;
  foot?: ReactNode;
};

/** Around the rows of a list, or around why there are none. */
export function ListFrame({ title, list, empty, children, foot }: Props) {
  const { error, isFetching, isPlaceholderData, refetch } = list;

  useEffect(() => {
    if (error) console.error(`${title}: the list could not be loaded`, error);
  }, [error, title]);

  return (
    <Paper withBorder className={classes.list} data-waiting={isPlaceholderData || undefined}>
      <div className={classes.rows}>
        {error ? (
          <FailedList onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          (empty ?? children)
        )}
      </div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </Paper>
  );
}

/** Why a list shows nothing, and what to do next. */
export function NothingListed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.state}>
      <p className={classes.stateTitle}>{title}</p>
      {children}
    </div>
  );
}
