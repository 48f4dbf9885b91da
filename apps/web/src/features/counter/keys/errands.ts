/*
 * What another part of the application asks of the counter: the jump box, on any page. In memory, because the
 * reload after a sale makes it void.
 */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export type Errand =
  | 'new-sale'
  | 'parked'
  | 'client-screen'
  | 'supply'
  | 'withdrawal'
  | { readonly sale: number };
type Kind = Exclude<Errand, object> | 'sale';

let asked: Errand | undefined;
const listeners = new Set<() => void>();

/** The counter does it as soon as it is there and takes input. */
export function askCounter(errand: Errand | undefined): void {
  asked = errand;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Does what is asked, once, as soon as `ready`. What has no entry in `does` is for another part of the counter. */
export function useErrands(
  ready: boolean,
  does: Partial<Record<Kind, (sale: number) => void>>,
): void {
  const errand = useSyncExternalStore(subscribe, () => asked);
  const run = useEffectEvent(() => {
    if (errand === undefined) return;
    const [kind, sale] =
      typeof errand === 'object' ? (['sale', errand.sale] as const) : [errand, 0];
    const act = does[kind];
    if (!act) return;
    askCounter(undefined);
    act(sale);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an errand is done when it is asked for
  useEffect(() => {
    // After the focus of a counter that has just come, to which a dialog returns it.
    if (ready) queueMicrotask(run);
  }, [errand, ready]);
}
