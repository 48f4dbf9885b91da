import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saleCommand } from '../features/sales/sale-command.ts';
import { readSaleReferences } from '../features/sales/sale-references.repository.ts';
import { aSale } from '../testing/builders.ts';
import { type Counter, openTestCounter } from '../testing/counter.ts';
import type { Connection } from './connection.ts';

/** A sale costs the same after a million of them, because PostgreSQL scans no table of sales. */

const TABLES = ['sales', 'sale_items', 'sale_payments'];

let counter: Counter;
let owner: Connection;

beforeAll(async () => {
  counter = await openTestCounter(afterAll);
  ({ owner } = counter.shop);
});

/** The scans of those tables while a sale is looked up, written and checked. */
async function scansOfASale(): Promise<Record<string, number>> {
  const { vera, client, pen, shirt, cash } = counter;
  const session = await owner.pool.connect();
  try {
    await session.query('BEGIN');
    const command = saleCommand(counter.payload, vera.id);
    await readSaleReferences(session, [{ command, idempotencyKey: randomUUID() }]);
    await aSale(session, {
      seller: vera,
      client,
      items: [{ product: pen }, { product: shirt }],
      payments: [{ method: cash, amount: cents(6_000) }],
    });
    // Runs the checks of the commit now, because statistics are per transaction.
    await session.query('SET CONSTRAINTS ALL IMMEDIATE');
    const { rows } = await session.query(
      `SELECT relname, seq_scan::integer FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)`,
      [TABLES],
    );
    return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, seq_scan]));
  } finally {
    await session.query('COMMIT');
    // Each sale needs new plans, and a pooled session keeps its plans.
    session.release(true);
  }
}

const NONE = Object.fromEntries(TABLES.map((name) => [name, 0]));

test('a sale reads no other sale, in the first hour of a shop too', async () => {
  expect(await scansOfASale()).toEqual(NONE);
  for (let times = 0; times < 50; times++) await counter.sell(counter.payload);
  expect(await scansOfASale()).toEqual(NONE);
});

test('a check that joins the lines with the sales is noticed', async () => {
  await sql`
    CREATE OR REPLACE FUNCTION refuse_late_sale_lines() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM added JOIN sales AS made ON made.id = added.sale_id
        WHERE made.xmin <> pg_current_xact_id()::xid
      ) THEN
        RAISE EXCEPTION 'late' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$`.execute(owner.db);
  expect(await scansOfASale()).toEqual({ ...NONE, sales: 1 });
});

test('keys are looked up by the index, though reading the few sales was the cheapest plan once', async () => {
  const command = saleCommand(counter.payload, counter.vera.id);
  const asked = () => ({ command, idempotencyKey: randomUUID() });
  // The last test, because PostgreSQL plans the checks of foreign keys by these statistics too.
  await owner.pool.query('ANALYZE sales');
  const session = await owner.pool.connect();
  try {
    // One transaction, because statistics are per transaction. A plan is kept from the sixth time on.
    await session.query('BEGIN');
    for (let times = 0; times < 10; times++) await readSaleReferences(session, [asked(), asked()]);
    const { rows } = await session.query(
      "SELECT seq_scan::integer FROM pg_stat_xact_user_tables WHERE relname = 'sales'",
    );
    expect(rows).toEqual([{ seq_scan: 0 }]);
  } finally {
    await session.query('COMMIT');
    session.release(true);
  }
});
