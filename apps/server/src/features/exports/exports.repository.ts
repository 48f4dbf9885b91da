import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { holdsWords } from '../../database/listing.ts';

/** The names of the methods by which sales and their corrections of a period were paid. */
export async function methodsOfPeriod(
  db: Db,
  { from, to }: { from?: BusinessDay; to?: BusinessDay },
): Promise<string[]> {
  const inPeriod = sql.join(
    [
      sql`true`,
      ...(from ? [sql`created_at >= ${from}::date::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`] : []),
      ...(to
        ? [sql`created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`]
        : []),
    ],
    sql` AND `,
  );
  const { rows } = await sql<{ name: string }>`
    SELECT method_name AS name FROM sale_payments WHERE sale_id IN (
      SELECT id FROM sales WHERE deleted_at IS NULL AND ${inPeriod})
    UNION
    SELECT method_name FROM correction_payments WHERE correction_id IN (
      SELECT id FROM corrections WHERE ${inPeriod})`.execute(db);
  return rows.map(({ name }) => name);
}

type Items = {
  from?: BusinessDay;
  to?: BusinessDay;
  /** Words of the seller's name. */
  search?: string;
  productIds?: readonly number[];
  /** The sales, which the filter has found; its other fields are those of what puts sales right. */
  saleIds: readonly number[];
  /** Only what puts these right. */
  correctedIds?: readonly number[];
};

/** How many items the sales of a filter and their corrections have, of every product: a line each. */
export async function countItems(db: Db, filter: Items): Promise<number> {
  const { from, to, search, productIds, saleIds, correctedIds } = filter;
  const conditions = sql.join(
    [
      sql`true`,
      ...(from ? [sql`business_day >= ${from}`] : []),
      ...(to ? [sql`business_day <= ${to}`] : []),
      ...(search ? [holdsWords(sql`fold_text(c.made_by_name)`, search)] : []),
      ...(productIds
        ? [
            sql`EXISTS (SELECT FROM sale_items held WHERE held.sale_id = c.sale_id
            AND held.product_id = ANY (${[...productIds]}::integer[]))`,
          ]
        : []),
      ...(correctedIds ? [sql`c.sale_id = ANY (${[...correctedIds]}::integer[])`] : []),
    ] satisfies RawBuilder<unknown>[],
    sql` AND `,
  );
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM sale_items WHERE sale_id = ANY (${[...saleIds]}::integer[]))
      + (SELECT count(*) FROM corrections c JOIN correction_items r ON r.correction_id = c.id
        WHERE ${conditions}) AS count`.execute(db);
  return rows[0]?.count ?? 0;
}
