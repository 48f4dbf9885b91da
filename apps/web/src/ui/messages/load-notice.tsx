import { Button, Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

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
  return (
    <Group
      role="alert"
      gap="xs"
      mb={8}
      px="sm"
      py={8}
      bg="var(--mantine-color-red-light)"
      c="var(--mantine-color-red-light-color)"
      bdrs="sm"
    >
      <span>{error ? failed : nothing}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void query.refetch()}
        loading={query.isFetching}
      >
        Tentar de novo
      </Button>
    </Group>
  );
}
