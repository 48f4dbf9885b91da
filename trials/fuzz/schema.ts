import { decimalKeywords } from '@balcao/server/src/request/call-schema.ts';
import { Ajv } from 'ajv';

/** The part of JSON Schema that the contract uses. */
export type Schema = {
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema | Schema[];
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
};

/** A schema of the contract as plain JSON, without TypeBox's own properties; cached. */
export const schemaOf = cached((ofContract) => JSON.parse(JSON.stringify(ofContract)) as Schema);

// Not the server's own validator: a wrong setting of it, such as coercion, would go unnoticed.
const ajv = decimalKeywords(new Ajv({ strict: false, coerceTypes: false, allErrors: false }));
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

const validatorOf = cached((schema) => ajv.compile(schema));

/** The first broken rule, in the validator's words; undefined when the value keeps all rules. */
export function troubleWith(schema: Schema, value: unknown): string | undefined {
  const validate = validatorOf(schema);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** The name of the first broken rule, such as 'maxLength'. */
export function brokenRule(schema: Schema, value: unknown): string | undefined {
  const validate = validatorOf(schema);
  return validate(value) ? undefined : validate.errors?.[0]?.keyword;
}

/** A function that computes its result once for each object. */
export function cached<Result>(compute: (of: object) => Result): (of: object) => Result {
  const known = new WeakMap<object, Result>();
  return (of) => {
    const result = known.get(of) ?? compute(of);
    known.set(of, result);
    return result;
  };
}

/** The same schema with all objects closed: they accept only named fields. */
function closed(schema: Schema): Schema {
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

export const closedSchema = cached((ofContract) => closed(schemaOf(ofContract)));

/** Whether a text is JSON that keeps all rules of a closed schema, with or without a byte order mark. */
export function fits(ofContract: object, text: string): boolean {
  const value = jsonOf(text.replace(/^\ufeff/, ''));
  return value !== undefined && troubleWith(closedSchema(ofContract), value) === undefined;
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
