import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { withinDays } from '../../database/listing.ts';
import type { Tables } from '../../database/tables.ts';

export type TermsRow = Selectable<Tables['card_terms']> & { name: string };

/** By name, also of methods that were deleted since. */
export function allTerms(db: Db): Promise<TermsRow[]> {
  return db
    .selectFrom('card_terms as t')
    .innerJoin('payment_methods as m', 'm.id', 't.payment_method_id')
    .selectAll('t')
    .select('m.name')
    .orderBy('m.name')
    .orderBy('m.id')
    .execute();
}

/** Throws a violation of card_terms_payment_method_id_fkey and card_terms_pkey. */
export async function replaceTerms(
  tx: Tx,
  terms: readonly Selectable<Tables['card_terms']>[],
): Promise<void> {
  await tx.deleteFrom('card_terms').execute();
  if (terms.length > 0)
    await tx
      .insertInto('card_terms')
      .values([...terms])
      .execute();
}

export type TakenRow = { method: number; day: BusinessDay; cents: Cents; sales: number };

/**
 * What methods took on each day, net of change, with what was put right on it, and in how many sales: a sale paid by
 * two cards is two, and one whose payment was corrected is of the method that it was corrected to.
 */
export async function takenByDay(
  db: Db,
  methods: readonly number[],
  days: Period,
): Promise<TakenRow[]> {
  const within = (at: RawBuilder<unknown>) => sql.join(withinDays(at, days), sql` AND `);
  const { rows } = await sql<TakenRow>`
    SELECT method, day, sum(cents) AS cents, GREATEST(sum(sales), 0)::integer AS sales FROM (
      SELECT p.payment_method_id AS method, s.business_day AS day, p.net_cents AS cents, sign(p.net_cents) AS sales
      FROM sales s JOIN sale_payments p ON p.sale_id = s.id
      WHERE s.deleted_at IS NULL AND ${within(sql`s.created_at`)}
      UNION ALL
      SELECT p.payment_method_id, c.business_day, p.net_cents,
        CASE c.kind WHEN 'payments' THEN sign(p.net_cents) ELSE 0 END
      FROM corrections c JOIN correction_payments p ON p.correction_id = c.id
      WHERE ${within(sql`c.created_at`)}) AS lines
    WHERE method = ANY (${[...methods]}::integer[])
    GROUP BY method, day HAVING sum(cents) <> 0 ORDER BY day, method`.execute(db);
  return rows;
}
