import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { aProduct, aSale, aUser } from '../../testing/builders.ts';
import { anExchangeBody, aRefundBody } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';

const { shop, client, student, pen, shirt, pix } = await openTestCounter(afterAll);
const { db, pool } = shop.owner;
const seller = await aUser(db, { name: 'Bia' });
const zoe = await aUser(db, { name: 'Zoé Prado', admin: true });
const max = await aUser(db, { name: 'Max', admin: true });

const soldSale = (product: typeof pen) =>
  aSale(pool, {
    seller,
    client,
    student,
    items: [{ product }],
    payments: [{ method: pix, amount: product.unitPrice }],
  });

const send = async (
  name: 'createRefund' | 'createExchange',
  maker: typeof zoe,
  { sale, body, key = randomUUID() }: { sale: { id: number }; body: object; key?: string },
) =>
  shop.call(name, {
    token: await tokenOf(shop, maker.login),
    params: { id: String(sale.id) },
    headers: { 'idempotency-key': key },
    body,
  } as never);

test('a list holds corrections by who made them and by the products of their sales', async () => {
  const [ofPen, ofShirt] = [await soldSale(pen), await soldSale(shirt)];
  await send('createRefund', zoe, { sale: ofPen, body: aRefundBody(ofPen) });
  await send('createRefund', max, { sale: ofShirt, body: aRefundBody(ofShirt) });
  const admin = await tokenOf(shop, zoe.login);
  const listed = async (query: Record<string, string>) => {
    const { body } = await shop.call('listCorrections', { token: admin, query });
    return body.results.map(({ sale }) => sale);
  };
  expect(await listed({})).toEqual([ofShirt.id, ofPen.id]);
  expect(await listed({ search: 'prado ZOE' })).toEqual([ofPen.id]);
  expect(await listed({ search: 'bia' })).toEqual([]);
  expect(await listed({ products: `${shirt.id}` })).toEqual([ofShirt.id]);
  expect(await listed({ products: `${shirt.id},${pen.id}`, search: 'max' })).toEqual([ofShirt.id]);
});

test('the same exchange again says that it was there', async () => {
  const sale = await soldSale(shirt);
  const bought = await aProduct(db);
  const body = anExchangeBody(sale, { items: [{ product: bought }], method: pix });
  const key = randomUUID();
  const [first, second] = [
    await send('createExchange', zoe, { sale, body, key }),
    await send('createExchange', zoe, { sale, body, key }),
  ];
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.body).toEqual(first.body);
});
