import { randomUUID } from 'node:crypto';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addMonths } from '@balcao/domain/dates/periods.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Sent } from '../../testing/app.ts';
import { atCommit } from '../../testing/at-commit.ts';
import { aProduct, aSale, aUser } from '../../testing/builders.ts';
import { aRefundBody, storedSale } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { exportedCsv } from '../../testing/exported.ts';
import { violations } from '../../testing/invariants.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { validCalls } from '../../testing/valid-calls.ts';

const WITHIN = { timeout: 20_000, interval: 20 };

const aKey = (key: string = randomUUID()) => ({ 'idempotency-key': key });

const WAITS_FOR_LOCK = "wait_event = 'advisory'";

/** Holds an advisory lock until `release`; `waits`: whether any connection is as the condition says. */
async function holdLock(pool: pg.Pool, key: number) {
  const holder = await pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('SELECT pg_advisory_lock($1)', [key]);
  return {
    waits: async (condition: string) =>
      (await pool.query(`SELECT FROM pg_stat_activity WHERE ${condition}`)).rows.length > 0,
    release: () => holder.query('SELECT pg_advisory_unlock($1)', [key]),
  };
}

/** A counter that sells three pens and a shirt, and an administrator. */
async function openShelf() {
  const counter = await openTestCounter(onTestFinished);
  const { shop, pen, shirt } = counter;
  const chief = await aUser(shop.owner.db, { login: 'chefe', name: 'Chefe', admin: true });
  const token = await tokenOf(shop, chief.login);
  const deliver = (quantity: number, key?: string, product = pen.id) =>
    shop.call('createDelivery', {
      ...{ token, headers: aKey(key) },
      body: { supplier: ' Malharia ', document: 'NF 12', lines: [{ product, quantity }] },
    });
  const onHand = async (product = pen.id) => {
    const { products } = (await shop.call('readOnHand', { token: counter.token })).body;
    return products.find((each) => each.product === product)?.on_hand;
  };
  const begin = async (blind = false, products: number[] | null = [pen.id]) => {
    const body = { name: 'Prateleira', blind, products };
    return (await shop.call('beginCount', { token, headers: aKey(), body })).body;
  };
  const readAs = (by: string, id: number, quantity: number, key: string = randomUUID()) =>
    shop.call('addCountLines', {
      ...{ token: by, id },
      body: { lines: [{ key, product: pen.id, quantity }] },
    });
  const apply = (id: number, lines: number, missing_as_zero = false) =>
    shop.call('applyCount', { token, id, body: { lines, missing_as_zero } });
  const sold = async () => (await counter.sell(counter.payload)).body.id;
  return { ...counter, shirt, chief, admin: token, deliver, onHand, begin, readAs, apply, sold };
}

test('a delivery is recorded once for its key, and begins what is on hand', async () => {
  const { shop, deliver, onHand, sold, pen, admin } = await openShelf();
  await sold();
  expect(await onHand()).toBeUndefined();
  const key = randomUUID();
  const both = await Promise.all([deliver(40, key), deliver(40, key)]);
  expect(both.map(({ outcome }) => outcome)).toEqual([201, 201]);
  expect(both[0]?.body).toEqual(both[1]?.body);
  expect(both[0]?.body).toMatchObject({ supplier: 'Malharia', document: 'NF 12', by: 'Chefe' });
  expect((await deliver(41, key)).outcome).toBe('key_reused');
  await sold();
  // The sale before is of pieces that nobody knew of.
  expect(await onHand()).toBe(37);
  const ledger = (await shop.call('readLedger', { token: admin, id: pen.id })).body;
  expect(ledger).toMatchObject({ on_hand: 37, sold_since: 3 });
  expect(ledger.rows).toMatchObject([{ kind: 'delivery', quantity: 40, sold: 0, on_hand: 40 }]);
  expect(await violations(shop.owner.db)).toEqual([]);
});

