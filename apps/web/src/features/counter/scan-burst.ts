/** Keys that came one after another: a scanner types a code as fast as it can and ends it with Enter. */
export type Burst = { readonly keys: number; readonly from: number; readonly last: number };

/** After a pause this long, a key begins something new. */
const PAUSE_MS = 300;
/** Nobody types this many keys this fast, and no bar code of a product is shorter. */
const SHORTEST_CODE = 8;
const FASTEST_HAND_MS = 50;

export function burstWith(burst: Burst | undefined, at: number): Burst {
  return burst && at - burst.last < PAUSE_MS
    ? { keys: burst.keys + 1, from: burst.from, last: at }
    : { keys: 1, from: at, last: at };
}

/**
 * Whether the Enter at this moment ends a scan. In a field a person types too, only slower; on a button
 * nobody types anything.
 */
export function endsScan(burst: Burst | undefined, at: number, inField: boolean): boolean {
  if (!burst || at - burst.last >= PAUSE_MS) return false;
  if (!inField) return true;
  return burst.keys >= SHORTEST_CODE && (at - burst.from) / burst.keys <= FASTEST_HAND_MS;
}
