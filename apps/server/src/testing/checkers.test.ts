import { randomUUID } from 'node:crypto';
import { refusals } from '@balcao/contract/refusal.ts';
import { businessDayOf } from '@balcao/domain/business-day.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../database/connection.ts';
import { openTestCounter } from './counter.ts';
import { expectRefusal } from './expect-refusal.ts';
import { type Invariant, violations } from './invariants.ts';

/** Shows that each checker finds planted faults. */

const counter = await openTestCounter(afterAll);
let sale: number;
let closing: number;

beforeAll(async () => {
  const { shop, vera, token, payload } = counter;
  const { body } = await counter.sell(payload, randomUUID());
  await counter.sell({ ...payload, student: null });
  sale = body.id;
  const date = businessDayOf(new Date(body.created_at));
  const closed = await shop.call('closeBox', { token, body: { date, seller_id: vera.id } });
  closing = 'id' in closed.body ? closed.body.id : 0;
  await counter.sell(payload);
});

test('correct books have no violation', async () => {
  expect(closing).toBeGreaterThan(0);
  expect(await violations(counter.shop.owner.db)).toEqual([]);
});

/** Returns the violations after a fault, and rolls it back. */
async function violationsAfter(fault: string): Promise<string[]> {
  const tx = await counter.shop.owner.db.startTransaction().execute();
  try {
    await dropDefences(tx);
    await sql.raw(fault).execute(tx);
    return await violations(tx);
  } finally {
    await tx.rollback().execute();
  }
}

/** Drops triggers, foreign keys, checks and unique keys, so that only the invariants can find a fault. */
async function dropDefences(tx: Tx): Promise<void> {
  await sql`SET LOCAL session_replication_role = replica`.execute(tx);
  await sql`
    DO $$ DECLARE c record; BEGIN
      FOR c IN SELECT conrelid::regclass AS of, conname AS name FROM pg_constraint
        WHERE contype IN ('c', 'u') AND connamespace = 'public'::regnamespace
      LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.of, c.name); END LOOP;
    END $$
  `.execute(tx);
}

/** At least one fault for each invariant. */
const faults: Record<Invariant, [string, ...string[]]> = {
  'a sale is its items': [
    'DELETE FROM sale_items WHERE sale_id = :sale AND line = 2',
    'DELETE FROM sale_items WHERE sale_id = :sale',
    'UPDATE sales SET subtotal_cents = subtotal_cents + 1 WHERE id = :sale',
    'UPDATE sales SET total_cents = total_cents - 1 WHERE id = :sale',
  ],
  'a sale is its net payments': [
    'DELETE FROM sale_payments WHERE sale_id = :sale',
    'UPDATE sale_payments SET net_cents = amount_cents WHERE sale_id = :sale',
    'UPDATE sales SET paid_cents = paid_cents + 1 WHERE id = :sale',
  ],
  'the figures of a sale follow from each other': [
    'UPDATE sales SET change_cents = change_cents + 1 WHERE id = :sale',
    'UPDATE sales SET general_discount_cents = 1 WHERE id = :sale',
  ],
  'an item is its price times its quantity less its discount, half up': [
    'UPDATE sale_items SET quantity = quantity + 1 WHERE sale_id = :sale',
    // 0,33 % of 7,50 is 2,475 centavos, which is rounded to 2.
    `UPDATE sale_items SET discount_hundredths = 33, discount_cents = 3, total_cents = 747
    WHERE sale_id = :sale AND line = 1`,
  ],
  'a payment brings in at most what was handed over': [
    'UPDATE sale_payments SET net_cents = net_cents + 3000 WHERE sale_id = :sale AND line = 2',
  ],
  'change leaves cash first': [
    `UPDATE sale_payments SET net_cents = CASE line WHEN 1 THEN 740 ELSE 5000 END
    WHERE sale_id = :sale`,
  ],
  'lines are numbered without a gap': [
    'UPDATE sale_items SET line = 3 WHERE sale_id = :sale AND line = 2',
  ],
  'items and payments belong to a sale': ['DELETE FROM sales WHERE id = :sale'],
  'no key has made two sales': [
    'UPDATE sales SET idempotency_key = (SELECT idempotency_key FROM sales WHERE id = :sale)',
  ],
  'no parked order was both taken up and sold under its key': [
    `INSERT INTO parked_sales (seller_id, order_key, client_cpf, client_name, student_registration,
      student_name, items, claim, ended_at)
    SELECT seller_id, idempotency_key, '', '', '', '', '[]', gen_random_uuid(), now() FROM sales
    WHERE id = :sale`,
  ],
  'a sale has one audit row, of its seller and its total': [
    "DELETE FROM audit_events WHERE action = 'sale.created' AND subject_id = :sale",
    `INSERT INTO audit_events (actor_id, action, subject_id, after)
    SELECT actor_id, action, subject_id, after FROM audit_events
    WHERE action = 'sale.created' AND subject_id = :sale`,
    "UPDATE audit_events SET actor_id = actor_id + 1 WHERE action = 'sale.created'",
    `UPDATE audit_events SET after = '{"total_general_cents": 1}' WHERE action = 'sale.created'`,
  ],
  'a deleted sale has one audit row of that, others none': [
    'UPDATE sales SET deleted_at = now(), deleted_by = seller_id WHERE id = :sale',
    "INSERT INTO audit_events (action, subject_id) VALUES ('sale.deleted', :sale)",
  ],
  'the audit knows no sale that is not there': [
    "INSERT INTO audit_events (action, subject_id) VALUES ('sale.created', 900)",
  ],
  'the audit holds no CPF': [
    `INSERT INTO audit_events (action, after) VALUES ('client.created', '{"cpf": "52998224725"}')`,
  ],
  'the counts of sales are the sales that they count': [
    'UPDATE sales_counts_progress SET last_sale_id = (SELECT max(id) FROM sales)',
    "INSERT INTO sales_counts (day, live) VALUES ('2026-01-01', 1)",
  ],
  'a closing is the sales that it counted': [
    'DELETE FROM closing_sales WHERE closing_id = :closing AND sale_id = :sale',
    'UPDATE closings SET day = day - 1 WHERE id = :closing',
  ],
  'a closing is its payment methods': [
    'UPDATE closing_payments SET net_cents = net_cents + 1 WHERE closing_id = :closing AND line = 1',
  ],
  'the payment methods of a closing are the net payments of its sales': [
    // The change is subtracted from the wrong method; the total stays right.
    `UPDATE closing_payments SET net_cents = net_cents + CASE line WHEN 1 THEN 1 ELSE -1 END
    WHERE closing_id = :closing`,
  ],
  'versions of a closing are numbered without a gap': [
    'UPDATE closings SET version = 2 WHERE id = :closing',
  ],
  'a closing has one audit row': ["DELETE FROM audit_events WHERE action = 'box.closed'"],
};

