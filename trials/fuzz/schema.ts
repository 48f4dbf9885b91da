import { decimalKeywords } from '@balcao/server/src/app/decimal-keywords.ts';
import { Ajv, type ValidateFunction } from 'ajv';

/** The part of JSON Schema that the contract's requests are written in. */
export type Schema = {
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema | Schema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  not?: { pattern: string };
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
};

const plain = new WeakMap<object, Schema>();

/** A schema of the contract as plain JSON, without what TypeBox hangs on it; the same one each time. */
export function schemaOf(ofContract: object): Schema {
  const known = plain.get(ofContract);
  if (known) return known;
  const schema = JSON.parse(JSON.stringify(ofContract)) as Schema;
  plain.set(ofContract, schema);
  return schema;
}

// Never the server's own validator: if that were set to coerce or to drop fields, nobody would notice.
const ajv = decimalKeywords(new Ajv({ strict: false, coerceTypes: false, allErrors: false }));
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

const compiled = new WeakMap<object, ValidateFunction>();

/** Whether a value keeps every rule of a schema. */
export function accepts(schema: Schema, value: unknown): boolean {
  return validatorOf(schema)(value);
}

/** What is wrong with a value, in the validator's words; undefined when nothing is. */
export function troubleWith(schema: Schema, value: unknown): string | undefined {
  const validate = validatorOf(schema);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

function validatorOf(schema: Schema): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}

/** The same schema, where no object may hold a field that is not named. */
export function closed(schema: Schema): Schema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(items && { items: Array.isArray(items) ? items.map(closed) : closed(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, closed(field)]),
      ),
      additionalProperties: false,
    }),
  };
}