test('a delivery has a ceiling that a person would recognise, and a product in it once', async () => {
  const { shop, pen, shirt, admin: token, onHand } = await openShelf();
  const send = (lines: { product: number; quantity: number }[]) =>
    shop.call('createDelivery', { token, headers: aKey(), body: { lines } });
  const both = [pen.id, shirt.id, pen.id].map((product) => ({ product, quantity: 5 }));
  expect((await send(both)).problem).toMatchObject({
    ...{ code: 'repeated_product', status: 422, field: 'body/lines/2/product' },
  });
  const many = await Promise.all(
    Array.from({ length: 11 }, async () => (await aProduct(shop.owner.db)).id),
  );
  const full = many.map((product) => ({ product, quantity: 9_999 }));
  const refused = (await send(full)).problem;
  expect(refused).toMatchObject({ code: 'too_many_pieces', status: 422 });
  expect(refused.detail).toContain('99.999 peças');
  expect(await onHand()).toBeUndefined();
  expect((await send(full.slice(1))).status).toBe(201);

  const rows = [1, 2, 3].map((line) => ({ line, code: pen.code, quantity: '5' }));
  const preview = await shop.call('compareDelivery', { token, body: { rows } });
  expect(preview.body.rows.map(({ warnings }) => warnings)).toEqual([
    undefined,
    ['Este produto já está na linha 1: as quantidades somam.'],
    ['Este produto já está na linha 2: as quantidades somam.'],
  ]);
  const whole = Array.from({ length: 11 }, (_, line) => ({
    ...{ line: line + 2, code: pen.code, quantity: '9999' },
  }));
  const compared = await shop.call('compareDelivery', { token, body: { rows: whole } });
  expect(compared.problem.code).toBe('too_many_pieces');
});

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

test('what comes back while its month is being closed comes after a count of that time, and is on hand', async () => {
  const { shop, admin, deliver, begin, readAs, apply, onHand, sold } = await openShelf();
  await deliver(7);
  const sale = await storedSale(shop.owner.db, await sold());
  const { id } = await begin();
  // As closing a month holds it (closed.ts).
  const month = businessDayOf(new Date()).slice(0, 7).replace('-', '');
  const { waits, release } = await holdLock(shop.owner.pool, Number(`20260022${month}`));

  const sent = { token: admin, id: sale.id, headers: aKey(), body: aRefundBody(sale) };
  const returned = shop.call('createRefund', sent);
  await vi.waitFor(async () => expect(await waits(WAITS_FOR_LOCK)).toBe(true), WITHIN);
  expect((await readAs(admin, id, 4)).outcome).toBe(200);
  expect((await apply(id, 1)).body.rows).toMatchObject([{ counted: 4, expected: 4 }]);
  await release();

  expect((await returned).outcome).toBe(201);
  expect(await onHand()).toBe(5);
});

test('losses take pieces away, and nothing of stock refuses a sale', async () => {
  const { shop, admin, deliver, onHand, sold, pen, shirt } = await openShelf();
  const adjust = (kind: 'loss' | 'adjustment', quantity: number, product = pen.id) =>
    shop.call('adjustStock', {
      ...{ token: admin, headers: aKey() },
      body: { product, kind, quantity, reason: 'Molhou' },
    });
  expect((await adjust('loss', 1)).outcome).toBe('not_followed');
  await deliver(5);
  expect((await adjust('loss', 2)).body.lines).toEqual([{ product: pen.id, quantity: -2 }]);
  expect((await adjust('adjustment', -1)).outcome).toBe(201);
  expect((await adjust('loss', -1)).outcome).toBe('invalid_request');
  expect((await adjust('adjustment', 0)).outcome).toBe('invalid_request');
  expect((await adjust('loss', 1, 999_999)).outcome).toBe('unknown_product');
  expect((await adjust('loss', 1, shirt.id)).outcome).toBe('not_followed');
  await sold();
  await sold();
  expect(await onHand()).toBe(-4);
});

