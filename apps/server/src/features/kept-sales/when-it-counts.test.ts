import { randomUUID } from 'node:crypto';
import type { NewKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { hold, untilBlocked } from '../../testing/books.ts';
import { anOpenBox, closeBoxOf, setCashBox } from '../../testing/boxes.ts';
import { aSale, aUser, type BuiltUser } from '../../testing/builders.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { aKeptSale } from '../../testing/kept-sales.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';
import { whenItCounts } from './when-it-counts.ts';

/** The day and the box of a sale that a counter kept. */

const counter = await openTestCounter(afterAll);
const { shop, pen, cash, client, payload } = counter;
const { db, pool } = shop.owner;
const today = businessDayOf(new Date());
const yesterday = addDays(today, -1);
const at = (day: BusinessDay, time: string) => new Date(`${day}T${time}:00-03:00`);
const items = [{ product: pen, quantity: 4 }];
const payments = [{ method: cash, amount: cents(1_000) }];

let seller: BuiltUser;
let token: string;

beforeEach(async () => {
  await setCashBox(db, 'simple');
  seller = await aUser(db);
  token = await anAccess(db, seller.id);
  await db
    .updateTable('sessions')
    .set({ started_at: at(addDays(today, -9), '00:00') })
    .execute();
});

afterEach(async () => {
  await closeBoxOf(db, seller);
  expect(await violations(db)).toEqual([]);
});

const send = async (changed: Partial<NewKeptSale> = {}) => {
  const body = aKeptSale({ client, items, payments }, changed);
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await shop.call('createKeptSale', { token, body, headers });
  const stored = db.selectFrom('sales').select(['business_day', 'box_id', 'created_at']);
  const sale = await stored.where('id', '=', answer.body.sale?.id ?? 0).executeTakeFirst();
  return { ...answer, reasons: answer.body.reasons, sale };
};
const madeYesterday = { made_at: at(yesterday, '13:00').toISOString() };
const close = async (date: BusinessDay) =>
  (await shop.call('closeBox', { token, body: { date, seller_id: seller.id } })).body;
const past = (createdAt: Date) => aSale(pool, { seller, client, items, payments, createdAt });

test('it counts on its day, as long as that has no closing of its seller', async () => {
  const { sale, reasons } = await send(madeYesterday);
  expect([sale?.business_day, reasons]).toEqual([yesterday, ['late']]);
  const other = await aUser(db);
  await aSale(pool, { seller: other, client, items, payments, createdAt: at(yesterday, '09:00') });
  const body = { date: yesterday, seller_id: other.id };
  await shop.call('closeBox', { token: await anAccess(db, other.id), body });
  expect((await send(madeYesterday)).sale?.business_day).toBe(yesterday);
  const closing = await close(yesterday);
  expect(closing).toMatchObject({ sales_count: 2, total_final: 20 });
  expect(closing).not.toHaveProperty('kept');
});

test('a day that was closed stays, and the closing of today says what it has of it', async () => {
  await past(at(yesterday, '09:00'));
  const first = await close(yesterday);
  for (let sales = 0; sales < 2; sales++) {
    const { sale, reasons } = await send(madeYesterday);
    expect([sale?.business_day, reasons]).toEqual([today, ['late', 'box_closed']]);
  }
  await send();
  expect(await close(yesterday)).toEqual(first);
  const closing = await close(today);
  expect(closing).toMatchObject({ sales_count: 3, total_final: 30, kept: { count: 2, total: 20 } });
  const chief = await anAccess(db, (await aUser(db, { admin: true })).id);
  const query = { startDate: today, endDate: today, search: seller.name };
  const listed = await shop.call('listClosings', { token: chief, query });
  expect(listed.body).toMatchObject([closing]);
});

test('the box that was open then and still is has it, though it was left open', async () => {
  await setCashBox(db, 'counted');
  const box = await anOpenBox(db, seller, { openedAt: at(yesterday, '12:00') });
  const { sale, reasons } = await send(madeYesterday);
  expect(sale).toEqual({
    ...{ business_day: yesterday, box_id: box.id, created_at: at(yesterday, '13:00') },
  });
  expect(reasons).toEqual(['late']);
  // Before it was opened, and after midnight.
  for (const made_at of [at(yesterday, '11:00'), new Date()]) {
    const other = await send({ made_at: made_at.toISOString() });
    expect(other.sale).toMatchObject({ business_day: today, box_id: null });
    expect(other.reasons).toContain('box_closed');
  }
});

test('another box of today has it now; without one it is in none', async () => {
  await setCashBox(db, 'counted');
  await anOpenBox(db, seller, { openedAt: at(yesterday, '12:00') });
  await closeBoxOf(db, seller);
  const none = await send(madeYesterday);
  expect([none.sale?.box_id, none.reasons]).toEqual([null, ['late', 'box_closed']]);
  const box = await anOpenBox(db, seller);
  const now = await send(madeYesterday);
  expect(now.sale).toMatchObject({ business_day: today, box_id: box.id });
  expect(now.reasons).toEqual(['late', 'box_closed']);
  const own = await send();
  expect([own.sale?.box_id, own.reasons]).toEqual([box.id, []]);
  const disbelieved = await send({ made_at: at(addDays(today, -5), '13:00').toISOString() });
  expect(disbelieved.sale).toMatchObject({ business_day: today, box_id: box.id });
  expect(disbelieved.reasons).toEqual(['late', 'too_old']);
});

test('a shop that has gone back to days leaves an open box its sales', async () => {
  const box = await anOpenBox(db, seller, { openedAt: at(yesterday, '12:00') });
  expect((await send(madeYesterday)).sale?.box_id).toBe(box.id);
});

const closeMonth = (day: BusinessDay) =>
  sql`
  INSERT INTO month_closings (month, version, idempotency_key, request_hash, closed_at, closed_by,
    closed_by_name, total_cents, figures, fingerprint, deleted_sales, corrections, closed_boxes)
  SELECT date_trunc('month', ${day}::date), 1, gen_random_uuid(), sha256(''), now(), id, name, 0, '{"open":[]}',
    sha256('{"open":[]}'), '{}', '{}', '{}' FROM users LIMIT 1`.execute(db);

test('in a closed month it counts now', async () => {
  const madeAt = at('2025-10-31' as BusinessDay, '23:00');
  const now = at('2025-11-01' as BusinessDay, '09:00');
  const asked = { sellerId: seller.id, madeAt, now, doubts: { late: true } };
  const place = () => db.transaction().execute((tx) => whenItCounts(tx, asked));
  expect(await place()).toEqual({ at: madeAt, boxId: null, why: {} });
  await closeMonth('2025-10-01' as BusinessDay);
  expect(await place()).toEqual({
    at: now,
    boxId: null,
    why: { month_closed: true, box_closed: false },
  });
});

test('a clock in a closed month records nothing; one behind the newest sale does not matter', async () => {
  await closeMonth(today);
  const before = await tableSnapshot(db);
  expect((await send()).outcome).toBe('clock_in_closed_month');
  expect(await tableSnapshot(db)).toEqual(before);
  await sql`DELETE FROM month_closings`.execute(db);

  const ahead = await past(new Date(Date.now() + 3_600_000));
  const sell = () => shop.call('createSale', { token, body: { ...payload, student: null } });
  expect((await sell()).outcome).toBe('clock_behind');
  expect((await send()).reasons).toEqual([]);
  // It says nothing of the clock, which is still behind.
  expect((await sell()).outcome).toBe('clock_behind');
  const chief = await anAccess(db, (await aUser(db, { admin: true })).id);
  await shop.call('deleteSale', { token: chief, id: ahead.id });
  expect((await sell()).status).toBe(201);
});

test('a closing that is made meanwhile waits for it, and counts it', async () => {
  const asked = {
    sellerId: seller.id,
    madeAt: at(yesterday, '13:00'),
    now: new Date(),
    doubts: {},
  };
  const letGo = await hold(db, async (tx) => {
    await whenItCounts(tx, asked);
  });
  await past(at(yesterday, '09:00'));
  const closing = close(yesterday);
  await untilBlocked(db);
  await letGo();
  expect(await closing).toMatchObject({ sales_count: 1 });
});
