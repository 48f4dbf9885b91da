import { Button } from '@mantine/core';
import { useEffect } from 'react';
import classes from './counter-page.module.css';

type Props = {
  error: Error | null;
  empty: boolean;
  failed: string;
  nothing: string;
  onRetry: () => void;
  retrying: boolean;
};

/** What to do when a list that the counter needs could not be loaded, or holds nothing. */
export function LoadNotice({ error, empty, failed, nothing, onRetry, retrying }: Props) {
  useEffect(() => {
    if (error) console.error('A list of the counter could not be loaded', error);
  }, [error]);
  if (!error && !empty) return null;
  return (
    <div role="alert" className={classes.notice}>
      <span>{error ? failed : nothing}</span>
      <Button size="compact-sm" variant="default" onClick={onRetry} loading={retrying}>
        Tentar de novo
      </Button>
    </div>
  );
}
