/** What was measured under one name: a value for each round, all in one unit. */
export type Measured = { name: string; unit: string; rounds: number[] };

/**
 * The result of a section. A ratio compares two figures of the same rounds, since only that means the same
 * on a quiet and on a busy machine; `reach` is the limit that its median has to keep.
 */
export type Section = {
  name: string;
  /** How it was measured, in a sentence or two. */
  how: string;
  measured: Measured[];
  ratios: Ratio[];
  notes: string[];
};

export type Ratio = { name: string; rounds: number[]; reach?: Reach };

export type Reach = { atMost: number } | { atLeast: number };

/** One figure of every round. */
export function measuredOf<Round>(
  name: string,
  unit: string,
  rounds: readonly Round[],
  figure: (round: Round) => number,
): Measured {
  return { name, unit, rounds: rounds.map(figure) };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that `share` (0 to 1) of the values lie below, interpolated between two values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Round by round, so that the load of a slow round is in both halves of its ratio. */
export function ratio(name: string, over: Measured, under: Measured, reach?: Reach): Ratio {
  const rounds = over.rounds.map((value, round) => value / (under.rounds[round] ?? Number.NaN));
  return { name, rounds, ...(reach && { reach }) };
}

/** A figure as a share of what it may be at most. */
export function ofLimit({ name, unit, rounds }: Measured, limit: number): Ratio {
  return {
    name: `${name}, of ${limit} ${unit}`,
    rounds: rounds.map((value) => value / limit),
    reach: { atMost: 1 },
  };
}

/** Whether the median keeps its reach; a ratio without one cannot fail. */
export function isReached({ rounds, reach }: Ratio): boolean {
  if (!reach) return true;
  const value = median(rounds);
  return 'atMost' in reach ? value <= reach.atMost : value >= reach.atLeast;
}
