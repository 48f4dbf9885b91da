import { randomUUID } from 'node:crypto';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openBoxCounter, YESTERDAY } from '../../testing/box-counter.ts';
import { closeBoxOf, setCashBox } from '../../testing/boxes.ts';
import { aSale, aUser } from '../../testing/builders.ts';
import { anExchangeBody, aRefund } from '../../testing/corrections.ts';
import { tokenOf } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { correctPayments } from '../corrections/corrections.service.ts';
import { createExchange } from '../corrections/exchange.ts';

const counter = await openBoxCounter(afterAll);
const { shop, client, pen, shirt, pix, cash, admin } = counter;
const { db, pool } = shop.owner;
await setCashBox(db, 'simple');

afterEach(async () => {
  expect(await violations(db)).toEqual([]);
});

const today = businessDayOf(new Date());

/** A new seller, whose sales are 52,40: 40,00 Pix and 12,40 cash. */
async function aSeller() {
  const seller = await aUser(db);
  const token = await tokenOf(shop, seller.login);
  const sale = (createdAt?: Date, by = seller) =>
    aSale(pool, {
      seller: by,
      client,
      items: [{ product: pen }, { product: shirt }],
      payments: [
        { method: pix, amount: cents(4000) },
        { method: cash, amount: cents(1240) },
      ],
      ...(createdAt && { createdAt }),
    });
  const close = async () => {
    const body = { date: today, seller_id: seller.id };
    const { body: closing } = await shop.call('closeBox', { token, body });
    if (!('version' in closing)) throw new Error('no closing');
    return closing;
  };
  const request = <B>(saleId: number, body: B) => ({
    ...{ actor: { ...seller, admin: true }, saleId, body },
    idempotencyKey: randomUUID(),
  });
  const row = async () => {
    const list = await shop.call('listClosings', { token: admin });
    return list.body.find(({ seller_id, box }) => seller_id === seller.id && !box);
  };
  return { seller, token, sale, close, request, row };
}

test('what comes back counts for who takes it, on that day, also without a sale', async () => {
  const { seller, sale, close, row } = await aSeller();
  const sold = await sale(YESTERDAY(), await aUser(db));
  await aRefund(db, { sale: sold, maker: seller });
  const first = await close();
  expect(first).toMatchObject({
    total_final: -2.5,
    sold_total: 0,
    returned_total: 2.5,
    payment_methods: { Pix: -2.5 },
    sales_count: 0,
    refunds_count: 1,
    first_sale: null,
    last_sale: null,
    version: 1,
  });
  expect(first.box).toBeUndefined();
  expect(await close()).toEqual(first);
  const own = await sale();
  await aRefund(db, { sale: own, maker: seller, units: [{ line: 2, quantity: 1 }] });
  expect(await row()).toMatchObject({ sales_added: 1, corrections_added: 1, current_total: 0 });
  expect(await close()).toMatchObject({
    total_final: 0,
    sold_total: 52.4,
    returned_total: 52.4,
    payment_methods: { Dinheiro: 12.4, Pix: -12.4 },
    refunds_count: 2,
    version: 2,
    replaces: { total_final: -2.5 },
  });
  expect(await row()).toMatchObject({ sales_added: 0, corrections_added: 0, current_total: 0 });
});

test('a correction of payments moves the sums and makes a version; an exchange leaves its rest', async () => {
  const { sale, close, request, row } = await aSeller();
  const sold = await sale();
  const first = await close();
  const payments = [{ method: 'Dinheiro', amount: 52.4 }];
  await correctPayments(db, request(sold.id, { reason: 'Era dinheiro', payments }));
  expect(await row()).toMatchObject({ corrections_added: 1, current_total: 52.4 });
  expect(await close()).toMatchObject({
    payment_methods: { Dinheiro: 52.4 },
    refunds_count: 0,
    returned_total: 0,
    total_final: first.total_final,
    version: 2,
  });
  const body = anExchangeBody(sold, {
    items: [{ product: pen, quantity: 2 }],
    method: pix,
    units: [{ line: 1, quantity: 1 }],
  });
  const { sale: bought } = await createExchange(db, request(sold.id, body));
  expect(await close()).toMatchObject({
    payment_methods: { Dinheiro: 52.4, Pix: 2.5 },
    sold_total: 57.4,
    returned_total: 2.5,
    total_final: 54.9,
    sales_count: 2,
    refunds_count: 1,
    last_sale: bought.id,
    version: 3,
  });
});

test('the Pix payments of a closing add up to its slip when corrections touch Pix', async () => {
  const { seller, token, sale, close, request } = await aSeller();
  const method = { method: 'Pix', key: 'loja@escola.com', name: 'Loja', city: 'Recife' };
  await db
    .updateTable('settings')
    .set({ pix: JSON.stringify(method) })
    .execute();
  const sold = await sale();
  const payments = [{ method: 'Pix', amount: 52.4 }];
  await correctPayments(db, request(sold.id, { reason: 'Era tudo Pix', payments }));
  await aRefund(db, { sale: sold, maker: seller });
  const closing = await close();
  const params = { id: String(closing.id) };
  const { body } = await shop.call('listPixPayments', { token, params });
  expect(body).toMatchObject([
    { sale: sold.id, txid: expect.any(String), amount: 40, net: 40 },
    { sale: sold.id, txid: null, net: -40 },
    { sale: sold.id, txid: null, net: 52.4 },
    { sale: sold.id, txid: null, net: -2.5 },
  ]);
  const net = body.reduce((sum, payment) => sum + Math.round(payment.net * 100), 0);
  expect(net / 100).toBe(closing.payment_methods.Pix);
});

test('a box has its returns in its own closing, beside the row of the day', async () => {
  const { seller, sale, close, row } = await aSeller();
  const morning = await sale();
  await close();
  await setCashBox(db, 'counted');
  const opened = await counter.open(100, await tokenOf(shop, seller.login));
  await aRefund(db, { sale: morning, maker: seller, units: [{ line: 2, quantity: 1 }] });
  await closeBoxOf(db, seller);
  await setCashBox(db, 'simple');
  expect(await row()).toMatchObject({ version: 1, corrections_added: 0, current_total: 52.4 });
  const list = (await shop.call('listClosings', { token: admin })).body;
  const rows = list.filter(({ seller_id }) => seller_id === seller.id);
  expect(rows).toMatchObject([
    { total_final: 52.4 },
    {
      total_final: -49.9,
      payment_methods: { Pix: -49.9 },
      sales_count: 0,
      refunds_count: 1,
      box: { number: opened.body.id, float: 100, counts: [{ expected: 100 }] },
    },
  ]);
});
