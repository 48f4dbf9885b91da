import { useEffect, useEffectEvent, useState } from 'react';
import { useBackAgain } from '../../api/use-connection.ts';
import { type Buyer, LOOKUP_DIGITS, type Registered } from './buyer.ts';

type Lookup = (digits: string, signal: AbortSignal) => Promise<Registered | undefined>;

/**
 * Looks a person up when exactly eleven digits are there; true while it does. Other digits end the
 * look-up before, so a late answer reaches nobody. A failure is only logged: the sale goes on without, and
 * the person is looked up again when the server is back.
 */
export function useLookup(
  buyer: Buyer,
  lookup: Lookup,
  onFound: (digits: string, found: Registered, keepName: boolean) => void,
): boolean {
  const [looking, setLooking] = useState(false);
  const [round, setRound] = useState(0);
  const { digits } = buyer;
  const wanted = digits.length === LOOKUP_DIGITS && buyer.registered === null;
  const found = useEffectEvent(onFound);
  const nameTyped = useEffectEvent(() => buyer.name);
  useBackAgain(() => setRound((before) => before + 1));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    if (!wanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    const nameBefore = nameTyped();
    setLooking(true);
    lookup(digits, signal)
      .then((person) => {
        if (person && !signal.aborted) found(digits, person, nameTyped() !== nameBefore);
      })
      .catch((error: unknown) => {
        if (!signal.aborted) console.error('Look-up failed', error);
      })
      .finally(() => {
        if (!signal.aborted) setLooking(false);
      });
    return () => {
      controller.abort();
      setLooking(false);
    };
  }, [wanted, digits, lookup, round]);

  return looking;
}
