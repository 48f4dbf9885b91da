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
  /** Only of these sales. */
  saleIds?: readonly number[];
  /** Only what puts these right. */
  correctedIds?: readonly number[];
};

/** How many items the sales of a filter and their corrections have, of every product: a line each. */
export async function countItems(db: Db, filter: Items): Promise<number> {
  const { from, to, search, productIds, saleIds, correctedIds } = filter;
  const holds = (sale: string) => sql`EXISTS (
    SELECT FROM sale_items held WHERE held.sale_id = ${sql.ref(sale)}
      AND held.product_id = ANY (${[...(productIds ?? [])]}::integer[]))`;
  const conditions = (name: string, sale: string, ids: readonly number[] | undefined) =>
    sql.join(
      [
        sql`true`,
        ...(from ? [sql`business_day >= ${from}`] : []),
        ...(to ? [sql`business_day <= ${to}`] : []),
        ...(search ? [holdsWords(sql`fold_text(${sql.ref(name)})`, search)] : []),
        ...(productIds ? [holds(sale)] : []),
        ...(ids ? [sql`${sql.ref(sale)} = ANY (${[...ids]}::integer[])`] : []),
      ] satisfies RawBuilder<unknown>[],
      sql` AND `,
    );
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM sales s JOIN sale_items i ON i.sale_id = s.id
        WHERE s.deleted_at IS NULL AND ${conditions('s.seller_name', 's.id', saleIds)})
      + (SELECT count(*) FROM corrections c JOIN correction_items r ON r.correction_id = c.id
        WHERE ${conditions('c.made_by_name', 'c.sale_id', correctedIds)}) AS count`.execute(db);
  return rows[0]?.count ?? 0;
}
