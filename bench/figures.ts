/** What was measured under one name: a value for each round, all of one unit. */
export type Measured = { name: string; unit: string; rounds: number[] };

/**
 * What a section hands over. A ratio compares two figures of the same rounds, since this is the only
 * number that means the same on a quiet and on a busy machine; `reach` is what it has to keep to.
 */
export type Section = {
  name: string;
  /** How it was measured, in a sentence or two. */
  how: string;
  measured: Measured[];
  ratios: Ratio[];
  /** What belongs to it and is no number: plans, what was left out and why. */
  notes: string[];
};

export type Ratio = { name: string; rounds: number[]; reach?: Reach };

export type Reach = { atMost: number } | { atLeast: number };

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which `share` (0 to 1) of them lie; between two values, the line between them. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Round by round, so that what made one round slow is in both halves of its ratio. */
export function ratio(name: string, over: Measured, under: Measured, reach?: Reach): Ratio {
  const rounds = over.rounds.map((value, round) => value / (under.rounds[round] ?? Number.NaN));
  return { name, rounds, ...(reach && { reach }) };
}

/** Whether its median keeps to its reach; a ratio without one cannot fail. */
export function isReached({ rounds, reach }: Ratio): boolean {
  if (!reach) return true;
  const value = median(rounds);
  return 'atMost' in reach ? value <= reach.atMost : value >= reach.atLeast;
}
