import fc from 'fast-check';
import { DEEP, NASTY_TEXT, NO_NUMBERS, raw, toJson, UNKNOWN_FIELDS } from './nasty.ts';
import { brokenRule, type Schema } from './schema.ts';

type Path = readonly (string | number)[];
type Change = (value: unknown) => unknown;

/** One rule of a schema, where it stands, and the changes that break it in a value that keeps all rules. */
export type Break = { rule: string; at: Path; change: fc.Arbitrary<Change> };

/**
 * Every way to break one rule of a schema. Objects count as closed, also when a schema forgot to close
 * them. `textOnly` is for addresses and headers, where all values are text.
 */
export function breaksOf(schema: Schema, textOnly: boolean, at: Path = []): Break[] {
  const branches = (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');
  return branches.flatMap((branch) => [
    // The value just past a bound has a break of its own, since that is where bounds are wrong.
    ...byRule(schema, justPast(branch), at),
    ...byRule(schema, textOnly ? textFarFrom(branch).filter(isWhole) : farFrom(branch), at),
    ...arrayBreaks(branch, textOnly, at),
    ...objectBreaks(branch, textOnly, at),
  ]);
}

/** Half of a surrogate pair arrives as three times U+FFFD in an address, which is text as any other. */
const isWhole = (value: unknown) => typeof value !== 'string' || value.isWellFormed();

/** Broken copies of `value`. */
export function broken(value: unknown, { at, change }: Break): fc.Arbitrary<unknown> {
  return change.map((apply) => changedAt(value, at, apply));
}

/** A value that another branch of a union accepts breaks no rule. */
function byRule(schema: Schema, values: readonly unknown[], at: Path): Break[] {
  const groups = Map.groupBy(values, (value) => ruleBrokenBy(schema, value));
  groups.delete(undefined);
  return [...groups].map(([rule = '', refused]) => ({
    rule,
    at,
    change: fc.constantFrom(...refused).map((value) => () => value),
  }));
}

function ruleBrokenBy(schema: Schema, value: unknown): string | undefined {
  const json = toJson(value);
  if (json === JSON.stringify(value)) return brokenRule(schema, value);
  try {
    return brokenRule(schema, JSON.parse(json));
  } catch {
    return 'json';
  }
}

function justPast({ maxLength, minimum, maximum, multipleOf = 1 }: Schema): unknown[] {
  return [
    ...(maxLength === undefined ? [] : longerThan(maxLength, 1)),
    ...(minimum === undefined ? [] : [minimum - multipleOf]),
    ...(maximum === undefined ? [] : [maximum + multipleOf]),
  ];
}

function longerThan(length: number, more: number): string[] {
  return ['a', '1', '😀'].map((each) => each.repeat(length + more));
}

function textFarFrom({ type, enum: words, maxLength }: Schema): unknown[] {
  if (type === 'object' || (type === undefined && !words)) return [];
  const lengths = maxLength === undefined ? [] : [2, 100, 5_000];
  return [...NASTY_TEXT, ...lengths.flatMap((more) => longerThan(maxLength ?? 0, more))];
}

const HUGE = [2 ** 31, 2 ** 53, 2 ** 63, 1e20, 1e308, Number.MAX_VALUE];
const NUMBERS = [
  ...[...HUGE, ...HUGE.map((each) => -each), 0, 1, -1, 1.5, raw('-0')],
  ...[1e-7, Number.MIN_VALUE, 1.0000001, 0.001, 1.005, 0.1 + 0.2, 57.404],
];
const ANYTHING: readonly unknown[] = [
  ...[null, true, false, '', '1', 'true', 'x', '2026-01-01'],
  ...[[], [1], ['x'], [null], [[]], [{}], {}, { id: 1 }, { length: 1 }, { toString: 'x' }],
];

function farFrom(schema: Schema): unknown[] {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const deep = schema.type === 'object' ? [] : DEEP;
  const numbers = isNumber ? [...NUMBERS, ...NO_NUMBERS] : [0, 1, -1, 1.5];
  return [...ANYTHING, ...numbers, ...deep, ...(isNumber ? [] : textFarFrom(schema))];
}

function arrayBreaks({ items, maxItems }: Schema, textOnly: boolean, at: Path): Break[] {
  if (!items) return [];
  const overfull: Change = (value) =>
    Array.from({ length: (maxItems ?? 0) + 1 }, () => (value as unknown[] | undefined)?.[0]);
  return [
    ...(maxItems === undefined ? [] : [{ rule: 'maxItems', at, change: fc.constant(overfull) }]),
    ...breaksOf(items as Schema, textOnly, [...at, 0]),
  ];
}

function objectBreaks(schema: Schema, textOnly: boolean, at: Path): Break[] {
  if (schema.type !== 'object') return [];
  const { properties = {}, required = [] } = schema;
  const unknown = UNKNOWN_FIELDS.filter((name) => !Object.hasOwn(properties, name));
  const extras = textOnly ? NASTY_TEXT : [...NASTY_TEXT, 1, null, {}, [], { admin: true }];
  const change = fc.tuple(fc.constantFrom(...unknown), fc.constantFrom<unknown>(...extras)).map(
    ([name, extra]): Change =>
      (value) =>
        withField(value, name, extra),
  );
  return [
    { rule: 'additionalProperties', at, change },
    ...required.map((name) => ({
      rule: `required ${name}`,
      at,
      change: fc.constant<Change>((value) =>
        Object.fromEntries(Object.entries(value ?? {}).filter(([each]) => each !== name)),
      ),
    })),
    ...Object.entries(properties).flatMap(([name, field]) =>
      breaksOf(field, textOnly, [...at, name]),
    ),
  ];
}

function changedAt(value: unknown, [key, ...rest]: Path, apply: Change): unknown {
  if (key === undefined) return apply(value);
  const old = (value as Record<string | number, unknown> | undefined)?.[key];
  const changed = changedAt(old, rest, apply);
  if (!Array.isArray(value)) return withField(value, String(key), changed);
  if (value.length === 0) return [changed];
  return value.map((each, index) => (index === key ? changed : each));
}

// By entries, since an assignment to __proto__ would create no field.
function withField(value: unknown, name: string, field: unknown): unknown {
  const others = Object.entries(value ?? {}).filter(([each]) => each !== name);
  return Object.fromEntries([...others, [name, field]]);
}
