import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';

/**
 * The cash that the seller's count before has left in the drawer, null for their first box. `box` names the table
 * of the box in the query.
 */
export const lastCountBefore = (box: string): RawBuilder<Cents | null> => sql`(
  SELECT counted_cents FROM box_counts WHERE line = 1 AND box_id = (
    SELECT max(id) FROM cash_boxes earlier
    WHERE earlier.seller_id = ${sql.ref(`${box}.seller_id`)} AND earlier.id < ${sql.ref(`${box}.id`)}))`;

/** The rows of `money_lines` that are not cash and from which part of the change was taken. They have an index. */
export const gaveChangeNotCash = sql`cents < amount_cents AND NOT is_cash(method_name)`;
