import type { Cents } from '../money.ts';

/** A Pix line of a sale, or of a correction of its payments. `net` is without the change that was given for it. */
export type PixLine = { amount: Cents; net: Cents };

/**
 * The Pix payments of a sale, each with whether it still stands. A correction of payments names all lines again: one
 * of an amount that stood before is that payment still, and keeps its txid; a Pix that is not named again was none.
 */
export function expectedPix<Line extends PixLine>(
  paid: readonly Line[],
  corrections: readonly (readonly Line[])[],
): { line: Line; stands: boolean }[] {
  const all = [...paid];
  let standing = [...paid];
  for (const named of corrections) {
    const before = [...standing];
    standing = named.map((line) => {
      const at = before.findIndex(({ net }) => net === line.net);
      if (at >= 0) return before.splice(at, 1)[0] as Line;
      all.push(line);
      return line;
    });
  }
  return all.map((line) => ({ line, stands: standing.includes(line) }));
}
