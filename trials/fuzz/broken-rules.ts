import fc from 'fast-check';
import { DEEP, NASTY_TEXT, NO_NUMBERS, raw, UNKNOWN_FIELDS } from './nasty.ts';
import { accepts, type Schema } from './schema.ts';

type Path = readonly (string | number)[];

/** One rule of a schema, and how to break it in a value that keeps all rules. */
export type Break = {
  rule: string;
  at: Path;
  change: fc.Arbitrary<(value: unknown) => unknown>;
};

/**
 * Every way to break one rule of a schema. Objects count as closed, also when a schema forgot to close
 * them. `textOnly` is for addresses and headers, where all values are text.
 */
export function breaksOf(schema: Schema, options: { textOnly?: boolean } = {}): Break[] {
  return [...rulesOf(schema, schema, [], options.textOnly ?? false)];
}

/** Values that are broken copies of `value`. */
export function broken(value: unknown, { at, change }: Break): fc.Arbitrary<unknown> {
  return change.map((apply) => changedAt(value, at, apply));
}

function* rulesOf(schema: Schema, outer: Schema, at: Path, textOnly: boolean): Generator<Break> {
  const set = (rule: string, values: readonly unknown[]): Break[] => {
    // A value that another branch of a union accepts breaks no rule.
    const refused = values.filter((value) => isRaw(value) || !accepts(outer, value));
    if (refused.length === 0) return [];
    return [{ rule, at, change: fc.constantFrom(...refused).map((value) => () => value) }];
  };
  for (const branch of schema.anyOf ?? []) {
    if (branch.type !== 'null') yield* rulesOf(branch, schema, at, textOnly);
  }
  if (schema.anyOf) return;
  if (schema.enum) {
    yield* set('enum', textOnly ? NASTY_TEXT : [...NASTY_TEXT, 0, null, [], schema.enum]);
    return;
  }
  if (!textOnly) yield* set('type', ofOtherTypes(schema));
  if (!textOnly && schema.type !== 'object') yield* set('deep', DEEP);
  switch (schema.type) {
    case 'string':
      yield* textRules(schema, set);
      break;
    case 'integer':
    case 'number':
      yield* numberRules(schema, set);
      break;
    case 'array': {
      const items = schema.items as Schema;
      if (schema.minItems) yield* set('minItems', [[]]);
      if (schema.maxItems !== undefined) yield overfull(schema.maxItems, at);
      yield* rulesOf(items, items, [...at, 0], textOnly);
      break;
    }
    case 'object':
      yield* objectRules(schema, at, textOnly);
      break;
  }
}

function* textRules(schema: Schema, set: (rule: string, values: unknown[]) => Break[]) {
  const { minLength, maxLength, pattern, not } = schema;
  if (minLength) yield* set('minLength', ['']);
  if (maxLength !== undefined) {
    const longer = (more: number) => ['a', '1', '😀'].map((each) => each.repeat(maxLength + more));
    yield* set('maxLength', longer(1));
    yield* set('maxLength', [...longer(2), ...longer(100), ...longer(5_000)]);
  }
  if (pattern !== undefined) yield* set('pattern', [...NASTY_TEXT]);
  if (not) yield* set('not', [...NASTY_TEXT]);
}

function* numberRules(schema: Schema, set: (rule: string, values: unknown[]) => Break[]) {
  const { minimum, maximum, multipleOf, type } = schema;
  const step = multipleOf ?? 1;
  const huge = [2 ** 31, 2 ** 53, 2 ** 63, 1e20, 1e308, Number.MAX_VALUE];
  // The value just past a bound has a break of its own, since that is where bounds are wrong.
  if (minimum !== undefined) {
    yield* set('minimum', [minimum - step]);
    const low = [-1, -(2 ** 31), -(2 ** 53), ...huge.map((each) => -each)];
    yield* set('minimum', minimum > 0 ? [...low, 0, raw('-0')] : low);
  }
  if (maximum !== undefined) {
    yield* set('maximum', [maximum + step]);
    yield* set('maximum', huge);
  }
  if (type === 'integer') yield* set('integer', [1.5, 1e-7, Number.MIN_VALUE, 1.0000001]);
  if (multipleOf !== undefined) yield* set('multipleOf', [0.001, 1.005, 0.1 + 0.2, 1e-7, 57.404]);
  yield* set('number', [...NO_NUMBERS]);
}

function* objectRules(schema: Schema, at: Path, textOnly: boolean): Generator<Break> {
  const { properties = {}, required = [] } = schema;
  for (const name of required) {
    yield { rule: `required ${name}`, at, change: fc.constant((value) => without(value, name)) };
  }
  const unknown = UNKNOWN_FIELDS.filter((name) => !Object.hasOwn(properties, name));
  const values = textOnly ? NASTY_TEXT : [...NASTY_TEXT, 1, null, {}, [], { admin: true }];
  yield {
    rule: 'additionalProperties',
    at,
    change: fc.tuple(fc.constantFrom(...unknown), fc.constantFrom<unknown>(...values)).map(
      ([name, extra]) =>
        (value) =>
          withField(value, name, extra),
    ),
  };
  for (const [name, field] of Object.entries(properties)) {
    yield* rulesOf(field, field, [...at, name], textOnly);
  }
}

function overfull(maxItems: number, at: Path): Break {
  const change = (value: unknown) => {
    const [first] = value as unknown[];
    return Array.from({ length: maxItems + 1 }, () => first);
  };
  return { rule: 'maxItems', at, change: fc.constant(change) };
}

function ofOtherTypes({ type }: Schema): unknown[] {
  const values: Record<string, unknown[]> = {
    null: [null],
    boolean: [true, false],
    string: ['', '1', 'true', 'x', '2026-01-01'],
    number: [0, 1, -1, 1.5],
    array: [[], [1], ['x'], [null], [[]], [{}]],
    object: [{}, { id: 1 }, { length: 1 }, { toString: 'x' }],
  };
  const own = type === 'integer' ? 'number' : type;
  return Object.entries(values).flatMap(([each, examples]) => (each === own ? [] : examples));
}

const isRaw = (value: unknown) => typeof value === 'string' && value.startsWith('⟦raw:');

function changedAt(
  value: unknown,
  [key, ...rest]: Path,
  apply: (old: unknown) => unknown,
): unknown {
  if (key === undefined) return apply(value);
  const old = (value as Record<string | number, unknown> | undefined)?.[key];
  const changed = changedAt(old, rest, apply);
  if (!Array.isArray(value)) return withField(value, String(key), changed);
  return value.map((each, index) => (index === key ? changed : each));
}

// By entries, since an assignment to __proto__ would create no field.
function withField(value: unknown, name: string, field: unknown): unknown {
  const others = Object.entries(value ?? {}).filter(([each]) => each !== name);
  return Object.fromEntries([...others, [name, field]]);
}

function without(value: unknown, name: string): unknown {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([each]) => each !== name));
}
