import { randomUUID } from 'node:crypto';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addMonths } from '@balcao/domain/dates/periods.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aSale } from '../../testing/builders.ts';
import { exportedCsv } from '../../testing/exported.ts';
import { openShelf } from '../../testing/shelf.ts';

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
