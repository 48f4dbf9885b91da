import { randomUUID } from 'node:crypto';
import { refusals } from '@balcao/contract/refusal.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../database/connection.ts';
import { countBox, settleBox } from '../features/cash-boxes/count-box.ts';
import { moveCash } from '../features/cash-boxes/move-cash.ts';
import { correctPayments } from '../features/corrections/corrections.service.ts';
import { createExchange } from '../features/corrections/exchange.ts';
import { anOpenBox } from './boxes.ts';
import { aSale } from './builders.ts';
import { anExchangeBody, aRefund } from './corrections.ts';
import { openTestCounter } from './counter.ts';
import { expectRefusal } from './expect-refusal.ts';
import { type Invariant, violations } from './invariants.ts';

/** Shows that each checker finds planted faults. */

const counter = await openTestCounter(afterAll);
let sale: number;
let closing: number;
let box: number;
const made = { corrected: 0, refund: 0, exchange: 0, exchangeSale: 0, payments: 0 };

/** A sale of three pens and a shirt, of which a pen, the shirt and the payments are put right. */
async function correctASale() {
  const { vera, pen, pix, client } = counter;
  const { db, pool } = counter.shop.owner;
  const payments = [{ method: pix, amount: cents(5740) }];
  const items = [{ product: pen, quantity: 3 }, { product: counter.shirt }];
  const sold = await aSale(pool, { seller: vera, client, items, payments });
  const request = <B>(body: B) => {
    const actor = { ...vera, admin: true };
    return { actor, saleId: sold.id, idempotencyKey: randomUUID(), body };
  };
  const refund = await aRefund(db, { sale: sold, maker: vera });
  const units = [{ line: 2, quantity: 1 }];
  const exchanged = await createExchange(
    db,
    request(anExchangeBody(sold, { items: [{ product: pen }], method: pix, units })),
  );
  const corrected = await correctPayments(
    db,
    request({ reason: 'Era dinheiro', payments: [{ method: 'Dinheiro', amount: 57.4 }] }),
  );
  const { correction, sale } = exchanged;
  Object.assign(made, {
    ...{ corrected: sold.id, refund: refund.id, exchange: correction.id },
    ...{ exchangeSale: sale.id, payments: corrected.id },
  });
}

