import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Say } from './say.tsx';

type Props = {
  query: UseQueryResult;
  failed: string;
  empty?: boolean;
  nothing?: string;
};

/** Says that a list could not be loaded, or is empty, with a button to retry. */
export function LoadNotice({ query, failed, empty, nothing }: Props) {
  const error = query.data === undefined ? query.error : null;
  useEffect(() => {
    if (error) console.error('A list could not be loaded', error);
  }, [error]);
  if (!error && !empty) return null;
  const retry = (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void query.refetch()}
      loading={query.isFetching}
    >
      Tentar de novo
    </Button>
  );
  return (
    <Say rank="refusal" mb={8} action={retry}>
      {error ? failed : nothing}
    </Say>
  );
}
