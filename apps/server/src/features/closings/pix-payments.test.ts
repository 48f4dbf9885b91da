import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import { expect, test } from 'vitest';
import { aPaymentMethod, aSale, aUser } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';

const KEY = '0198c0de-1234-4567-89ab-0123456789ab';

/** A counter whose shop has a Pix method, named with another case than in the list of methods. */
async function openPixCounter() {
  const counter = await openTestCounter();
  const { shop, vera } = counter;
  const admin = await aUser(shop.owner.db, { admin: true });
  const adminToken = await tokenOf(shop, admin.login);
  const pix = { method: 'PIX', key: 'loja@escola.com', name: 'Loja', city: 'Recife' };
  const configure = (value: object | null) =>
    shop.owner.db
      .updateTable('settings')
      .set({ pix: value && JSON.stringify(value) })
      .execute();
  await configure(pix);
  const close = async () => {
    const body = { date: businessDayOf(new Date()), seller_id: vera.id };
    const closed = (await shop.call('closeBox', { token: adminToken, body })).body;
    if (!('version' in closed)) throw new Error('no closing');
    return closed;
  };
  const list = (by: string, id: number) =>
    shop.call('listPixPayments', { token: by, params: { id: String(id) } });
  return { ...counter, configure, adminToken, close, list };
}

test('a closing lists its Pix payments with the txid of the QR code, as the bank received them', async () => {
  const {
    shop,
    vera: seller,
    client,
    shirt,
    pix,
    token,
    payload,
    sell,
    close,
    list,
  } = await openPixCounter();
  const { body: sale } = await sell(payload, KEY);
  // Two lines of R$ 30,00 for R$ 49,90: without cash, the change leaves the last one.
  const line = { method: pix, amount: cents(3000) };
  const items = [{ product: shirt }];
  await aSale(shop.owner.pool, { seller, client, items, payments: [line, line] });
  const closing = await close();
  await sell(payload);

  const { body } = await list(token, closing.id);
  expect(body).toMatchObject([
    { sale: sale.id, at: sale.created_at, txid: pixTxid(KEY, 1), amount: 30, net: 30 },
    { amount: 30, net: 30 },
    { amount: 30, net: 19.9 },
  ]);
  expect(new Set(body.map(({ txid }) => txid)).size).toBe(3);
  // A sale made or deleted after the closing changes nothing on its paper.
  expect(closing.payment_methods.Pix).toBe(79.9);
});

test('a seller lists the payments of their own closings, an administrator of any', async () => {
  const { shop, payload, sell, close, list, token, adminToken } = await openPixCounter();
  await sell(payload);
  const { id } = await close();
  const { login } = await aUser(shop.owner.db);
  expect((await list(await tokenOf(shop, login), id)).problem.code).toBe('not_allowed');
  expect((await list(adminToken, id)).body).toEqual((await list(token, id)).body);
  expect((await list(token, id + 1)).problem.code).toBe('not_found');
});

test('other methods are not listed, and without a Pix method none is', async () => {
  const { shop, vera: seller, client, pen, configure, token, close, list } = await openPixCounter();
  const method = await aPaymentMethod(shop.owner.db, { name: 'Pix parcelado' });
  const payments = [{ method, amount: cents(250) }];
  await aSale(shop.owner.pool, { seller, client, items: [{ product: pen }], payments });
  const { id } = await close();
  expect((await list(token, id)).body).toEqual([]);
  await configure({ method: 'pix parcelado', key: '52998224725', name: 'Loja', city: 'Recife' });
  expect((await list(token, id)).body).toHaveLength(1);
  await configure(null);
  expect((await list(token, id)).body).toEqual([]);
});
