import type { Endpoint } from '@balcao/contract/endpoint-types.ts';

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

/** Returns every text field that accepts markup, such as `createUser.name`, from the schemas. */
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

/** Returns the texts of a request body, each as `field\ntext`. */
export function textsSent(value: unknown, field: string): string[] {
  if (typeof value === 'string') return [`${field}\n${value}`];
  if (Array.isArray(value)) return value.flatMap((each) => textsSent(each, `${field}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsSent(inner, `${field}.${key}`));
}

/** Returns the `texts` that no call has sent in a field that accepts them. */
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

/** Cells of a file, kept as the fields of createProduct, createClient and createStudent. */
const isCell = (field: string) =>
  /^(compare|import)(Products|Roll|Delivery|Lists)\.rows/.test(field);

/** Compared or hashed, never stored; like all of `approve.request`. */
export const NOT_KEPT = [
  'login.username',
  'login.password',
  'login.code',
  'unlock.password',
  'changePassword.old_password',
  'changePassword.new_password',
  'changePassword.confirm_new_password',
  'beginSecondFactor.password',
  'confirmSecondFactor.code',
  'endSecondFactor.password',
  'endSecondFactor.code',
  'findSales.find',
  'listOwnSales.search',
  'sumSales.find',
  'exportList.find',
  'exportList.about',
  'exportList.class',
  'exportList.method',
  'exportList.methodNow',
  'listClients.search',
  'listStudents.search',
  'listStudents.class',
  'previewPrices.products.search',
  'changePrices.products.search',
  'changeProducts.products.search',
  // Compared with the name.
  'exportClient.name',
  'exportStudent.name',
  'anonymiseClient.name',
  'anonymiseStudent.name',
  'approve.username',
  'approve.password',
  'approve.code',
  // Kept as the key of Pix that it is, or refused.
  'editPix.pix.key',
  // Kept as the words of its kind and initials.
  'addStatement.lines[].memo',
  // Closing a month takes seconds: months.spec reopens one with such a reason.
  'reopenMonth.reason',
  // Always Troca.
  'createExchange.sale.payment_desc1',
];

/** The fields whose texts are stored. */
export const storedFields = (fields: readonly FreeText[]): FreeText[] =>
  fields.filter(
    ({ field }) =>
      !NOT_KEPT.includes(field) && !isCell(field) && !field.startsWith('approve.request.'),
  );
