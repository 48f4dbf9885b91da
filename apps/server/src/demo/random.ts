/** Random values that are the same for the same seed, on every machine. */
export type Random = {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the values, in proportion to their weights. */
  weighted<T>(entries: readonly (readonly [value: T, weight: number])[]): T;
  /** `count` different items of the list, or the whole list if it is shorter. */
  several<T>(list: readonly T[], count: number): T[];
};

/** Math.random cannot be seeded. This is mulberry32 by Tommy Ettinger, started from an FNV-1a hash. */
export function randomFrom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  const pick = <T>(list: readonly T[]) => {
    if (list.length === 0) throw new RangeError('Nothing to pick from');
    return list[whole(0, list.length - 1)] as T;
  };
  return {
    fraction,
    whole,
    chance: (probability) => fraction() < probability,
    pick,
    weighted(entries) {
      let left = fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new RangeError('No value has a weight');
    },
    several(list, count) {
      const rest = [...list];
      const taken: (typeof rest)[number][] = [];
      while (taken.length < count && rest.length > 0) {
        taken.push(...rest.splice(whole(0, rest.length - 1), 1));
      }
      return taken;
    },
  };
}
