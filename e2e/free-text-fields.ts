import type { Endpoint } from '@balcao/contract/endpoint.ts';

export type FreeText = { field: string; maxLength: number };

type Schema = {
  type?: string;
  pattern?: string;
  maxLength?: number;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

/** Every text that a call's body takes markup in, as `createUser.name`: read from the schemas themselves. */
export function freeTextFields(endpoints: Record<string, Endpoint>): FreeText[] {
  return Object.entries(endpoints).flatMap(([name, { body }]) => textsOf(body as Schema, name));
}

function textsOf(schema: Schema | undefined, field: string): FreeText[] {
  if (!schema) return [];
  if (schema.type === 'string') {
    const free = !schema.format && new RegExp(schema.pattern ?? '').test('<b>"\'');
    return free ? [{ field, maxLength: schema.maxLength ?? Number.POSITIVE_INFINITY }] : [];
  }
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) =>
      textsOf(inner, `${field}.${key}`),
    ),
    ...textsOf(schema.items, `${field}[]`),
    ...(schema.anyOf ?? []).flatMap((each) => textsOf(each, field)),
  ];
}

/** The texts of a body that was sent, each as `field\ntext`, with fields named as above. */
export function textsSent(value: unknown, field: string): string[] {
  if (typeof value === 'string') return [`${field}\n${value}`];
  if (Array.isArray(value)) return value.flatMap((each) => textsSent(each, `${field}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsSent(inner, `${field}.${key}`));
}

/** What of `texts` no call has put into a field that would take it. */
export function notSent(
  fields: readonly FreeText[],
  texts: readonly string[],
  sent: ReadonlySet<string>,
): string[] {
  return fields.flatMap(({ field, maxLength }) =>
    texts
      .filter((text) => text.length <= maxLength && !sent.has(`${field}\n${text}`))
      .map((text) => `${field}: ${text}`),
  );
}
