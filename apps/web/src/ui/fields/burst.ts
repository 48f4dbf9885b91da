/** Keys pressed in quick succession. A scanner types a code like that and ends it with Enter. */
export type Burst = { readonly text: string; readonly from: number; readonly last: number };

/** A key this long after the previous one begins another burst. */
const PAUSE_MS = 100;
/** A scanner takes 30 ms a key at most. Nobody types several keys in a row as fast as this. */
const FASTEST_PERSON_MS = 50;
/** A scanner that ends its codes with two Enters sends the second this soon. */
export const ECHO_MS = 100;

export function burstWith(burst: Burst | undefined, key: string, at: number): Burst {
  return burst && at - burst.last < PAUSE_MS
    ? { text: burst.text + key, from: burst.from, last: at }
    : { text: key, from: at, last: at };
}

/** The text that was typed at a scanner's pace before an Enter at this moment; undefined for a slower one. */
export function scannedBy(burst: Burst | undefined, at: number): string | undefined {
  if (!burst || at - burst.last >= PAUSE_MS) return undefined;
  return (at - burst.from) / burst.text.length <= FASTEST_PERSON_MS ? burst.text : undefined;
}
