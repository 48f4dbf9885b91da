import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { asPool } from '../../database/transaction.ts';
import { hold, untilBlocked } from '../../testing/books.ts';
import { openBoxCounter } from '../../testing/box-counter.ts';
import { anOpenBox, closeBoxOf, setCashBox } from '../../testing/boxes.ts';
import { aSale } from '../../testing/builders.ts';
import { aRefund, aRefundBody } from '../../testing/corrections.ts';
import { violations } from '../../testing/invariants.ts';
import { deleteSale } from '../sales/sales.service.ts';
import { countBox } from './count-box.ts';
import { moveCash } from './move-cash.ts';

/** What meets the count of its box is in it, or finds the box counted; never in none or both. */

const counter = await openBoxCounter(afterAll);
const { shop, vera, client, pen, cash, admin, open, move, count, settle, own, sell } = counter;
const { db } = shop.owner;
const actor = { ...vera, admin: true };

afterEach(async () => {
  await closeBoxOf(db, vera);
  await setCashBox(db, 'counted');
  expect(await violations(db)).toEqual([]);
});

const items = [{ product: pen }];
const payments = [{ method: cash, amount: cents(250) }];
/** Of 2,50 in cash. */
const aPenSold = (tx: Parameters<typeof aSale>[0] = shop.owner.pool) =>
  aSale(tx, { seller: vera, client, items, payments });

const opened = async () => (await open(100)).body.id;
const moveTenIn = { kind: 'supply', amount: 10, reason: 'Troco', actor } as const;
const refundOf = (sale: Awaited<ReturnType<typeof aPenSold>>) =>
  shop.call('createRefund', {
    token: admin,
    id: sale.id,
    headers: { 'idempotency-key': randomUUID() },
    body: aRefundBody(sale),
  });

/** Counts the box while `work` is being written, and returns what the count expected. */
async function countDuring(box: number, work: Parameters<typeof hold>[1]) {
  const letGo = await hold(db, work);
  const counting = count(box, { cash: 0 });
  await untilBlocked(db);
  await letGo();
  return (await counting).body.box.counts?.[0]?.expected;
}

/** Makes the request while a count of exactly `cashCounted` is being saved. */
async function duringCountOf<T>(box: number, cashCounted: number, request: () => Promise<T>) {
  const letGo = await hold(db, (tx) => countBox(tx, { actor, id: box }, { cash: cashCounted }));
  const waiting = request();
  await untilBlocked(db);
  await letGo();
  return waiting;
}

test('a sale, a movement or a return that is being written is in the count', async () => {
  const box = await opened();
  expect(await countDuring(box, (tx) => aPenSold(asPool(tx)))).toBe(102.5);
  await closeBoxOf(db, vera);
  const moved = await opened();
  const move = { ...moveTenIn, idempotencyKey: randomUUID() };
  expect(await countDuring(moved, (tx) => moveCash(tx, move))).toBe(110);
  await closeBoxOf(db, vera);
  const corrected = await opened();
  const sale = await aPenSold();
  expect(await countDuring(corrected, (tx) => aRefund(tx, { sale, maker: vera }))).toBe(100);
});

test('a sale that meets the count finds the box closed, and is in the next one', async () => {
  const box = await opened();
  const key = randomUUID();
  const refused = await duringCountOf(box, 100, () => sell(key));
  expect(refused.problem.code).toBe('box_not_open');
  const next = await opened();
  const sold = await sell(key);
  expect(sold.status).toBe(201);
  expect((await counter.look(next)).body.sales_count).toBe(1);
  await count(next, { cash: 127.4 });
  // The answer was lost: the sale is there, although its box has closed.
  expect((await sell(key)).body).toEqual(sold.body);
});

test('where no box is asked for, a sale that meets the count belongs to the day', async () => {
  const box = await opened();
  await setCashBox(db, 'simple');
  const sold = await duringCountOf(box, 100, () => sell());
  expect(sold.status).toBe(201);
  expect((await counter.closeDay()).body).toMatchObject({ last_sale: sold.body.id });
});

test('a movement or a return that meets the count finds the box closed', async () => {
  const box = await opened();
  const moved = await duringCountOf(box, 100, () => move({ kind: 'supply', amount: 10 }));
  expect(moved.problem.code).toBe('box_not_open');
  const next = await anOpenBox(db, counter.chief);
  const sale = await aSaleOfToday();
  const letGo = await hold(db, (tx) => countBox(tx, { actor, id: next.id }, { cash: 50 }));
  const returning = refundOf(sale);
  await untilBlocked(db);
  await letGo();
  expect((await returning).problem.code).toBe('box_not_open');
});

/** In a box that is closed again. */
async function aSaleOfToday() {
  await opened();
  const sale = await aPenSold();
  await closeBoxOf(db, vera);
  return sale;
}

test('a deletion that meets the count is in the closing, one before it is not', async () => {
  const box = await opened();
  const [first, second] = [await aPenSold(), await aPenSold()];
  expect(await countDuring(box, (tx) => deleteSale(tx, actor, first.id))).toBe(102.5);
  await settle(box, { reason: 'Falta' }, admin);
  const next = await opened();
  const third = await aPenSold();
  const deleted = await duringCountOf(next, 0, () =>
    shop.call('deleteSale', { token: admin, id: third.id }),
  );
  expect(deleted.status).toBe(200);
  const { closing } = (await settle(next, { reason: 'Falta' }, admin)).body;
  expect(closing).toMatchObject({ sales_count: 1, first_sale: third.id });
  expect(second.id).toBeLessThan(third.id);
});

test('of two openings at once one is made', async () => {
  const answers = await Promise.all([open(10), open(20), open(30)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const made = answers.find(({ status }) => status === 201);
  expect((await own()).box).toEqual(made?.body);
});

test('of two counts at once one is saved', async () => {
  const next = await opened();
  const other = await duringCountOf(next, 7, () => count(next, { cash: 8 }));
  expect(other.problem.code).toBe('box_counted');
});

test('of many sales that meet a count each is in the box, or refused', async () => {
  const box = await opened();
  const selling = Array.from({ length: 8 }, () => sell());
  const [counted, ...answers] = await Promise.all([count(box, { cash: 0 }), ...selling]);
  const sold = answers.filter(({ status }) => status === 201);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const cents = 10_000 + sold.length * 2_740;
  expect(counted.body.box.counts?.[0]?.expected).toBe(cents / 100);
  const { closing } = (await settle(box, { reason: 'Falta' }, admin)).body;
  expect(closing?.sales_count).toBe(sold.length);
});
