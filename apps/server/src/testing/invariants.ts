import { sql } from 'kysely';
import type { Db, Tx } from '../database/connection.ts';
import { invariantsOfBoxes } from './invariants-of-boxes.ts';
import { invariantsOfSums } from './invariants-of-sums.ts';

/** Each query returns the ids of the rows that violate an invariant of the books. */
const invariantsOfSales = {
  'a sale is its items': sql`
    SELECT s.id FROM sales s LEFT JOIN sale_items i ON i.sale_id = s.id
    GROUP BY s.id
    HAVING count(i.line) = 0 OR s.subtotal_cents <> sum(i.subtotal_cents)
      OR s.total_cents <> sum(i.total_cents)`,
  'a sale is its net payments': sql`
    SELECT s.id FROM sales s LEFT JOIN sale_payments p ON p.sale_id = s.id
    GROUP BY s.id
    HAVING s.paid_cents <> coalesce(sum(p.amount_cents), 0)
      OR s.total_general_cents <> coalesce(sum(p.net_cents), 0)`,
  'the figures of a sale follow from each other': sql`
    SELECT id FROM sales
    WHERE total_general_cents <> total_cents - general_discount_cents
      OR change_cents <> paid_cents - total_general_cents
      OR least(total_general_cents, change_cents, general_discount_cents) < 0
      OR greatest(subtotal_cents, paid_cents) > 999999999`,
  'an item is its price times its quantity less its discount, half up': sql`
    SELECT sale_id AS id FROM sale_items
    WHERE subtotal_cents <> unit_price_cents::numeric * quantity
      OR discount_cents <> round(subtotal_cents::numeric * discount_hundredths / 10000)
      OR total_cents <> subtotal_cents - discount_cents OR quantity < 1`,
  'a payment brings in at most what was handed over': sql`
    SELECT sale_id AS id FROM sale_payments WHERE net_cents < 0 OR net_cents > amount_cents`,
  'change leaves cash first': sql`
    SELECT p.sale_id AS id FROM sale_payments p JOIN sale_payments cash USING (sale_id)
    WHERE fold_text(p.method_name) !~ 'dinheiro|especie' AND p.net_cents < p.amount_cents
      AND fold_text(cash.method_name) ~ 'dinheiro|especie' AND cash.net_cents > 0`,
  'lines are numbered without a gap': sql`
    SELECT sale_id AS id FROM sale_items GROUP BY sale_id HAVING max(line) <> count(*)`,
  'items and payments belong to a sale': sql`
    SELECT sale_id AS id FROM (
      SELECT sale_id FROM sale_items UNION ALL SELECT sale_id FROM sale_payments
      UNION ALL SELECT sale_id FROM closing_sales) AS parts
    WHERE sale_id NOT IN (SELECT id FROM sales)`,
  'no key has made two sales': sql`
    SELECT min(id) AS id FROM sales GROUP BY idempotency_key HAVING count(*) > 1`,
  'no parked order was both taken up and sold under its key, unless a kept sale says so': sql`
    SELECT s.id FROM parked_sales p
    JOIN sales s ON s.idempotency_key = p.order_key AND s.seller_id = p.seller_id
    WHERE p.claim IS NOT NULL AND NOT EXISTS (
      SELECT FROM kept_sales WHERE sale_id = s.id AND 'order_taken' = ANY (reasons))`,
  'a kept sale has the key, the seller and the total of its sale, or says that there is none': sql`
    SELECT k.id FROM kept_sales k LEFT JOIN sales s ON s.id = k.sale_id
    WHERE (k.sale_id IS NULL) <> ('sums_differ' = ANY (k.reasons))
      OR k.sale_id IS NOT NULL AND (s.idempotency_key, s.seller_id, s.total_general_cents)
        IS DISTINCT FROM (k.idempotency_key, k.seller_id, k.total_cents)`,
  'a sale has one audit row, of its seller and its total': sql`
    SELECT s.id FROM sales s
    LEFT JOIN audit_events a ON a.action = 'sale.created' AND a.subject_id = s.id
    GROUP BY s.id
    HAVING count(a.id) <> 1 OR min(a.actor_id) <> s.seller_id
      OR min((a.after ->> 'total_general_cents')::bigint) <> s.total_general_cents`,
  'a deleted sale has one audit row of that, others none': sql`
    SELECT s.id FROM sales s
    LEFT JOIN audit_events a ON a.action = 'sale.deleted' AND a.subject_id = s.id
    GROUP BY s.id HAVING count(a.id) <> CASE WHEN s.deleted_at IS NULL THEN 0 ELSE 1 END`,
  'the audit knows no sale that is not there': sql`
    SELECT subject_id AS id FROM audit_events
    WHERE action IN ('sale.created', 'sale.deleted') AND subject_id NOT IN (SELECT id FROM sales)`,
  'the audit holds no CPF': sql`
    SELECT a.id FROM (
      SELECT id, concat_ws(' ', actor_name, before, after) AS content FROM audit_events OFFSET 0) AS a
    JOIN clients c ON position(c.cpf IN a.content) > 0`,
  'a correction is its items and its payments': sql`
    SELECT c.id FROM corrections c
    WHERE c.total_cents <> (
        SELECT coalesce(sum(worth_cents), 0) FROM correction_items WHERE correction_id = c.id)
      OR -c.total_cents <> (
        SELECT coalesce(sum(net_cents), 0) FROM correction_payments WHERE correction_id = c.id)
      OR (c.kind = 'payments') = EXISTS (SELECT FROM correction_items WHERE correction_id = c.id)
    UNION ALL
    SELECT correction_id FROM (
      SELECT correction_id FROM correction_items UNION ALL SELECT correction_id FROM correction_payments
    ) AS parts WHERE correction_id NOT IN (SELECT id FROM corrections)`,
  'no more of a line came back than was sold': sql`
    SELECT c.sale_id AS id FROM correction_items c
    LEFT JOIN sale_items s ON s.sale_id = c.sale_id AND s.line = c.sale_line
    GROUP BY c.sale_id, c.sale_line, s.quantity
    HAVING s.quantity IS NULL OR sum(c.quantity) > s.quantity
      OR sum(c.quantity) <> max(c.returned_before + c.quantity)`,
  'what came back is worth its share of its line': sql`
    WITH share AS (
      SELECT sale_id, line, quantity, i.total_cents,
        general_discount_cents AS discount,
        coalesce(div(i.total_cents * general_discount_cents::numeric, nullif(s.total_cents, 0)), 0)
          AS whole,
        coalesce(mod(i.total_cents * general_discount_cents::numeric, nullif(s.total_cents, 0)), 0)
          AS rest
      FROM sale_items i JOIN sales s ON s.id = i.sale_id
      WHERE sale_id IN (SELECT sale_id FROM corrections)
    ), net AS (
      SELECT sale_id, line, quantity, total_cents - whole - CASE
          WHEN row_number() OVER (PARTITION BY sale_id ORDER BY rest DESC, line)
            <= discount - sum(whole) OVER (PARTITION BY sale_id) THEN 1 ELSE 0 END AS cents
      FROM share
    )
    SELECT c.correction_id AS id FROM correction_items c
    JOIN net ON net.sale_id = c.sale_id AND net.line = c.sale_line
    WHERE worth_cents <> round(cents * (returned_before + c.quantity) / net.quantity)
      - round(cents * returned_before / net.quantity)`,
  'a correction of payments takes out what the sale was paid with': sql`
    SELECT c.id FROM corrections c
    LEFT JOIN LATERAL (
      SELECT max(id) AS id FROM corrections
      WHERE sale_id = c.sale_id AND kind = 'payments' AND id < c.id) AS previous ON true,
    LATERAL (
      SELECT method_name, net_cents FROM sale_payments
      WHERE sale_id = c.sale_id AND payment_method_id IS NOT NULL AND previous.id IS NULL
      UNION ALL SELECT method_name, net_cents FROM correction_payments
      WHERE correction_id = previous.id AND net_cents > 0
      UNION ALL SELECT method_name, net_cents FROM correction_payments
      WHERE correction_id = c.id AND net_cents < 0) AS paid
    WHERE c.kind = 'payments' GROUP BY c.id, method_name HAVING sum(paid.net_cents) <> 0`,
  'the credit of an exchange is in its sale and, below zero, in its correction': sql`
    SELECT coalesce(c.id, sold.sale_id) AS id
    FROM (SELECT id, exchange_sale_id AS sale_id, (
        SELECT sum(-net_cents) FROM correction_payments
        WHERE correction_id = corrections.id AND payment_method_id IS NULL) AS credit
      FROM corrections) AS c
    FULL JOIN (SELECT sale_id, sum(net_cents) AS credit FROM sale_payments
      WHERE payment_method_id IS NULL GROUP BY sale_id) AS sold USING (sale_id)
    WHERE c.credit IS DISTINCT FROM sold.credit`,
  'an exchange and its sale have one key, one maker and one client': sql`
    SELECT c.id FROM corrections c JOIN sales old ON old.id = c.sale_id
    LEFT JOIN sales new ON new.id = c.exchange_sale_id
    LEFT JOIN clients asked ON asked.id = old.client_id
    LEFT JOIN students pupil ON pupil.id = old.student_id
    WHERE c.kind = 'exchange' AND ((new.idempotency_key, new.seller_id)
        IS DISTINCT FROM (c.idempotency_key, c.made_by)
      -- Who was merged before the exchange has the new sale as the one who stays.
      OR new.client_id NOT IN (asked.id, coalesce(asked.merged_into, asked.id))
      OR new.student_id IS DISTINCT FROM pupil.id
        AND new.student_id IS DISTINCT FROM coalesce(pupil.merged_into, pupil.id))`,
  'no key has made two corrections': sql`
    SELECT min(id) AS id FROM corrections GROUP BY idempotency_key HAVING count(*) > 1`,
  'a sale with corrections is there': sql`
    SELECT c.id FROM corrections c LEFT JOIN sales s ON s.id = c.sale_id
    LEFT JOIN sales new ON new.id = c.exchange_sale_id
    WHERE s.id IS NULL OR s.deleted_at IS NOT NULL OR new.deleted_at IS NOT NULL`,
  'a correction has one audit row, of its maker and its worth': sql`
    SELECT c.id FROM corrections c LEFT JOIN audit_events a ON a.subject_id = c.sale_id
      AND a.action IN ('sale.refunded', 'sale.exchanged', 'sale.payments_corrected')
      AND (a.after ->> 'correction')::integer = c.id
    GROUP BY c.id
    HAVING count(a.id) <> 1 OR min(a.actor_id) <> c.made_by
      OR min((a.after ->> 'total_cents')::bigint) <> c.total_cents`,
  'the audit knows no correction that is not there': sql`
    SELECT id FROM audit_events
    WHERE action IN ('sale.refunded', 'sale.exchanged', 'sale.payments_corrected')
      AND (after ->> 'correction')::integer NOT IN (SELECT id FROM corrections)`,
  'a closing is the sales and the corrections that it counted': sql`
    SELECT c.id FROM closings c, LATERAL (
      SELECT count(*) AS sales, coalesce(sum(total_general_cents), 0) AS sold,
        bool_or(s.seller_id <> c.seller_id OR s.business_day <> c.day
          OR s.box_id IS DISTINCT FROM c.box_id) AS of_another
      FROM closing_sales l JOIN sales s ON s.id = l.sale_id WHERE l.closing_id = c.id
    ) AS sold, LATERAL (
      SELECT count(*) AS corrections, count(*) FILTER (WHERE kind <> 'payments') AS refunds,
        coalesce(sum(r.total_cents), 0) AS returned,
        bool_or(r.made_by <> c.seller_id OR r.business_day <> c.day
          OR r.box_id IS DISTINCT FROM c.box_id) AS of_another
      FROM closing_corrections l JOIN corrections r ON r.id = l.correction_id WHERE l.closing_id = c.id
    ) AS corrected
    WHERE sold.of_another OR corrected.of_another OR c.total_cents <> sold - returned
      OR (c.sales_count, c.corrections_count, c.refunds_count, c.returned_cents)
        <> (sales, corrections, refunds, returned)`,
  'a closing is its payment methods': sql`
    SELECT c.id FROM closings c LEFT JOIN closing_payments p ON p.closing_id = c.id
    GROUP BY c.id HAVING c.total_cents <> coalesce(sum(p.net_cents), 0)`,
  'the payment methods of a closing are the net payments of its sales and corrections': sql`
    SELECT closing_id AS id FROM (
      SELECT closing_id, method_name, sum(net_cents) AS net FROM (
        SELECT l.closing_id, p.method_name, p.net_cents
        FROM closing_sales l JOIN sale_payments p USING (sale_id)
        UNION ALL
        SELECT l.closing_id, p.method_name, p.net_cents
        FROM closing_corrections l JOIN correction_payments p USING (correction_id)) AS lines
      GROUP BY closing_id, method_name HAVING sum(net_cents) <> 0) AS sold
    FULL JOIN closing_payments AS closed USING (closing_id, method_name)
    WHERE sold.net IS DISTINCT FROM closed.net_cents`,
  'versions of a closing are numbered without a gap': sql`
    SELECT min(id) AS id FROM closings GROUP BY seller_id, day, box_id HAVING max(version) <> count(*)`,
  'a closing has one audit row': sql`
    SELECT c.id FROM closings c
    LEFT JOIN audit_events a ON a.action = 'box.closed' AND a.subject_id = c.id
    GROUP BY c.id HAVING count(a.id) <> 1`,
};

export const invariants = { ...invariantsOfSales, ...invariantsOfBoxes, ...invariantsOfSums };

export type Invariant = keyof typeof invariants;

/** Returns each violation as "invariant: id of the row". */
export async function violations(db: Db | Tx): Promise<string[]> {
  const found: string[] = [];
  for (const [invariant, query] of Object.entries(invariants)) {
    const { rows } = await sql<{ id: number }>`${query}`.execute(db);
    found.push(...rows.map(({ id }) => `${invariant}: ${id}`));
  }
  return found;
}
