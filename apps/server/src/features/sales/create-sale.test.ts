import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { beforeEach, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/app.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aStudent,
  aUser,
  PASSWORD,
} from '../../testing/builders.ts';

let shop: TestShop;
let token: string;
let payload: ReturnType<typeof aSalePayload>;

beforeEach(async () => {
  shop = await openTestShop();
  const { db } = shop.owner;
  const seller = await aUser(db, { name: 'Vera', login: 'vera' });
  const body = { username: seller.login, password: PASSWORD };
  token = (await shop.call('login', { body })).body.access;
  const pen = await aProduct(db, { code: '10', name: 'Caneta', price: cents(250) });
  const shirt = await aProduct(db, { code: '20', name: 'Camiseta', price: cents(4990) });
  const cash = await aPaymentMethod(db, { name: 'Dinheiro' });
  const pix = await aPaymentMethod(db, { name: 'Pix' });
  payload = aSalePayload({
    client: await aClient(db, { cpf: '52998224725', name: 'Ana' }),
    student: await aStudent(db, { registration: '20260000001', name: 'Bia' }),
    items: [{ product: pen, quantity: 3 }, { product: shirt }],
    payments: [
      { method: pix, amount: cents(3000) },
      { method: cash, amount: cents(5000) },
    ],
  });
});

test('a sale is answered whole, with its change and with copies of what paper shows', async () => {
  const { status, body } = await shop.call('createSale', { token, body: payload });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    client_data: { cpf: '52998224725', name: 'Ana' },
    student_data: { registration: '20260000001', name: 'Bia' },
    seller_data: { name: 'Vera' },
    products_data: [
      { quantity: 3, subtotal: 7.5, total: 7.5, product_info: { name: 'Caneta', price: 2.5 } },
      { quantity: 1, subtotal: 49.9, total: 49.9, product_info: { name: 'Camiseta' } },
    ],
    payment_method1: 30,
    payment_desc1: 'Pix',
    payment_method2: 50,
    payment_desc2: 'Dinheiro',
    payment_method3: null,
    total_general: 57.4,
    valor_pago: 80,
    troco: 22.6,
  });
});

test('ten parallel posts with one key make one sale and ten equal answers', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shop.call('createSale', { token, body: payload, headers })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const rows = await shop.owner.db.selectFrom('sales').select('id').execute();
  expect(rows).toEqual([{ id: answers[0]?.body.id }]);
});
