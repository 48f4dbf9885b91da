import fc from 'fast-check';
import { NASTY_TEXT, raw } from './nasty.ts';
import { brokenRule, type Schema } from './schema.ts';

/** Values that keep every rule of a schema, with more values at its edges than by chance. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return validText(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9 });
    case 'number':
      return validNumber(schema);
    case 'array':
      return fc.array(valid(schema.items as Schema), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case 'object':
      return validObject(schema);
    default:
      throw new Error(`The fuzzer knows no values for ${JSON.stringify(schema)}`);
  }
}

function validObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => [name, valid(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
}

const moment = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

function validText(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'date-time') return moment;
  const { pattern, maxLength } = schema;
  const fits = (text: string) => brokenRule(schema, text) === undefined;
  const common =
    pattern === undefined
      ? fc.string({ unit: 'binary', maxLength: Math.min(maxLength ?? 50, 50) })
      : fc.stringMatching(new RegExp(pattern, 'u')).filter(fits);
  const known = NASTY_TEXT.filter(fits);
  // Of the greatest length. A character past the BMP counts as one, but is two in memory.
  const full = ['😀', 'a', '1'].map((each) => each.repeat(maxLength ?? 0)).filter(fits);
  const edges = [...known, ...full.slice(0, maxLength === undefined ? 0 : 1)];
  if (edges.length === 0) return common;
  return fc.oneof({ weight: 3, arbitrary: common }, fc.constantFrom(...edges));
}

function validNumber({ minimum = -1e9, maximum = 1e9, multipleOf }: Schema): fc.Arbitrary<unknown> {
  const step = multipleOf ?? 0.01;
  const perUnit = Math.round(1 / step);
  const steps = fc.integer({
    min: Math.ceil(minimum * perUnit),
    max: Math.floor(maximum * perUnit),
  });
  const numbers = steps.map((count) => count / perUnit);
  // Other ways to write a number in JSON.
  const written = [raw('-0'), raw('0.0'), raw('0E5'), raw('1e0'), raw('100e-2')];
  if (minimum > 0 || maximum < 1) return numbers;
  return fc.oneof({ weight: 8, arbitrary: numbers }, fc.constantFrom(...written));
}
