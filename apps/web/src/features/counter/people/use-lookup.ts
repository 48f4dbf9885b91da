import { useEffect, useEffectEvent, useState } from 'react';
import { useServerBack } from '../../../api/use-server-status.ts';
import { type Buyer, LOOKUP_DIGITS, type Registered } from '../sale/person.ts';

type Find = (digits: string, signal: AbortSignal) => Promise<Registered | undefined>;

export type Lookup = {
  readonly looking: boolean;
  /** What came of the look-up of the digits that are there now. */
  readonly outcome: 'unknown' | 'failed' | undefined;
  /** Tells that no more digits will come, so that fewer than eleven, or more, are looked up too. */
  readonly complete: () => void;
  readonly retry: () => void;
};

/**
 * Looks a person up when exactly eleven digits are there, or when the field is left. Other digits end the
 * look-up before, so a late answer reaches nobody. After a failure the sale goes on without, and the person
 * is looked up again when the server is back.
 */
export function useLookup(
  buyer: Buyer,
  find: Find,
  onFound: (digits: string, found: Registered, keepName: boolean) => void,
): Lookup {
  const { digits } = buyer;
  const [round, setRound] = useState(0);
  // What is there at the start was typed before a reload.
  const [left, setLeft] = useState(digits);
  const [answer, setAnswer] = useState<{ digits: string; outcome: Lookup['outcome'] }>();
  const whole = digits.length === LOOKUP_DIGITS || digits === left;
  const wanted = digits !== '' && whole && buyer.registered === null;
  const found = useEffectEvent(onFound);
  const nameTyped = useEffectEvent(() => buyer.name);
  const retry = () => setRound((before) => before + 1);
  useServerBack(retry);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    if (!wanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    const nameBefore = nameTyped();
    const answered = (outcome: Lookup['outcome']) => setAnswer({ digits, outcome });
    setAnswer(undefined);
    find(digits, signal)
      .then((person) => {
        if (signal.aborted) return;
        if (person) found(digits, person, nameTyped() !== nameBefore);
        else answered('unknown');
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        console.error('Look-up failed', error);
        answered('failed');
      });
    return () => controller.abort();
  }, [wanted, digits, find, round]);

  const outcome = wanted && answer?.digits === digits ? answer.outcome : undefined;
  return {
    looking: wanted && outcome === undefined,
    outcome,
    complete: () => setLeft(digits),
    retry,
  };
}
