import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { rowsOf } from '../../database/rows.ts';
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
  { from, to }: Period,
): Promise<TakenRow[]> {
  return rowsOf<TakenRow>(db)`
    SELECT method_id AS method, day, sum(cents) AS cents, GREATEST(sum(
      CASE WHEN kind IN ('sale', 'payments') THEN sign(cents) ELSE 0 END), 0)::integer AS sales
    FROM money_lines WHERE NOT deleted AND method_id = ANY (${[...methods]}::integer[])
      AND day BETWEEN ${from}::date AND ${to}::date
    GROUP BY method_id, day HAVING sum(cents) <> 0 ORDER BY day, method_id`;
}

/** What cards paid into the account, by day. */
export async function receivedFromCards(
  db: Db,
  { from, to }: Period,
): Promise<{ day: BusinessDay; cents: Cents }[]> {
  return rowsOf<{ day: BusinessDay; cents: Cents }>(db)`
    SELECT day, sum(amount_cents) AS cents FROM bank_lines
    WHERE kind = 'card' AND day BETWEEN ${from} AND ${to} GROUP BY day`;
}
