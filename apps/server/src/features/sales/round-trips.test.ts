import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Connection, connect } from '../../database/connection.ts';
import { openAnotherApp } from '../../testing/app.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { listenTo } from '../../testing/statements.ts';
import { createSale } from './record-sale.ts';
import { openSaleBatches } from './sale-batches.ts';

/** The round trips of a sale to the database: their number does not depend on the machine. */

const SALE = ['sale-references', 'insert-sales'];
const SESSION = 'read-session';

const counter = await openTestCounter(afterAll);
const { connection } = counter.shop;
const { sell, take } = await counterOn(connection, afterAll);

/** Sells through another server, and returns its round trips by their names or texts. */
async function counterOn(through: Connection, whenOver = onTestFinished) {
  const { call } = await openAnotherApp({ connection: through }, whenOver);
  const heard = listenTo(through.pool);
  const { token, payload: body } = counter;
  return {
    async sell(key = randomUUID() as string) {
      const headers = { 'idempotency-key': key };
      expect((await call('createSale', { token, body, headers })).status).toBe(201);
    },
    take: () => heard.splice(0).map(({ name, text }) => name ?? text),
  };
}

const withoutSession = (roundTrips: string[]) => roundTrips.filter((name) => name !== SESSION);

test('a sale is two round trips', async () => {
  for (let sale = 0; sale < 10; sale++) {
    await sell();
    expect(withoutSession(take())).toEqual(SALE);
  }
});

test('the statements of a sale are parsed once per connection, and not planned for each sale', async () => {
  const { options } = connection.pool;
  const one = connect({ ...options, password: options.password as string, max: 1 }, () => {});
  onTestFinished(() => one.close());
  const { sell: sellOnOne } = await counterOn(one);
  for (let sale = 0; sale < 20; sale++) await sellOnOne();
  const { rows } = await one.pool.query(`
    SELECT name, custom_plans + generic_plans AS runs FROM pg_prepared_statements
    WHERE custom_plans < generic_plans AND name <> '${SESSION}' ORDER BY name`);
  expect(rows).toEqual(SALE.toSorted().map((name) => ({ name, runs: 20 })));
});

test('the session is read at most once a second', async () => {
  take();
  const began = performance.now();
  for (let sale = 0; sale < 20; sale++) await sell();
  const seconds = (performance.now() - began) / 1_000;
  const reads = take().filter((name) => name === SESSION);
  expect(reads.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

test('reading the session at every sale would be seen', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 2_000));
  for (let sale = 0; sale < 5; sale++) await sell();
  expect(take().filter((name) => name === SESSION)).toHaveLength(5);
});

test('a retry of a recorded sale is three round trips', async () => {
  const key = randomUUID();
  await sell(key);
  take();
  await sell(key);
  expect(withoutSession(take())).toEqual([
    'sale-references',
    expect.stringMatching(/FROM sales s WHERE s\.idempotency_key = \$1$/),
    expect.stringContaining('pg_logical_emit_message'),
  ]);
});

test('sales that arrive together share their round trips', async () => {
  const statements = openSaleBatches(connection.pool, console);
  const { payload: body, vera: seller } = counter;
  const sales = await Promise.all(
    Array.from({ length: 8 }, () =>
      createSale({ db: connection.db, statements }, { body, seller, key: undefined }),
    ),
  );
  expect(new Set(sales.map(({ sale }) => sale.id)).size).toBe(8);
  expect(take()).toEqual(SALE);
});
