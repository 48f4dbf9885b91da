import { useQuery } from '@tanstack/react-query';
import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CounterAction, Party } from '../sale/counter-state.ts';
import { LOOKUP_DIGITS, type Person, type Registered } from '../sale/person.ts';

export type Lookup = {
  readonly looking: boolean;
  /** The result for the digits on the screen. */
  readonly outcome: 'unknown' | 'failed' | undefined;
  /** Says that no more digits follow, so that fewer than eleven, or more, are looked up too. */
  readonly complete: () => void;
  readonly retry: () => void;
};

/**
 * Looks a person up at exactly eleven digits, or when the field is left. A failure does not stop the sale;
 * the look-up is retried when the server is back.
 */
export function useLookup(
  party: Party,
  { digits, name, registered }: Person,
  find: (digits: string, signal: AbortSignal) => Promise<Registered | undefined>,
  dispatch: Dispatch<CounterAction>,
): Lookup {
  // The digits at the start were typed before a reload.
  const [completed, setCompleted] = useState(digits);
  const whole = digits.length === LOOKUP_DIGITS || digits === completed;
  const wanted = digits !== '' && whole && registered === null;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['look-up', party, wanted && digits],
    queryFn: async ({ signal }) => (await find(digits, signal)) ?? null,
    enabled: wanted,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

  // A name typed during the look-up stays.
  const nameBefore = useRef(name);
  const begin = useEffectEvent(() => {
    nameBefore.current = name;
  });
  const end = useEffectEvent((found: Registered) =>
    dispatch({ type: 'person-found', party, digits, found, keepName: name !== nameBefore.current }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: other digits begin another look-up
  useEffect(() => {
    if (isFetching) begin();
  }, [isFetching, digits]);
  useEffect(() => {
    if (data) end(data);
  }, [data]);
  useEffect(() => {
    if (error) console.error('Look-up failed', error);
  }, [error]);

  const unknown = data === null ? 'unknown' : undefined;
  return {
    looking: wanted && isFetching,
    outcome: isFetching ? undefined : error ? 'failed' : unknown,
    complete: () => setCompleted(digits),
    retry: () => void refetch(),
  };
}
