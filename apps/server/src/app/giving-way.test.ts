import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { RouteName } from '@balcao/contract/api/routes.ts';
import { withCheckDigits } from '@balcao/domain/cpf.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestShop, type Sent } from '../testing/app.ts';
import { hold, untilBlocked } from '../testing/books.ts';
import { aPaymentMethod, aSale, aUser, saleParts } from '../testing/builders.ts';
import { anAccess, aVisitor } from '../testing/signed-in.ts';
import { aStatement, aStatementLine } from '../testing/valid-bank-calls.ts';

const ROWS = 300;
/** A row takes a millisecond of the clock of these tests, so a slice is as many rows on any machine. */
const ROWS_OF_A_SLICE = 5;

let clock = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock++);
  vi.spyOn(timers, 'setImmediate');
  syncBuiltinESMExports();
  return () => {
    vi.mocked(timers.setImmediate).mockRestore();
    syncBuiltinESMExports();
  };
});

const shop = await openTestShop(afterAll);
const { token } = await aVisitor(shop, { admin: true });
const { db } = shop.owner;

await sql`INSERT INTO products (code, name, price_cents, active)
  SELECT n, 'Lápis', 100, true FROM generate_series(1, ${ROWS}::integer) AS n`.execute(db);

const list = <Row>(make: (at: number) => Row, rows = ROWS) =>
  Array.from({ length: rows }, (_, at) => make(at + 1));

/** Makes a call that goes through its rows so many times, and lets others run between all slices of them. */
async function expectToGiveWay<N extends RouteName>(
  name: N,
  sent: Sent<N>,
  times: number,
  rows = ROWS,
) {
  vi.mocked(timers.setImmediate).mockClear();
  const answer = await shop.call(name, { token, ...sent });
  expect(answer.problem?.detail, name).toBeUndefined();
  const slices = Math.floor(rows / ROWS_OF_A_SLICE) - 1;
  expect(vi.mocked(timers.setImmediate).mock.calls.length, name).toBeGreaterThanOrEqual(
    times * slices,
  );
  return answer.body;
}

const cpf = (at: number) => withCheckDigits(`${100_000_000 + at}`);

test.each<[string, number, (at: number) => object]>([
  ['Products', 3, (at) => ({ code: `C${at}`, name: `Caneta ${at}`, price: '1,50' })],
  ['Delivery', 3, (at) => ({ code: `${at}`, quantity: '2' })],
  ['Lists', 4, (at) => ({ code: `L${at}`, list: 'Ano', product: `${at}`, quantity: '1' })],
  // Who has which number, name and class, the zeros that are lost, and who is new.
  ['Roll', 12, (at) => ({ registration: `${at}`, student: 'Bia', cpf: cpf(at), client: 'Ana' })],
])(
  'a preview and an import of %s let sales be made between their rows',
  async (what, times, row) => {
    const body = {
      rows: list((at) => ({ line: at + 2, ...row(at) })),
    } as Sent<'importProducts'>['body'];
    const compare = `compare${what}` as 'compareProducts';
    const { preview } = await expectToGiveWay(compare, { body } as Sent<'compareProducts'>, times);
    const sent = {
      body: { ...body, preview },
      ...(what === 'Delivery' && { headers: { 'idempotency-key': crypto.randomUUID() } }),
    } as Sent<'importProducts'>;
    await expectToGiveWay(`import${what}` as 'importProducts', sent, times);
  },
);

test('so do what the bank received and sent, and what a line may be', async () => {
  const day = '2026-03-02';
  const lines = list((at) => aStatementLine({ day, kind: at % 2 ? 'pix' : 'sent' }), 2 * ROWS);
  expect((await shop.call('addStatement', { token, body: aStatement(lines) })).status).toBe(200);
  const query = { startDate: '2026-03-01', endDate: '2026-03-31' };
  const { results } = await expectToGiveWay('comparePix', { query }, 2);
  await expectToGiveWay('compareReturns', { query }, 2);

  const { client, items, payments } = await saleParts(db);
  const [pix, seller] = [await aPaymentMethod(db, { name: 'Pix da loja' }), await aUser(db)];
  const paid = payments.map(({ amount }) => ({ method: pix, amount }));
  const createdAt = new Date(`${day}T09:00:00-03:00`);
  const sales = 30;
  for (const _ of list(() => null, sales)) {
    await aSale(shop.owner.pool, { seller, client, items, payments: paid, createdAt });
  }
  const params = { id: `${results[0]?.line?.id}` };
  expect(await expectToGiveWay('listJoinable', { params }, 2, sales)).toHaveLength(sales);
});

test('of twelve previews of several administrators one is under way, and other lists are read', async () => {
  const admins = await Promise.all(
    list(async () => anAccess(db, (await aUser(db, { admin: true })).id), 4),
  );
  const release = await hold(db, (tx) =>
    sql`LOCK TABLE students IN ACCESS EXCLUSIVE MODE`.execute(tx),
  );
  const rows = [{ line: 2, registration: '1', student: 'Bia' }];
  const previews = [...admins, ...admins, ...admins].map((of) =>
    shop.call('compareRoll', { token: of, body: { rows } }),
  );
  await untilBlocked(db);
  for (const of of admins) {
    expect((await shop.call('listActiveProducts', { token: of })).status).toBe(200);
  }
  const { rows: waiting } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  expect(waiting).toHaveLength(1);
  await release();
  const answers = await Promise.all(previews);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
});
