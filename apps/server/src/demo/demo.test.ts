import { hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from '../features/audit/verify-audit.ts';
import { pixPayments } from '../features/bank/pix-payments.ts';
import { makeFirstPaymentMethods } from '../features/payment-methods/payment-methods.service.ts';
import { makeFirstAdministrator } from '../features/users/first-start.ts';
import { openTestShop, type TestShop } from '../testing/app.ts';
import { KEY, sealAll } from '../testing/audit-chain.ts';
import { anOpenBox, setCashBox } from '../testing/boxes.ts';
import { violations } from '../testing/invariants.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';
import { instantOf, minutesOf } from './calendar.ts';
import {
  administrator,
  markAsSample,
  NotADemo,
  openDemo,
  refuseRealShop,
  signInWords,
} from './demo.ts';
import { sellers } from './sign-ins.ts';

const quiet = () => {};
const now = new Date();
const today = businessDayOf(now);

async function firstStart({ connection: { db } }: TestShop) {
  await makeFirstAdministrator(db, administrator);
  await makeFirstPaymentMethods(db);
  await markAsSample(db);
}

const shop = await openTestShop(afterAll);
await firstStart(shop);
await openDemo(shop.owner, { now, days: 90, say: quiet });

async function one<T>(query: string, from: TestShop = shop): Promise<T> {
  const { rows } = await from.owner.pool.query(query);
  return rows[0] as T;
}

test('there is a shop full of everything', async () => {
  const counts = await one<Record<string, number>>(`
    SELECT (SELECT count(*) FROM users) AS users,
      (SELECT count(*) FROM payment_methods) AS methods,
      (SELECT count(*) FROM products WHERE active) AS products,
      (SELECT count(*) FROM products WHERE NOT active) AS inactive,
      (SELECT count(*) FROM clients) AS clients, (SELECT count(*) FROM students) AS students,
      (SELECT count(*) FROM sales) AS sales,
      (SELECT count(*) FROM sales WHERE deleted_at IS NOT NULL) AS deleted,
      (SELECT count(*) FROM closings WHERE version > 1) AS "closedTwice",
      (SELECT count(*) FROM sale_payments WHERE line > 1) AS split,
      (SELECT count(*) FROM corrections WHERE kind = 'refund') AS refunds,
      (SELECT count(*) FROM corrections WHERE kind = 'payments') AS "paymentsCorrected",
      (SELECT max(line) FROM sale_items) AS "largestBasket"`);
  expect(counts).toMatchObject({ users: 5, methods: 5, clients: 400, students: 500 });
  expect(counts.products).toBeGreaterThan(290);
  expect(counts.inactive).toBeGreaterThan(5);
  expect(counts.sales).toBeGreaterThan(4_000);
  expect(counts.sales).toBeLessThan(6_000);
  for (const some of ['deleted', 'closedTwice', 'split', 'refunds', 'paymentsCorrected']) {
    expect(counts[some], some).toBeGreaterThan(0);
  }
  expect(counts.largestBasket).toBe(8);
});

test('no page of the back office is empty', async () => {
  const found = await one<Record<string, number>>(`
    SELECT (SELECT count(*) FROM stock_movements WHERE kind = 'delivery') AS deliveries,
      (SELECT count(*) FROM stock_movements WHERE kind IN ('loss', 'damage')) AS losses,
      (SELECT count(*) FROM stock_counts WHERE outcome = 'applied') AS counts,
      (SELECT count(*) FROM stock_count_results WHERE quantity <> expected) AS "countedOff",
      (SELECT count(*) FROM stock_minimums) AS sizes,
      (SELECT count(*) FROM material_lists) AS lists,
      (SELECT count(*) FROM box_counts WHERE counted_cents < expected_cents) AS differences,
      (SELECT count(*) FROM corrections WHERE kind = 'refund') AS returns,
      (SELECT count(*) FROM corrections WHERE kind = 'exchange') AS exchanges,
      (SELECT count(*) FROM bank_lines WHERE sale_id IS NULL) AS unknown,
      (SELECT count(*) FROM month_closings) AS months,
      (SELECT count(*) FROM parked_sales WHERE for_anyone AND ended_at IS NULL) AS parked`);
  expect.soft(found.deliveries, 'deliveries').toBe(1);
  expect.soft(found.losses, 'losses').toBe(2);
  expect.soft(found.counts, 'counts').toBe(1);
  expect.soft(found.countedOff, 'pieces that a count found wrong').toBe(2);
  expect.soft(found.sizes, 'sizes of the counted model').toBe(11);
  expect.soft(found.lists, 'lists of material').toBe(3);
  expect.soft(found.differences, 'counted days with a difference').toBe(1);
  expect.soft(found.returns, 'returns').toBeGreaterThan(0);
  expect.soft(found.exchanges, 'exchanges').toBeGreaterThan(0);
  expect.soft(found.unknown, 'Pix that the shop has not sold').toBeGreaterThan(0);
  expect.soft(found.months, 'closed months').toBe(1);
  expect.soft(found.parked, 'parked orders').toBe(1);
});

test('the statement has what is there, what is missing and what nobody knows', async () => {
  const to = addDays(today, -1);
  const payments = await pixPayments(shop.owner.db, { from: addDays(today, -7), to });
  expect(payments.some(({ bank }) => bank)).toBe(true);
  expect(payments.some(({ bank }) => !bank)).toBe(true);
});

test('the numbers of people are well formed', async () => {
  const { db } = shop.owner;
  const clients = await db.selectFrom('clients').select('cpf').execute();
  expect(clients.filter(({ cpf }) => !hasValidCheckDigits(cpf))).toEqual([]);
  const students = await db.selectFrom('students').select('registration').execute();
  expect(students.filter(({ registration }) => !/^\d{11}$/.test(registration))).toEqual([]);
});

test('sales keep the opening hours, and none is in the future', async () => {
  const rhythm = await one<Record<string, string | number>>(`
    SELECT count(*) FILTER (WHERE extract(dow FROM at) = 0 OR at::time < '07:30'
        OR at::time > CASE extract(dow FROM at) WHEN 6 THEN '13:00' ELSE '19:00' END::time) AS odd,
      min(at)::date::text AS first, max(at)::date::text AS last
    FROM (SELECT created_at AT TIME ZONE 'America/Sao_Paulo' AS at FROM sales) AS sold`);
  expect(rhythm.odd).toBe(0);
  // The first or the last days may be a Sunday and a holiday.
  expect(rhythm.first).toSatisfy((day: string) => day <= addDays(today, -88));
  expect(rhythm.last).toSatisfy((day: string) => day >= addDays(today, -3) && day <= today);
  const late = await sql`
    SELECT created_at FROM sales WHERE created_at > ${now} OR deleted_at > ${now}
    UNION ALL SELECT created_at FROM corrections WHERE created_at > ${now}
    UNION ALL SELECT closed_at FROM closings WHERE closed_at > ${now}`.execute(shop.owner.db);
  expect(late.rows).toEqual([]);
});

test('everything adds up; every box of a day that is over is closed, and today is open', async () => {
  expect(await violations(shop.owner.db)).toEqual([]);
  const open = await sql`
    SELECT DISTINCT s.seller_id, s.business_day FROM sales s
    WHERE s.deleted_at IS NULL AND s.business_day < ${today}
      AND NOT EXISTS (SELECT FROM closings c WHERE c.seller_id = s.seller_id AND c.day = s.business_day)
    UNION ALL SELECT seller_id, day FROM closings WHERE day >= ${today}`.execute(shop.owner.db);
  expect(open.rows).toEqual([]);
});

test('each change has its one audit row, of its own time', async () => {
  const wrong = await one(`
    SELECT count(*) FROM (
      SELECT 'user.created' AS action, id, created_at AS at FROM users WHERE id > 1
      UNION ALL SELECT 'product.created', id, created_at FROM products
      UNION ALL SELECT 'client.created', id, created_at FROM clients
      UNION ALL SELECT 'student.created', id, created_at FROM students
      UNION ALL SELECT 'sale.created', id, created_at FROM sales
      UNION ALL SELECT 'sale.deleted', id, deleted_at FROM sales WHERE deleted_at IS NOT NULL
      UNION ALL SELECT 'box.closed', id, closed_at FROM closings
      UNION ALL SELECT 'box.opened', id, opened_at FROM cash_boxes
      UNION ALL SELECT 'box.counted', id, counted_at FROM cash_boxes
      UNION ALL SELECT 'stock.delivered', id, created_at FROM stock_movements WHERE kind = 'delivery'
      UNION ALL SELECT 'stock.adjusted', id, created_at FROM stock_movements WHERE kind <> 'delivery') AS change
    WHERE (SELECT count(*) FROM audit_events e
      WHERE e.action = change.action AND e.subject_id = change.id AND e.at = change.at) <> 1`);
  expect(wrong).toEqual({ count: 0 });
});

test('everyone on the printed list can sign in', async () => {
  const words = await signInWords(shop.connection.db, administrator.login);
  for (const { login, password } of [administrator, ...sellers]) {
    expect(words).toMatch(new RegExp(`${login} +${password} `));
    const { status } = await shop.call('login', { body: { username: login, password } });
    expect(status).toBe(200);
  }
  expect(words.split('\n').filter((line) => line.startsWith('    - '))).toHaveLength(5);
});

test('a second start finds the shop and leaves it as it is', async () => {
  const { last } = await one<{ last: BusinessDay }>(
    'SELECT max(business_day)::text AS last FROM sales',
  );
  const before = await tableSnapshot(shop.owner.db);
  await openDemo(shop.owner, { now, days: 90, say: quiet });
  expect(await tableSnapshot(shop.owner.db)).toEqual(before);
  const tomorrowBeforeOpening = instantOf(addDays(last, 1), minutesOf('05:00'));
  await openDemo(shop.owner, { now: tomorrowBeforeOpening, days: 90, say: quiet });
  expect(await tableSnapshot(shop.owner.db)).toEqual(before);
});

test('a start some days later adds those days, as they would have been', async () => {
  const story = 'SELECT count(*), sum(total_cents), max(created_at) FROM sales';
  // So many have a month that is closed before.
  const days = 35;
  const later = await openTestShop();
  await firstStart(later);
  const before = new Date(now.getTime() - 6 * 86_400_000);
  await openDemo(later.owner, { now: before, days, say: quiet });
  const then = await one<{ count: number; max: Date }>(story, later);
  expect(then.max.getTime()).toBeLessThanOrEqual(before.getTime());
  const sealed = await sealAll(later.connection.db);
  await openDemo(later.owner, { now, days, say: quiet });
  expect(await verifyAudit(later.owner.db, KEY, sealed)).toMatchObject({ troubles: [] });
  const caughtUp = await one<{ count: number }>(story, later);
  expect(caughtUp.count).toBeGreaterThan(then.count);
  const daysSince = `
    SELECT count(*), sum(total_cents) FROM sales WHERE business_day > '${businessDayOf(before)}'`;
  expect(await one(daysSince, later)).toEqual(await one(daysSince));
  expect(await violations(later.owner.db)).toEqual([]);
});

test('who has tried counted boxes gets the later days too, and finds the boxes as they were', async () => {
  const counting = await openTestShop();
  const { db } = counting.owner;
  await firstStart(counting);
  await openDemo(counting.owner, {
    now: new Date(now.getTime() - 4 * 86_400_000),
    days: 5,
    say: quiet,
  });
  const openedAt = new Date(now.getTime() - 3 * 86_400_000);
  await setCashBox(db, 'counted');
  for (const seller of await db
    .selectFrom('users')
    .select(['id', 'name'])
    .orderBy('id')
    .limit(3)
    .execute()) {
    await anOpenBox(db, seller, seller.id === 2 ? { openedAt } : {});
  }
  const boxes = () =>
    one(
      'SELECT (SELECT cash_box FROM settings), jsonb_agg(b) AS boxes FROM cash_boxes b',
      counting,
    );
  const before = await boxes();
  const inBoxes = 'SELECT count(*) FROM sales WHERE box_id IS NOT NULL';
  const ofOneDay = await one(inBoxes, counting);
  await openDemo(counting.owner, { now, days: 5, say: quiet });
  expect(await boxes()).toEqual(before);
  expect(await one(inBoxes, counting)).toEqual(ofOneDay);
  const since = `SELECT count(*) > 0 AS any FROM sales WHERE business_day > '${businessDayOf(openedAt)}'`;
  expect(await one(since, counting)).toEqual({ any: true });
  expect(await violations(db)).toEqual([]);
});

test('a real shop is refused, and an interrupted filling leaves nothing', async () => {
  const other = await openTestShop();
  await firstStart(other);
  const interrupted = openDemo(other.owner, {
    now,
    days: 3,
    say: (words) => {
      if (words.startsWith('Vendas')) throw new Error('power cut');
    },
  });
  await expect(interrupted).rejects.toThrow('power cut');
  expect(await one('SELECT count(*) FROM products', other)).toEqual({ count: 0 });

  const real = await openTestShop();
  await makeFirstAdministrator(real.connection.db, administrator);
  await expect(openDemo(real.owner, { now, days: 3, say: quiet })).rejects.toThrow(NotADemo);
  await expect(refuseRealShop(real.owner.db)).rejects.toThrow(NotADemo);
  for (const { owner } of [shop, other]) await refuseRealShop(owner.db);
});
