import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';

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