beforeAll(async () => {
  const { shop, vera, token, payload } = counter;
  const { body } = await counter.sell(payload, randomUUID());
  await counter.sell({ ...payload, student: null });
  sale = body.id;
  const date = businessDayOf(new Date(body.created_at));
  const closed = await shop.call('closeBox', { token, body: { date, seller_id: vera.id } });
  closing = 'id' in closed.body ? closed.body.id : 0;
  await counter.sell(payload);
  await correctASale();
  const { db } = shop.owner;
  box = (await anOpenBox(db, vera)).id;
  await correctASale();
  await counter.sell(payload);
  const actor = { ...vera, admin: true };
  const reason = 'Cofre';
  const movement = { kind: 'withdrawal', amount: 10, reason } as const;
  await moveCash(db, { ...movement, actor, idempotencyKey: randomUUID() });
  await countBox(db, { actor, id: box }, { cash: 0 });
  await settleBox(db, { actor, id: box }, { reason });
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
      LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', c.of, c.name); END LOOP;
    END $$
  `.execute(tx);
  await sql`DROP INDEX one_open_box, closings_of_day`.execute(tx);
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
  'a kept sale has the key, the seller and the total of its sale, or says that there is none': [
    ...[
      "idempotency_key, id, seller_id, total_general_cents + 1, '{}'",
      "idempotency_key, id, seller_id + 1, total_general_cents, '{}'",
      "idempotency_key, id, seller_id, total_general_cents, '{sums_differ}'",
      "gen_random_uuid(), id, seller_id, total_general_cents, '{}'",
      "idempotency_key, NULL, seller_id, total_general_cents, '{}'",
    ].map(
      (kept) => `INSERT INTO kept_sales (
        idempotency_key, sale_id, seller_id, total_cents, reasons, request_hash, made_at, device, waiting)
      SELECT ${kept}, request_hash, created_at, gen_random_uuid(), 1 FROM sales WHERE id = :sale`,
    ),
  ] as [string, ...string[]],
  'no parked order was both taken up and sold under its key, unless a kept sale says so': [
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
  'an item adds its share to the total of its sale, on the day of the sale': [
    'UPDATE sale_items SET net_cents = net_cents - 1 WHERE sale_id = :sale AND line = 1',
    'UPDATE sale_items SET business_day = business_day + 1 WHERE sale_id = :sale AND line = 1',
    'UPDATE sale_payments SET business_day = business_day + 1 WHERE sale_id = :sale AND line = 1',
  ],
  'a correction is its items and its payments': [
    'UPDATE corrections SET total_cents = total_cents + 1 WHERE id = :refund',
    'UPDATE correction_payments SET net_cents = net_cents - 1 WHERE correction_id = :refund',
    'DELETE FROM correction_items WHERE correction_id = :refund',
    "UPDATE corrections SET kind = 'payments' WHERE id = :refund",
    'DELETE FROM corrections WHERE id = :payments',
  ],
  'no more of a line came back than was sold': [
    'UPDATE correction_items SET quantity = 4 WHERE correction_id = :refund',
    'UPDATE correction_items SET returned_before = 1 WHERE correction_id = :refund',
    'UPDATE correction_items SET sale_line = 9 WHERE correction_id = :refund',
    `INSERT INTO correction_items SELECT correction_id, sale_id, 2, 0, 1, 0 FROM correction_items
    WHERE correction_id = :refund`,
  ],
  'what came back is worth its share of its line': [
    'UPDATE correction_items SET worth_cents = worth_cents + 1 WHERE correction_id = :refund',
    // A general discount of a real: the pen is worth 4 centavos less.
    `UPDATE sales SET general_discount_cents = 100, total_general_cents = total_general_cents - 100
    WHERE id = :corrected`,
  ],
  'a correction of payments takes out what the sale was paid with': [
    `UPDATE correction_payments SET method_name = 'Dinheiro' WHERE correction_id = :payments`,
    'DELETE FROM correction_payments WHERE correction_id = :payments AND net_cents < 0',
  ],
  'the credit of an exchange is in its sale and, below zero, in its correction': [
    `UPDATE correction_payments SET net_cents = net_cents - 1
    WHERE correction_id = :exchange AND payment_method_id IS NULL`,
    'DELETE FROM correction_payments WHERE correction_id = :exchange AND payment_method_id IS NULL',
    'UPDATE sale_payments SET payment_method_id = NULL WHERE sale_id = :sale AND line = 1',
  ],
  'an exchange and its sale have one key, one maker and one client': [
    'UPDATE corrections SET idempotency_key = gen_random_uuid() WHERE id = :exchange',
    'UPDATE sales SET seller_id = seller_id + 1 WHERE id = :exchange_sale',
    'UPDATE sales SET student_id = 1 WHERE id = :exchange_sale',
    'UPDATE corrections SET exchange_sale_id = NULL WHERE id = :exchange',
  ],
  'no key has made two corrections': [
    `UPDATE corrections SET idempotency_key = (
      SELECT idempotency_key FROM corrections WHERE id = :refund)`,
  ],
  'a sale with corrections is there': [
    'UPDATE sales SET deleted_at = now(), deleted_by = seller_id WHERE id = :corrected',
    'UPDATE sales SET deleted_at = now(), deleted_by = seller_id WHERE id = :exchange_sale',
    'DELETE FROM sales WHERE id = :corrected',
  ],
  'a correction has one audit row, of its maker and its worth': [
    "DELETE FROM audit_events WHERE action = 'sale.refunded'",
    `INSERT INTO audit_events (actor_id, action, subject_id, after)
    SELECT actor_id, action, subject_id, after FROM audit_events WHERE action = 'sale.exchanged'`,
    "UPDATE audit_events SET actor_id = actor_id + 1 WHERE action = 'sale.payments_corrected'",
    "UPDATE audit_events SET after = after || '{\"total_cents\": 1}' WHERE action = 'sale.refunded'",
  ],
  'the audit knows no correction that is not there': [
    `INSERT INTO audit_events (action, subject_id, after)
    VALUES ('sale.refunded', :sale, '{"correction": 900}')`,
  ],
  'a closing is the sales and the corrections that it counted': [
    'DELETE FROM closing_sales WHERE closing_id = :closing AND sale_id = :sale',
    'UPDATE closings SET day = day - 1 WHERE id = :closing',
    'DELETE FROM closing_corrections',
    'UPDATE closings SET returned_cents = returned_cents + 1 WHERE box_id = :box',
    'UPDATE closings SET refunds_count = 0 WHERE box_id = :box',
    'UPDATE corrections SET box_id = NULL',
  ],
  'a closing is its payment methods': [
    'UPDATE closing_payments SET net_cents = net_cents + 1 WHERE closing_id = :closing AND line = 1',
  ],
  'the payment methods of a closing are the net payments of its sales and corrections': [
    // The change is subtracted from the wrong method; the total stays right.
    `UPDATE closing_payments SET net_cents = net_cents + CASE line WHEN 1 THEN 1 ELSE -1 END
    WHERE closing_id = :closing`,
    // What was given back is attributed to the wrong method.
    "UPDATE correction_payments SET method_name = 'Vale'",
  ],
  'versions of a closing are numbered without a gap': [
    'UPDATE closings SET version = 2 WHERE id = :closing',
  ],
  'a closing has one audit row': ["DELETE FROM audit_events WHERE action = 'box.closed'"],
  'a seller has at most one open box': [
    `INSERT INTO cash_boxes (seller_id, seller_name, float_cents)
    SELECT seller_id, seller_name, 0 FROM cash_boxes CROSS JOIN generate_series(1, 2)`,
  ],
  'what is in a box is of its seller and its day': [
    'UPDATE cash_boxes SET seller_id = seller_id + 1',
    "UPDATE cash_boxes SET opened_at = opened_at - interval '1 day'",
    "UPDATE cash_movements SET created_at = created_at - interval '1 day'",
    'UPDATE corrections SET made_by = made_by + 1',
  ],
  'a box that is counted has a count, others none': [
    'DELETE FROM box_counts',
    'UPDATE cash_boxes SET counted_at = NULL',
  ],
  'what a counted box should hold is its float, sales, corrections and movements': [
    'UPDATE cash_boxes SET float_cents = float_cents + 1',
    'UPDATE cash_movements SET amount_cents = amount_cents + 1',
    "UPDATE cash_movements SET kind = 'supply'",
    'UPDATE sales SET box_id = NULL',
    `UPDATE correction_payments SET method_name = CASE method_name WHEN 'Pix' THEN 'Dinheiro' ELSE 'Pix' END`,
    'UPDATE box_counts SET expected_cents = expected_cents - 1',
    `INSERT INTO box_counts SELECT box_id, 2, 'Pix', 1, 0 FROM box_counts`,
  ],
  'a box that is closed has a closing, others none': [
    'DELETE FROM closings WHERE box_id = :box',
    'UPDATE cash_boxes SET closed_at = NULL',
  ],
  'whatever is in a closed box is in its closing': [
    'DELETE FROM closing_sales WHERE closing_id = (SELECT id FROM closings WHERE box_id = :box)',
    'DELETE FROM closing_corrections',
    'UPDATE sales SET box_id = :box WHERE id = :sale',
    'UPDATE sales SET deleted_at = created_at, deleted_by = seller_id WHERE box_id = :box',
  ],
  'a box has one audit row of its opening, its count and each movement': [
    "DELETE FROM audit_events WHERE action = 'box.opened'",
    "DELETE FROM audit_events WHERE action = 'box.counted'",
    "DELETE FROM audit_events WHERE action = 'box.withdrawn'",
    `INSERT INTO audit_events (action, subject_id, after)
    SELECT action, subject_id, after FROM audit_events WHERE action = 'box.withdrawn'`,
  ],
};

const cases = Object.entries(faults).flatMap(([invariant, statements]) =>
  statements.map((fault) => ({ invariant, fault })),
);

test.each(cases)('"$invariant" finds: $fault', async ({ invariant, fault }) => {
  const ids: Record<string, number> = {
    sale,
    closing,
    box,
    ...made,
    exchange_sale: made.exchangeSale,
  };
  const statement = fault.replace(/(?<!:):([a-z_]+)/g, (whole, name) => String(ids[name] ?? whole));
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