test('what comes back is on hand again unless it is damaged; a deleted sale gives its pieces back', async () => {
  const { shop, admin, deliver, onHand, sold } = await openShelf();
  await deliver(10);
  const [first, second] = [await sold(), await sold()];
  expect(await onHand()).toBe(4);
  const refund = async (damaged?: true) => {
    const sale = await storedSale(shop.owner.db, first);
    const { items, ...body } = aRefundBody(sale);
    const returned = sale.corrections?.returned.length ?? 0;
    const sent = {
      ...body,
      items: items.map((item) => ({ ...item, ...(damaged && { damaged }) })),
    };
    expect(returned).toBe(damaged ? 0 : 1);
    return shop.call('createRefund', { token: admin, id: first, headers: aKey(), body: sent });
  };
  expect((await refund(true)).body.items).toMatchObject([{ quantity: 1, damaged: true }]);
  expect(await onHand()).toBe(4);
  const whole = await refund();
  expect(whole.body.items[0]).not.toHaveProperty('damaged');
  expect(await onHand()).toBe(5);
  await shop.call('deleteSale', { token: admin, id: second });
  expect(await onHand()).toBe(8);
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

test('stock as of a day is what was recorded until its end, with the products of then and their value', async () => {
  const { shop, admin, pen, shirt, client, vera, pix, begin, readAs, apply } = await openShelf();
  const { db } = shop.owner;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const dayOf = (days: number) => businessDayOf(daysAgo(days));
  await sql`
    WITH made AS (
      INSERT INTO stock_movements (created_at, made_by, made_by_name, idempotency_key, request_hash, kind, reason,
        supplier, document)
      VALUES (${daysAgo(9)}, ${vera.id}, 'Vera', ${randomUUID()}, sha256('x'), 'delivery', '', '', '')
      RETURNING id, created_at, kind)
    INSERT INTO stock_movement_lines (movement_id, line, product_id, quantity, created_at, kind)
    SELECT id, line, product, quantity, created_at, kind
    FROM made, (VALUES (1, ${pen.id}::integer, 10), (2, ${shirt.id}::integer, 4)) AS given (line, product, quantity)`.execute(
    db,
  );
  const items = [{ product: pen, quantity: 2 }];
  const payments = [{ method: pix, amount: cents(2 * pen.unitPrice) }];
  const made = { seller: vera, client, items, payments };
  const sale = await aSale(shop.owner.pool, { ...made, createdAt: daysAgo(5) });
  await sql`
    UPDATE sales SET deleted_at = ${daysAgo(3)}, deleted_by = ${vera.id} WHERE id = ${sale.id}`.execute(
    db,
  );
  await sql`
    UPDATE products SET deleted_at = ${daysAgo(2)}, deleted_by = ${vera.id} WHERE id = ${shirt.id}`.execute(
    db,
  );
  const { id } = await begin();
  await readAs(admin, id, 7);
  await apply(id, 1);
  const at = async (day?: string) => {
    const query = day ? { day } : {};
    const { products } = (await shop.call('readStock', { token: admin, query })).body;
    return products.map(({ name, on_hand }) => [name, on_hand]);
  };
  expect(await at(dayOf(10))).toEqual([]);
  expect(await at(dayOf(9))).toEqual([
    ['Camiseta', 4],
    ['Caneta', 10],
  ]);
  expect(await at(dayOf(4))).toEqual([
    ['Camiseta', 4],
    ['Caneta', 8],
  ]);
  expect(await at(dayOf(1))).toEqual([['Caneta', 10]]);
  expect(await at()).toEqual([['Caneta', 7]]);
  const noDay = shop.call('readStock', { token: admin, query: { day: '2026-02-30' } });
  expect((await noDay).problem).toMatchObject({
    ...{ code: 'invalid_day', field: 'querystring/day' },
  });
  const file = await exportedCsv(shop, admin, { list: 'stock', stockDay: dayOf(4) });
  expect(file.map((row) => [row.Código, row['Em estoque'], row['A preço de venda']])).toEqual([
    ['20', '4', '199,60'],
    ['10', '8', '20,00'],
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

test('the list, its filters, what to buy and the files of both', async () => {
  const { shop, admin, pen, shirt, pix, client, vera, deliver, sold } = await openShelf();
  const day = businessDayOf(new Date());
  const yearAgo = new Date(`${addMonths(day, -12)}T15:00:00Z`);
  const payments = [{ method: pix, amount: pen.unitPrice }];
  const items = [{ product: pen }];
  await aSale(shop.owner.pool, { seller: vera, client, items, payments, createdAt: yearAgo });
  await deliver(2);
  await deliver(5, undefined, shirt.id);
  await sold();
  const minimum = (products: number[], least: number | null) =>
    shop.call('setMinimum', { token: admin, body: { products, minimum: least } });
  await minimum([pen.id, shirt.id], 3);
  await minimum([shirt.id], null);
  expect((await minimum([999_999], 3)).outcome).toBe('unknown_product');
  const { products } = (await shop.call('readStock', { token: admin })).body;
  expect(products).toMatchObject([
    { name: 'Camiseta', on_hand: 4, minimum: null, sold: 1 },
    { name: 'Caneta', on_hand: -1, minimum: 3, sold: 3 },
  ]);
  const period = { startDate: day, endDate: day };
  const bought = await shop.call('suggestPurchase', { token: admin, query: period });
  expect(bought.body.year_ago).toEqual({
    startDate: addMonths(day, -12),
    endDate: addMonths(day, -12),
  });
  expect(bought.body.products).toMatchObject([
    { name: 'Camiseta', sold: 0, on_hand: 4, suggested: 0 },
    { name: 'Caneta', sold: 1, on_hand: -1, suggested: 1 },
  ]);
  const file = await exportedCsv(shop, admin, {
    list: 'stock',
    stockOnly: 'below',
    search: 'CANETA',
  });
  expect(file).toMatchObject([{ Código: '10', 'Em estoque': '-1', Mínimo: '3' }]);
  const quantities = [{ product: shirt.id, quantity: 12 }];
  const order = await exportedCsv(shop, admin, { list: 'purchase', ...period, quantities });
  expect(order).toMatchObject([{ Código: '20', Produto: 'Camiseta', Quantidade: '12' }]);
});

test('without sales a year before, what to buy comes from the pace of now or the minimum', async () => {
  const { shop, admin, pen, shirt, deliver, sold } = await openShelf();
  // Three pens and a shirt.
  await sold();
  const minimum = (product: number, least: number) =>
    shop.call('setMinimum', { token: admin, body: { products: [product], minimum: least } });
  await minimum(shirt.id, 8);
  const period = { startDate: '2027-01-01', endDate: '2027-03-01' };
  const proposed = async () => {
    const { products } = (await shop.call('suggestPurchase', { token: admin, query: period })).body;
    return products.map(({ name, on_hand, pace, minimum: least, sold: before, ...row }) => [
      ...[name, on_hand, before, pace, least, row.suggested, row.basis],
    ]);
  };
  // In sixty days, as in the thirty before today.
  expect(await proposed()).toEqual([
    ['Camiseta', null, 0, 1, 8, 8, 'minimum'],
    ['Caneta', null, 0, 3, null, 6, 'pace'],
  ]);
  const file = async (quantities?: { product: number; quantity: number }[]) => {
    const filter = { list: 'purchase' as const, ...period, ...(quantities && { quantities }) };
    return (await exportedCsv(shop, admin, filter)).map((row) => [row.Produto, row.Quantidade]);
  };
  // Nothing is proposed to a supplier of what is not followed, unless somebody asks for it.
  expect(await file()).toEqual([]);
  expect(await file([{ product: pen.id, quantity: 4 }])).toEqual([['Caneta', '4']]);
  await deliver(5);
  await deliver(2, undefined, shirt.id);
  expect(await proposed()).toEqual([
    ['Camiseta', 2, 0, 1, 8, 6, 'minimum'],
    ['Caneta', 5, 0, 3, null, 1, 'pace'],
  ]);
  expect(await file()).toEqual([
    ['Camiseta', '6'],
    ['Caneta', '1'],
  ]);
});

test('a file is a delivery once for its key, after its preview; a deleted product leaves the list and keeps its records', async () => {
  const { shop, admin, onHand, pen } = await openShelf();
  const rows = [
    { line: 2, code: '10', quantity: '12' },
    { line: 3, code: '10', quantity: '3,0' },
    { line: 4, code: '20', quantity: '' },
  ];
  const wrong = [
    ...rows,
    { line: 5, code: 'X', quantity: '1' },
    { line: 6, code: '10', quantity: '-1' },
    // A thousand to a Brazilian, one to a program.
    { line: 7, code: '10', quantity: '1.000' },
  ];
  const compared = await shop.call('compareDelivery', { token: admin, body: { rows: wrong } });
  expect(compared.body.rows.map(({ kind }) => kind)).toEqual([
    'new',
    'new',
    'same',
    'wrong',
    'wrong',
    'wrong',
  ]);
  const refused = { rows: wrong, preview: compared.body.preview };
  const headers = aKey();
  const send = (body: typeof refused) =>
    shop.call('importDelivery', { token: admin, headers, body });
  expect((await send(refused)).outcome).toBe('wrong_rows');
  const { preview } = (await shop.call('compareDelivery', { token: admin, body: { rows } })).body;
  expect((await send({ rows, preview: refused.preview })).outcome).toBe('import_changed');
  for (const answer of [await send({ rows, preview }), await send({ rows, preview })]) {
    expect(answer.body.totals).toEqual([{ what: 'delivery', created: 2, edited: 0 }]);
  }
  expect(await onHand()).toBe(15);
  expect((await send({ rows: rows.slice(1), preview })).outcome).toBe('key_reused');
  await shop.call('deleteProduct', { token: admin, id: pen.id });
  expect(await onHand()).toBeUndefined();
  expect((await shop.call('readLedger', { token: admin, id: pen.id })).body.on_hand).toBe(15);
});

test('a product of an import that was undone stays if there was a delivery of it', async () => {
  const { shop, admin, deliver } = await openShelf();
  const rows = [
    { line: 2, code: 'A', name: 'Agasalho', price: '90,00' },
    { line: 3, code: 'B', name: 'Bermuda', price: '50,00' },
  ];
  const { preview } = (await shop.call('compareProducts', { token: admin, body: { rows } })).body;
  await shop.call('importProducts', { token: admin, body: { rows, preview } });
  const { products } = (await shop.call('readStock', { token: admin, query: { all: 'true' } }))
    .body;
  const [first] = products;
  expect(first).toMatchObject({ name: 'Agasalho', on_hand: null });
  await deliver(4, undefined, first?.id);
  const query = { what: 'products' } as const;
  const [made] = (await shop.call('listImports', { token: admin, query })).body;
  const undone = (await shop.call('undoImport', { token: admin, id: made?.id ?? 0 })).body;
  expect(undone).toMatchObject({ removed: 1, kept: [{ why: 'used' }] });
});

test('more pieces than a shop has, read or sold by somebody who wants to break it, leave every list readable', async () => {
  const { shop, token, admin, pen, onHand, begin, apply } = await openShelf();
  const { id } = await begin(false, null);
  const [times, together] = [10, 21_500];
  for (let time = 0; time < times; time++) {
    await sql`
      INSERT INTO stock_count_lines (count_id, key, product_id, quantity, counted_at, made_by, made_by_name)
      SELECT ${id}::integer, gen_random_uuid(), ${pen.id}::integer, 9999, now(), id, name
      FROM (SELECT id, name FROM users LIMIT 1) AS by, generate_series(1, ${together}::integer)`.execute(
      shop.owner.db,
    );
  }
  const readings = times * together;
  const pieces = readings * 9999;
  const listed = (await shop.call('listCounts', { token })).body;
  expect(listed[0]).toMatchObject({ lines: readings, counted: 1, pieces });
  expect((await shop.call('readCount', { token, id })).body.rows[0]).toMatchObject({
    counted: pieces,
  });
  expect((await apply(id, readings)).outcome).toBe(200);
  expect(await onHand()).toBe(pieces);
  expect((await shop.call('readStock', { token: admin })).body.products[0]).toMatchObject({
    on_hand: pieces,
  });
  const again = await begin(false, null);
  expect((await shop.call('readCount', { token, id: again.id })).body.rows[0]).toMatchObject({
    expected: pieces,
  });
  const ledger = await shop.call('readLedger', { token: admin, id: pen.id });
  expect(ledger.status).toBe(200);
});
