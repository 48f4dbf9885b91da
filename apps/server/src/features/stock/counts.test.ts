import { randomUUID } from 'node:crypto';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Sent } from '../../testing/app.ts';
import { atCommit } from '../../testing/at-commit.ts';
import { aSale } from '../../testing/builders.ts';
import { holdLock, openShelf, WAITS_FOR_LOCK, WITHIN } from '../../testing/shelf.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { validCalls } from '../../testing/valid-calls.ts';

test('a count that is applied while a delivery is recorded waits for it, and shows the difference', async () => {
  const { shop, admin, pen, deliver, begin, readAs, apply, onHand } = await openShelf();
  const { db, pool } = shop.owner;
  await deliver(7);
  const { id } = await begin();
  const HELD = 4_711;
  const { waits, release } = await holdLock(pool, HELD);
  await atCommit(db, `PERFORM pg_advisory_xact_lock(${HELD})`, { table: 'stock_movements' });

  const delivered = deliver(5);
  await vi.waitFor(async () => expect(await waits(WAITS_FOR_LOCK)).toBe(true), WITHIN);
  expect((await readAs(admin, id, 7)).outcome).toBe(200);
  let isApplied = false;
  const applied = apply(id, 1).finally(() => {
    isApplied = true;
  });
  const asksForWriters = "state = 'idle in transaction' AND query LIKE '%virtualtransaction%'";
  await vi.waitFor(
    async () => expect(isApplied || (await waits(asksForWriters))).toBe(true),
    WITHIN,
  );
  await release();

  expect((await delivered).outcome).toBe(201);
  expect((await applied).body.rows).toMatchObject([{ product: pen.id, counted: 7, expected: 12 }]);
  expect(await onHand()).toBe(7);
});

test('a count settles what was before it: of a sale from before it that is deleted, nothing comes back', async () => {
  const { shop, admin, pen, deliver, onHand, begin, readAs, apply, sold } = await openShelf();
  await deliver(10);
  const [counted, after] = [await sold(), await sold()];
  const remove = (id: number) => shop.call('deleteSale', { token: admin, id });
  await remove(after);
  expect(await onHand()).toBe(7);
  const { id } = await begin();
  await readAs(admin, id, 6);
  await apply(id, 1);
  const since = await sold();
  expect(await onHand()).toBe(3);
  await remove(counted);
  expect(await onHand()).toBe(3);
  await remove(since);
  expect(await onHand()).toBe(6);
  const { on_hand, sold_since, rows } = (
    await shop.call('readLedger', { token: admin, id: pen.id })
  ).body;
  expect({ on_hand, sold_since }).toEqual({ on_hand: 6, sold_since: 0 });
  expect(rows).toMatchObject([
    { kind: 'count', quantity: 6, sold: 3, on_hand: 6 },
    { kind: 'delivery', sold: 0, on_hand: 10 },
  ]);
});

test('two people count while somebody sells; applied once, the count is of its moments', async () => {
  const { shop, token, deliver, onHand, begin, readAs, apply, sold, admin } = await openShelf();
  await deliver(50);
  const { id } = await begin();
  const key = randomUUID();
  await readAs(token, id, 10, key);
  expect((await readAs(token, id, 10, key)).body.products).toMatchObject([{ counted: 10 }]);
  expect((await readAs(token, id, 11, key)).outcome).toBe('key_reused');
  expect((await readAs(admin, id, 31)).body.products).toMatchObject([{ counted: 41 }]);
  await sold();
  // Taken back later: the count is still of the moment before the sale.
  await readAs(admin, id, -1);
  expect((await readAs(admin, id, -41)).outcome).toBe('below_counted');
  const seen = (await shop.call('readCount', { token, id })).body;
  expect(seen).toMatchObject({ lines: 3, counted: 1, pieces: 40, ended: null });
  expect(seen.rows).toMatchObject([{ counted: 40, expected: 50, by: ['Chefe', 'Vera'] }]);
  // Nothing has changed yet.
  expect(await onHand()).toBe(47);
  expect((await apply(id, 2)).outcome).toBe('count_changed');
  const applied = await Promise.all([apply(id, 3), apply(id, 3)]);
  expect(applied.map(({ outcome }) => outcome)).toEqual([200, 200]);
  expect(applied[0]?.body).toEqual(applied[1]?.body);
  expect(await onHand()).toBe(37);
  expect((await readAs(token, id, 10, key)).outcome).toBe(200);
  expect((await readAs(token, id, 1)).outcome).toBe('count_ended');
  expect((await shop.call('dropCount', { token: admin, id })).outcome).toBe('count_ended');
  const list = (await shop.call('listCounts', { token })).body;
  expect(list).toMatchObject([{ id, ended: { by: 'Chefe', outcome: 'applied' } }]);
});

