import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Connection, connect } from '../../database/connection.ts';
import { openAnotherApp } from '../../testing/another-app.ts';
import { type Counter, openTestCounter } from '../../testing/counter.ts';
import { openWireTap, type RoundTrip, type WireTap } from '../../testing/wire-tap.ts';
import { openSaleBatches } from './sale-batches.ts';
import { createSale } from './sales.service.ts';

/** What a sale asks of the database, counted on the wire: the number does not depend on the machine. */

const SALE = ['sale-references', 'insert-sales'];
/** At most once a second for each seller, and so not at most sales. */
const SESSION = 'read-session';

let counter: Counter;
let tap: WireTap;
let connection: Connection;
let sell: (key?: string) => Promise<unknown>;

beforeAll(async () => {
  counter = await openTestCounter(afterAll);
  tap = await openWireTap(counter.shop.connection, afterAll);
  connection = connect(tap.config, () => {});
  sell = await counterOn(connection);
  afterAll(() => connection.close());
});

/** Sells through a server of its own on that connection. */
async function counterOn(through: Connection): Promise<typeof sell> {
  const { call } = await openAnotherApp({ connection: through }, afterAll);
  const { token, payload: body } = counter;
  return async (key = randomUUID()) => {
    const { status } = await call('createSale', {
      token,
      body,
      headers: { 'idempotency-key': key },
    });
    expect(status).toBe(201);
  };
}

const namesOf = (roundTrips: readonly RoundTrip[]) =>
  roundTrips.map(({ statement }) => statement).filter((statement) => statement !== SESSION);

test('a sale is two round trips, of statements that each connection parses once', async () => {
  const heard = [];
  for (let sale = 0; sale < 10; sale++) {
    await sell();
    const roundTrips = tap.take();
    expect(namesOf(roundTrips)).toEqual(SALE);
    heard.push(...roundTrips);
  }
  // One after the other they all go over one connection.
  for (const name of [SESSION, ...SALE]) {
    const parsed = heard.filter(({ statement }) => statement === name).map((each) => each.parsed);
    expect(parsed.indexOf(true)).toBe(0);
    expect(parsed.lastIndexOf(true)).toBe(0);
  }
});

test('nor are they planned for each sale', async () => {
  const one = connect({ ...tap.config, max: 1 }, () => {});
  afterAll(() => one.close());
  const sellOnOne = await counterOn(one);
  for (let sale = 0; sale < 20; sale++) await sellOnOne();
  const { rows } = await one.pool.query(
    'SELECT name FROM pg_prepared_statements WHERE custom_plans < generic_plans ORDER BY name',
  );
  expect(rows.map(({ name }) => name)).toEqual(SALE.toSorted());
});

test('whose session it is is asked once a second at most', async () => {
  const began = performance.now();
  for (let sale = 0; sale < 20; sale++) await sell();
  const seconds = (performance.now() - began) / 1_000;
  const asked = tap.take().filter(({ statement }) => statement === SESSION);
  expect(asked.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

test('a session that is asked for at every sale is noticed', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 2_000));
  for (let sale = 0; sale < 5; sale++) await sell();
  const asked = tap.take().filter(({ statement }) => statement === SESSION);
  expect(asked).toHaveLength(5);
});

test('a sale asked for again is three', async () => {
  const key = randomUUID();
  await sell(key);
  tap.take();
  await sell(key);
  expect(namesOf(tap.take())).toEqual([
    'sale-references',
    expect.stringMatching(/FROM sales s WHERE s\.idempotency_key = \$1$/),
    expect.stringContaining('pg_logical_emit_message'),
  ]);
});

test('sales that arrive together are checked and written together', async () => {
  const batches = openSaleBatches(connection.pool, console);
  const { payload: body, vera: seller } = counter;
  const sales = await Promise.all(
    Array.from({ length: 8 }, () =>
      createSale({ db: connection.db, batches }, { body, seller, idempotencyKey: undefined }),
    ),
  );
  expect(new Set(sales.map(({ sale }) => sale.id)).size).toBe(8);
  expect(namesOf(tap.take())).toEqual(SALE);
});

test('a third question is noticed, and so is one that is parsed each time', async () => {
  const wasteful = connect(tap.config, () => {});
  afterAll(() => wasteful.close());
  const query = wasteful.pool.query.bind(wasteful.pool) as (asked: unknown) => Promise<unknown>;
  const asking = async (asked: { name?: string }) => {
    if (asked.name === 'insert-sales') await query({ text: 'SELECT $1::integer', values: [1] });
    return query(asked);
  };
  wasteful.pool.query = asking as unknown as typeof wasteful.pool.query;
  const sellWastefully = await counterOn(wasteful);
  for (let sale = 0; sale < 2; sale++) {
    tap.take();
    await sellWastefully();
    const roundTrips = tap.take();
    const extra = 'SELECT $1::integer';
    expect(namesOf(roundTrips)).toEqual(['sale-references', extra, 'insert-sales']);
    expect(roundTrips).toContainEqual({ statement: extra, parsed: true });
  }
});
