import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { holdsWords, onDays } from '../../database/listing.ts';
import { every, oneOf } from '../../database/rows.ts';
import { periodOf } from '../../request/business-period.ts';
import type { Filter } from './exported-list.ts';

/** The names of the methods by which sales and their corrections of a period were paid. */
export async function methodsOfPeriod(
  db: Db,
  period: { from?: BusinessDay; to?: BusinessDay },
  deleted: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT method_name AS name FROM money_lines
    WHERE ${every(
      sql`(kind <> 'sale' OR deleted = ${deleted})`,
      ...onDays(sql`day`, period),
    )}`.execute(db);
  return rows.map(({ name }) => name);
}

/** How many items the corrections of a filter have; `corrected`: only those of these sales. */
export async function countReturnedItems(
  db: Db,
  query: Filter,
  corrected: readonly number[] | undefined,
): Promise<number> {
  const { search, products } = query;
  const { count } = await oneOf<{ count: number }>(db)`
    SELECT count(*) AS count FROM corrections c JOIN correction_items r ON r.correction_id = c.id
    WHERE ${every(
      ...onDays(sql`business_day`, periodOf(query)),
      search && holdsWords(sql`fold_text(c.made_by_name)`, search),
      products &&
        sql`EXISTS (SELECT FROM piece_moves held WHERE held.sale_id = c.sale_id
          AND held.product_id = ANY (${products.split(',').map(Number)}::integer[]))`,
      corrected && sql`c.sale_id = ANY (${[...corrected]}::integer[])`,
    )}`;
  return count;
}
