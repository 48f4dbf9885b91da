import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { saleCommand } from '../features/sales/sale-command.ts';
import { readSaleReferences } from '../features/sales/sale-references.repository.ts';
import { aSale } from '../testing/builders.ts';
import { openTestCounter } from '../testing/counter.ts';

/** A sale costs the same after a million of them, because PostgreSQL scans no table of sales. */

const TABLES = ['sales', 'sale_items', 'sale_payments'];

const counter = await openTestCounter(afterAll);
const { owner } = counter.shop;

/** The scans of those tables during `work`. */
async function scansDuring(
  work: (session: pg.PoolClient) => Promise<unknown>,
): Promise<Record<string, number>> {
  const session = await owner.pool.connect();
  try {
    // One transaction, because statistics are per transaction.
    await session.query('BEGIN');
    await work(session);
    const { rows } = await session.query(
      `SELECT relname, seq_scan::integer FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)`,
      [TABLES],
    );
    return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, seq_scan]));
  } finally {
    await session.query('COMMIT');
    // Each measurement needs new plans, and a pooled session keeps its plans.
    session.release(true);
  }
}

const reference = () => saleCommand(counter.payload, counter.vera.id, randomUUID());

/** The scans while a sale is looked up, written and checked. */
function scansOfASale() {
  const { vera, client, pen, shirt, cash } = counter;
  return scansDuring(async (session) => {
    await readSaleReferences(session, [reference()]);
    await aSale(session, {
      seller: vera,
      client,
      items: [{ product: pen }, { product: shirt }],
      payments: [{ method: cash, amount: cents(6_000) }],
    });
    // Runs the checks of the commit now.
    await session.query('SET CONSTRAINTS ALL IMMEDIATE');
  });
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
  // The last test, because PostgreSQL plans the checks of foreign keys by these statistics too.
  await owner.pool.query('ANALYZE sales');
  const scans = await scansDuring(async (session) => {
    // A plan is kept from the sixth time on.
    for (let times = 0; times < 10; times++) {
      await readSaleReferences(session, [reference(), reference()]);
    }
  });
  expect(scans).toMatchObject({ sales: 0 });
});
