import { randomUUID } from 'node:crypto';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { expect, test, vi } from 'vitest';
import { aProduct } from '../../testing/builders.ts';
import { aRefundBody, storedSale } from '../../testing/corrections.ts';
import { violations } from '../../testing/invariants.ts';
import { aKey, holdLock, openShelf, WAITS_FOR_LOCK, WITHIN } from '../../testing/shelf.ts';

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
