import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { holdsWords, withinDays } from '../../database/listing.ts';
import { periodOf } from '../../request/business-period.ts';
import type { Filter } from './exported-list.ts';

/** The names of the methods by which sales and their corrections of a period were paid. */
export async function methodsOfPeriod(
  db: Db,
  period: { from?: BusinessDay; to?: BusinessDay },
  deleted: boolean,
): Promise<string[]> {
  const inPeriod = sql.join([sql`true`, ...withinDays(sql`created_at`, period)], sql` AND `);
  const { rows } = await sql<{ name: string }>`
    SELECT method_name AS name FROM sale_payments WHERE sale_id IN (
      SELECT id FROM sales WHERE (deleted_at IS NOT NULL) = ${deleted} AND ${inPeriod})
    UNION
    SELECT method_name FROM correction_payments WHERE correction_id IN (
      SELECT id FROM corrections WHERE ${inPeriod})`.execute(db);
  return rows.map(({ name }) => name);
}

/** How many items the corrections of a filter have; `corrected`: only those of these sales. */
export async function countReturnedItems(
  db: Db,
  query: Filter,
  corrected: readonly number[] | undefined,
): Promise<number> {
  const { from, to } = periodOf(query);
  const { search, products } = query;
  const conditions = sql.join(
    [
      sql`true`,
      ...(from ? [sql`business_day >= ${from}`] : []),
      ...(to ? [sql`business_day <= ${to}`] : []),
      ...(search ? [holdsWords(sql`fold_text(c.made_by_name)`, search)] : []),
      ...(products
        ? [
            sql`EXISTS (SELECT FROM sale_items held WHERE held.sale_id = c.sale_id
            AND held.product_id = ANY (${products.split(',').map(Number)}::integer[]))`,
          ]
        : []),
      ...(corrected ? [sql`c.sale_id = ANY (${[...corrected]}::integer[])`] : []),
    ] satisfies RawBuilder<unknown>[],
    sql` AND `,
  );
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count
    FROM corrections c JOIN correction_items r ON r.correction_id = c.id
    WHERE ${conditions}`.execute(db);
  return rows[0]?.count ?? 0;
}
