import { sql } from 'kysely';
import { TODAY } from '../../database/clock.ts';
import type { Tx } from '../../database/connection.ts';
import { oneOf } from '../../database/rows.ts';

/**
 * SQL of the boxes in which these sellers sell and correct now. The lock makes that and the count of the box
 * wait for each other: it is in the count, or finds no open box.
 */
export const openBoxes = (sellers: string) => `
  SELECT id, seller_id, day <> ${TODAY} AS left_open
  FROM cash_boxes
  WHERE seller_id = ANY (ARRAY(${sellers})) AND closed_at IS NULL AND counted_at IS NULL
  ORDER BY id FOR SHARE`;

/**
 * SQL of the rule that is broken if `box` takes it, or if there is none. A sale that was begun before midnight
 * may find the box of the next day.
 */
export const BROKEN_BOX_RULE = `
  CASE WHEN box.left_open THEN 'box_left_open'
    WHEN box.id IS NULL AND (SELECT cash_box FROM settings) = 'counted' THEN 'box_not_open' END`;

/** The seller's open box, and the rule that is broken by what would go into it. */
export async function findOpenBox(tx: Tx, sellerId: number) {
  return oneOf<{
    id: number | null;
    broken: 'box_left_open' | 'box_not_open' | null;
  }>(tx)`
    WITH box AS (${sql.raw(openBoxes(`SELECT ${Number(sellerId)}`))})
    SELECT box.id, ${sql.raw(BROKEN_BOX_RULE)} AS broken
    FROM (VALUES (1)) AS one LEFT JOIN box ON true`;
}
