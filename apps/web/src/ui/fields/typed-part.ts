/** Those of the values that somebody has typed, down to single fields; a list is one field. */
export type Typed<V> = V extends string | number | boolean | null | undefined | readonly unknown[]
  ? V
  : { [Name in keyof V]?: Typed<V[Name]> };

type Fields = Record<string, unknown>;

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && value.constructor === Object;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What of `values` differs from what is saved; undefined for nothing. */
export function typedPart<V extends object>(values: V, saved: V): Typed<V> | undefined {
  const before = saved as Fields;
  const typed = Object.entries(values).flatMap(([name, now]) => {
    const was = before[name];
    const part = isGroup(now) && isGroup(was) ? typedPart(now, was) : now;
    return part === undefined || isSame(now, was) ? [] : [[name, part] as const];
  });
  return typed.length > 0 ? (Object.fromEntries(typed) as Typed<V>) : undefined;
}

/** What is saved, with what was typed over it. */
export function withTyped<V extends object>(saved: V, typed: Typed<V> | undefined): V {
  const values = { ...saved } as Fields;
  for (const [name, now] of Object.entries(typed ?? {})) {
    const was = values[name];
    values[name] =
      isGroup(now) && isGroup(was) ? withTyped<Fields>(was, now as Typed<Fields>) : now;
  }
  return values as V;
}

/**
 * What was stored of a form, if it has these fields and each of them can show what it holds. A group that is empty
 * while nothing is typed is a record of anything. `nullable`: the paths of fields of which null is none.
 */
export function asTyped<V extends object>(
  stored: unknown,
  saved: V,
  nullable: readonly string[] = [],
): Typed<V> | undefined {
  const isKnown = (now: unknown, was: unknown, path: string): boolean => {
    if (isGroup(was)) return isGroup(now) && areKnown(now, was, `${path}.`);
    if (nullable.includes(path) && (now === null || was === null)) {
      return now === null || typeof now !== 'object';
    }
    return typeof now === typeof was && now !== null && Array.isArray(now) === Array.isArray(was);
  };
  const areKnown = (now: Fields, was: Fields, path = ''): boolean => {
    if (path !== '' && Object.keys(was).length === 0) return true;
    return Object.keys(now).every(
      (name) => name in was && isKnown(now[name], was[name], path + name),
    );
  };
  if (!isGroup(stored) || Object.keys(stored).length === 0) return undefined;
  return areKnown(stored, saved as Fields) ? (stored as Typed<V>) : undefined;
}