const cases = Object.entries(faults).flatMap(([invariant, statements]) =>
  statements.map((fault) => ({ invariant, fault })),
);

test.each(cases)('"$invariant" finds: $fault', async ({ invariant, fault }) => {
  const statement = fault.replaceAll(':sale', String(sale)).replaceAll(':closing', String(closing));
  const found = await violationsAfter(statement);
  expect(found.map((line) => line.split(':')[0])).toContain(invariant);
});

/** Faults that expectRefusal has to find in a response. */
type Fault = { status?: number; type?: string; body?: Record<string, unknown>; write?: string };

const { status, detail } = refusals.unknown_client;

const answering = ({ write, ...fault }: Fault) =>
  expectRefusal(
    counter.shop.owner.db,
    async () => {
      if (write) await sql.raw(write).execute(counter.shop.owner.db);
      const body = {
        type: 'about:blank',
        status,
        code: 'unknown_client',
        detail,
        field: 'body/client',
      };
      return new Response(JSON.stringify({ ...body, ...fault.body }), {
        status: fault.status ?? status,
        headers: { 'content-type': fault.type ?? 'application/problem+json; charset=utf-8' },
      });
    },
    { code: 'unknown_client', field: 'body/client' },
  );

test('a correct refusal passes', async () => {
  await expect(answering({})).resolves.toMatchObject({ status });
});

test.each<[string, Fault]>([
  ['another status than its body says', { status: 400 }],
  ['another status in its body', { body: { status: 400 } }],
  ['another code', { body: { code: 'unknown_student' } }],
  ['another field', { body: { field: 'body/student' } }],
  ['another type', { type: 'application/json' }],
  ['text of a validator', { body: { detail: `${detail} body/client: must be integer.` } }],
  ['a text of its own', { body: { detail: 'Cliente?' } }],
  ['a success', { status: 201 }],
  ['a row added', { write: "INSERT INTO payment_methods (name) VALUES ('Vale')" }],
  ['a row changed', { write: 'UPDATE products SET active = false' }],
  ['a row removed', { write: 'DELETE FROM session_tokens' }],
  ['a row in the audit', { write: "INSERT INTO audit_events (action) VALUES ('sale.created')" }],
])('%s fails', async (_fault, fault) => {
  await expect(answering(fault)).rejects.toThrow();
});
