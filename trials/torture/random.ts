/** Random numbers from a seed (mulberry32), so that a run can be repeated as far as timing allows. */
export function randomNumbers(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** 0 to 1, without 1. */
    fraction: next,
    /** An integer from 0 to `end`, without `end`. */
    below: (end: number): number => Math.floor(next() * end),
    /** True in `share` of the cases, 0 to 1. */
    chance: (share: number): boolean => next() < share,
  };
}

export type RandomNumbers = ReturnType<typeof randomNumbers>;

/** Cards of a deck that is shuffled again whenever it is used up, so that each comes equally often. */
export function* shuffled<T>(cards: readonly T[], random: RandomNumbers): Generator<T, never> {
  for (;;) {
    const deck = [...cards];
    while (deck.length > 0) yield* deck.splice(random.below(deck.length), 1);
  }
}