test('a sale of before a reading that is still being written when the count is applied is in the count', async () => {
  const { shop, vera, client, pen, pix, deliver, onHand, begin, readAs, apply, admin } =
    await openShelf();
  await deliver(50);
  const { id } = await begin();
  const writer = await shop.owner.pool.connect();
  onTestFinished(() => writer.release());
  await writer.query('BEGIN');
  const payments = [{ method: pix, amount: pen.unitPrice }];
  await aSale(writer, { seller: vera, client, items: [{ product: pen }], payments });
  await readAs(admin, id, 40);
  const applied = apply(id, 1);
  await vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE state = 'idle in transaction' AND query LIKE '%FROM pg_locks%'`.execute(shop.owner.db);
    expect(rows).toHaveLength(1);
  });
  await writer.query('COMMIT');
  expect((await applied).outcome).toBe(200);
  expect(await onHand()).toBe(40);
});

test('what nobody counted stays, or is none when that is said; a reading that waited has its own time', async () => {
  const { shop, token, shirt, pen, deliver, onHand, begin, apply, sold } = await openShelf();
  await deliver(10);
  await deliver(7, undefined, shirt.id);
  const first = await begin(false, null);
  expect((await apply(first.id, 0)).outcome).toBe('nothing_counted');
  await sold();
  // Longer ago than the count: then of its beginning, before the sale.
  const lines = [{ key: randomUUID(), product: pen.id, quantity: 20, ago: 60_000 }];
  await shop.call('addCountLines', { token, id: first.id, body: { lines } });
  await apply(first.id, 1);
  expect([await onHand(), await onHand(shirt.id)]).toEqual([17, 6]);
  const second = await begin(false, null);
  const none = [{ key: randomUUID(), product: pen.id, quantity: 0 }];
  await shop.call('addCountLines', { token, id: second.id, body: { lines: none } });
  await apply(second.id, 1, true);
  expect([await onHand(), await onHand(shirt.id)]).toEqual([0, 0]);
});

test('a blind count shows a seller nothing to expect; it takes only its products, and ends once', async () => {
  const { shop, token, admin, shirt, deliver, begin, readAs } = await openShelf();
  await deliver(10);
  const { id } = await begin(true);
  await readAs(token, id, 9);
  const expected = async (by: string) =>
    (await shop.call('readCount', { token: by, id })).body.rows.map((row) => row.expected);
  expect([await expected(token), await expected(admin)]).toEqual([[null], [10]]);
  // No other call says it either, and of other products all do.
  await deliver(4, undefined, shirt.id);
  const seen = async (by: string) => {
    const listed = (await shop.call('readStock', { token: by })).body;
    const all = (await shop.call('readStock', { token: by, query: { all: 'true' } })).body;
    const atCounter = (await shop.call('readOnHand', { token: by })).body;
    const other = await begin(false, null);
    const counted = (await shop.call('readCount', { token: by, id: other.id })).body;
    await shop.call('dropCount', { token: admin, id: other.id });
    return {
      hidden: listed.hidden,
      listed: listed.products.map(({ on_hand }) => on_hand),
      all: all.products.map(({ on_hand }) => on_hand),
      sold: all.products.map(({ sold }) => sold),
      atCounter: atCounter.products.map(({ on_hand }) => on_hand).sort(),
      counted: counted.rows.map((row) => row.expected),
    };
  };
  // Nor what was sold, which an earlier count would turn into it.
  expect(await seen(token)).toEqual({
    ...{ hidden: true, listed: [4], all: [4, null], sold: [0, null] },
    ...{ atCounter: [4], counted: [4, null] },
  });
  const whole = {
    ...{ listed: [4, 10], all: [4, 10], sold: [0, 0] },
    ...{ atCounter: [10, 4], counted: [4, 10] },
  };
  expect(await seen(admin)).toEqual({ hidden: false, ...whole });
  const lines = [{ key: randomUUID(), product: shirt.id, quantity: 1 }];
  expect((await shop.call('addCountLines', { token, id, body: { lines } })).problem).toMatchObject({
    ...{ code: 'outside_count', field: 'body/lines/0/product' },
  });
  await shop.call('dropCount', { token: admin, id });
  expect(await seen(token)).toEqual({ hidden: false, ...whole });
  expect((await shop.call('dropCount', { token: admin, id })).outcome).toBe(200);
  const body = { lines: 1, missing_as_zero: false };
  const again = await shop.call('applyCount', { token: admin, id, body });
  expect(again.outcome).toBe('count_ended');
  const { db } = shop.owner;
  await expect(sql`UPDATE stock_counts SET outcome = 'applied'`.execute(db)).rejects.toThrow(
    'has ended',
  );
  const late = sql`
    INSERT INTO stock_movement_lines (movement_id, line, product_id, quantity, created_at, kind)
    SELECT id, 2, ${shirt.id}, 1, created_at, kind FROM stock_movements`;
  await expect(late.execute(db)).rejects.toThrow('no more lines');
});

test('while a blind count is open, no call that a seller may make tells what is on hand', async () => {
  const { shop, deliver, begin, vera, token } = await openShelf();
  const { db } = shop.owner;
  // No other figure of the shop is this one; a random CPF may have its digits.
  await deliver(7_919);
  const tells = /(?<!\d)7919(?!\d)/;
  const valid = validCalls(shop);
  const calls = Object.entries(routes).filter(
    ([, { access, method }]) => access === 'signed-in' && method === 'GET',
  ) as [RouteName, unknown][];
  const telling = async () => {
    const found: RouteName[] = [];
    for (const [name] of calls) {
      const sent = (await valid[name](vera)) as Sent<RouteName>;
      const { body } = await shop.call(name, { ...sent, token: await anAccess(db, vera.id) });
      if (tells.test(JSON.stringify(body))) found.push(name);
    }
    return found;
  };
  expect((await telling()).sort()).toEqual(['readCount', 'readOnHand', 'readStock']);
  const { id } = await begin(true);
  expect(await telling()).toEqual([]);
  const whole = (await shop.call('readCount', { token, id })).body;
  expect(JSON.stringify(whole)).not.toMatch(tells);
});
