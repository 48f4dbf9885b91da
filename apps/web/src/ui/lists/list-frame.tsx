import { Button, Paper } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { headingIfFocusIsLost } from '../fields/focus.ts';
import { Say } from '../messages/say.tsx';
import classes from './list-frame.module.css';

type Props = {
  list: Pick<UseQueryResult, 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>;
  /** Replaces the rows; undefined while there are or may be rows. */
  empty: ReactNode | undefined;
  /** The rows or their skeleton. */
  children: ReactNode;
  foot?: ReactNode;
  /** The words for what is no list. */
  failed?: string;
};

/** The frame around the rows of a list, or around the reason for their absence. */
export function ListFrame({ list, empty, children, foot, failed }: Props) {
  const { error, isFetching, isPlaceholderData, refetch } = list;

  return (
    <Paper withBorder className={classes.list} data-waiting={isPlaceholderData || undefined}>
      <div className={classes.rows}>
        {error ? (
          <FailedList title={failed} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          (empty ?? children)
        )}
      </div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </Paper>
  );
}

type FailedProps = { title?: string | undefined; onRetry: () => void; retrying: boolean };

function FailedList({ title = 'A lista não pôde ser carregada', onRetry, retrying }: FailedProps) {
  // A retry removes the focused button.
  useEffect(() => headingIfFocusIsLost, []);
  return (
    <div className={classes.state}>
      <Say rank="refusal" place="page">
        <p className={classes.stateTitle}>{title}</p>
        <p>Verifique a conexão com o servidor.</p>
      </Say>
      <Button variant="default" onClick={onRetry} loading={retrying}>
        Tentar de novo
      </Button>
    </div>
  );
}

/** Why a list shows no rows, and a next step. */
export function NothingListed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.state}>
      <p className={classes.stateTitle}>{title}</p>
      {children}
    </div>
  );
}

type NothingInPeriodProps = {
  title: string;
  period: { startDate: string; endDate: string };
  /** How to find more in a valid period. */
  hint: string;
  children?: ReactNode;
};

export function NothingInPeriod({ title, period, hint, children }: NothingInPeriodProps) {
  const { startDate, endDate } = period;
  const backwards = startDate !== '' && endDate !== '' && startDate > endDate;
  return (
    <NothingListed title={title}>
      <p>{backwards ? 'A data de início vem depois da data de fim.' : hint}</p>
      {children}
    </NothingListed>
  );
}
