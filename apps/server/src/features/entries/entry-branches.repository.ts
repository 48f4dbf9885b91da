import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { EntryKind } from '@balcao/domain/entry-sums.ts';
import type { IncomePart } from '@balcao/domain/income.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { withinDays } from '../../database/listing.ts';
import { type PersonKind, peopleTables, recordsOf } from '../../database/person-kind.ts';

/** Everything is optional; both days are included. A product and an income go with no method. */
export type EntryFilter = {
  from?: BusinessDay;
  to?: BusinessDay;
  seller?: number;
  method?: { name: string; of: 'then' | 'now' };
  product?: number;
  income?: IncomePart;
  client?: number;
  student?: number;
  closing?: number;
  kinds: readonly EntryKind[];
};

const all = (conditions: RawBuilder<SqlBool>[]) => sql.join<SqlBool>(conditions, sql` AND `);

export const anyOf = (branches: RawBuilder<unknown>[]) => sql.join(branches, sql` UNION ALL `);

/** The sales, and what puts sales right, each with what it adds to the sums of the filter. */
export function branchesOf(filter: EntryFilter): RawBuilder<unknown>[] {
  const corrections = filter.kinds.filter((kind) => kind !== 'sale');
  return [
    ...(filter.kinds.includes('sale') ? [salesOf(filter)] : []),
    ...(corrections.length > 0 ? [correctionsOf(filter, corrections)] : []),
  ];
}

function salesOf(filter: EntryFilter): RawBuilder<unknown> {
  const { method } = filter;
  const ofItems = itemsOf(filter);
  const share = method
    ? sql`SELECT sum(net_cents)::integer AS cents FROM sale_payments p
        WHERE p.sale_id = s.id AND ${isMethod(method)}`
    : !ofItems
      ? sql`SELECT s.total_general_cents AS cents`
      : sql`SELECT sum(i.total_cents - CASE WHEN s.general_discount_cents = 0 THEN 0
          ELSE general_discount_of_line(s.id, i.line) END)::integer AS cents
        FROM sale_items i WHERE i.sale_id = s.id AND ${ofItems}`;
  return sql`
    SELECT 'sale' AS kind, s.id, s.id AS sale, NULL::integer AS correction, s.created_at AS at,
      s.seller_id AS seller, s.seller_name, s.client_name, s.student_name, share.cents AS amount,
      s.total_general_cents AS total, s.deleted_at IS NOT NULL AS deleted
    FROM sales s CROSS JOIN LATERAL (${share}) AS share
    WHERE share.cents IS NOT NULL AND ${salesMeant(filter)}`;
}

/** Which sales `s` a filter means, apart from its method and income. */
function salesMeant(filter: EntryFilter): RawBuilder<SqlBool> {
  const { seller, product, closing } = filter;
  return all([
    ...withinDays(sql`s.created_at`, filter),
    ...(seller === undefined ? [] : [sql<SqlBool>`s.seller_id = ${seller}`]),
    ...ofPeople(filter),
    // By its index the sales of a product are found first.
    ...(product === undefined
      ? []
      : [
          sql<SqlBool>`s.id IN (SELECT sale_id FROM sale_items WHERE product_id = ${product}::integer)`,
        ]),
    closing === undefined
      ? sql<SqlBool>`s.deleted_at IS NULL`
      : sql<SqlBool>`s.id IN (SELECT sale_id FROM closing_sales WHERE closing_id = ${closing})`,
  ]);
}

/** How many sales have a method and what it brought in. Joined, not looked up sale by sale, which takes ten years seconds. */
export const sumOfMethod = (
  filter: EntryFilter,
  method: NonNullable<EntryFilter['method']>,
): RawBuilder<unknown> => sql`
  SELECT 'sale' AS kind, count(DISTINCT s.id) AS count, sum(p.net_cents)::bigint AS amount
  FROM sales s JOIN sale_payments p ON p.sale_id = s.id
  WHERE ${isMethod(method)} AND ${salesMeant(filter)} HAVING count(*) > 0`;

function correctionsOf(filter: EntryFilter, kinds: EntryKind[]): RawBuilder<unknown> {
  const { seller, method, closing } = filter;
  const ofItems = itemsOf(filter);
  const share = method
    ? sql`SELECT sum(net_cents)::integer AS cents FROM correction_payments p
        WHERE p.correction_id = c.id AND ${isMethod(method)}`
    : !ofItems
      ? sql`SELECT -c.total_cents AS cents`
      : sql`SELECT -sum(r.worth_cents)::integer AS cents
        FROM correction_items r JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
        WHERE r.correction_id = c.id AND ${ofItems}`;
  return sql`
    SELECT c.kind, c.id, c.sale_id AS sale, c.id AS correction, c.created_at AS at,
      c.made_by AS seller, c.made_by_name AS seller_name, s.client_name, s.student_name,
      share.cents AS amount, -c.total_cents AS total, false AS deleted
    FROM corrections c JOIN sales s ON s.id = c.sale_id CROSS JOIN LATERAL (${share}) AS share
    WHERE ${all([
      sql`share.cents IS NOT NULL`,
      ...(kinds.length === 3 ? [] : [sql<SqlBool>`c.kind = ANY (${kinds}::text[])`]),
      ...withinDays(sql`c.created_at`, filter),
      ...(seller === undefined ? [] : [sql<SqlBool>`c.made_by = ${seller}`]),
      ...ofPeople(filter),
      ...(closing === undefined
        ? []
        : [
            sql<SqlBool>`c.id IN (SELECT correction_id FROM closing_corrections WHERE closing_id = ${closing})`,
          ]),
    ])}`;
}

/** Which items of an entry count; undefined where all of it does. */
function itemsOf({ product, income }: EntryFilter): RawBuilder<SqlBool> | undefined {
  if (product === undefined && income === undefined) return undefined;
  return all([
    ...(product === undefined ? [] : [sql<SqlBool>`i.product_id = ${product}::integer`]),
    ...(income === undefined
      ? []
      : [
          sql<SqlBool>`i.product_id IN (SELECT id FROM products WHERE coalesce(income, 'both') = ${income})`,
        ]),
  ]);
}

const isMethod = ({ name, of }: NonNullable<EntryFilter['method']>) =>
  of === 'then'
    ? sql`p.method_name = ${name}`
    : sql`(p.payment_method_id = ANY (ARRAY(SELECT id FROM payment_methods WHERE name = ${name}))
        OR p.payment_method_id IS NULL AND p.method_name = ${name})`;

const ofPeople = (filter: EntryFilter) =>
  (['client', 'student'] as const satisfies PersonKind[]).flatMap((kind) => {
    const id = filter[kind];
    if (id === undefined) return [];
    return [sql<SqlBool>`s.${peopleTables[kind].inSales} IN ${recordsOf(kind, id)}`];
  });
