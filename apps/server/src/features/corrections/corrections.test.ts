import { randomUUID } from 'node:crypto';
import type { NewRefund } from '@balcao/contract/sales/corrections.ts';
import { cents, reaisFromCents } from '@balcao/domain/money.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { anApproval, aPaymentMethod, aProduct, aSale, aUser } from '../../testing/builders.ts';
import { anExchangeBody } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';

const counter = await openTestCounter(afterAll);
const { shop, vera, client, student, pen, shirt, cash, pix } = counter;
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
const admin = await tokenOf(shop, chief.login);

afterEach(async () => {
  expect(await violations(db)).toEqual([]);
});

/** 3 pens and a shirt: 57,40, of which 30,00 Pix and 27,40 cash (50,00 less change). */
const aSoldSale = () =>
  aSale(pool, {
    seller: vera,
    client,
    student,
    items: [{ product: pen, quantity: 3 }, { product: shirt }],
    payments: [
      { method: pix, amount: cents(3000) },
      { method: cash, amount: cents(5000) },
    ],
  });

type Correcting = 'createRefund' | 'createExchange' | 'correctPayments';
type Options = { token?: string; key?: string };

function correct<N extends Correcting>(
  name: N,
  sale: { id: number },
  body: object,
  { token = admin, key = randomUUID() }: Options = {},
) {
  const sent = {
    token,
    params: { id: String(sale.id) },
    headers: { 'idempotency-key': key },
    body,
  };
  return shop.call(name, sent as never) as ReturnType<typeof shop.call<N>>;
}

const penBack: NewRefund = {
  items: [{ line: 1, quantity: 1 }],
  reason: 'Não serviu',
  total: 2.5,
  payments: [{ method: 'Dinheiro', amount: 2.5 }],
};

test('items come back, with their worth, and the sale shows it', async () => {
  const sale = await aSoldSale();
  const mark = await lastAuditId(db);
  const { status, body } = await correct('createRefund', sale, penBack);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    kind: 'refund',
    created_at: expect.stringMatching(/Z$/),
    sale: sale.id,
    sale_created_at: sale.createdAt.toISOString(),
    seller: chief.id,
    seller_name: 'Chefe',
    approved_by: null,
    reason: 'Não serviu',
    client_name: 'Ana',
    student_name: 'Bia',
    items: [
      {
        line: 1,
        quantity: 1,
        total: 2.5,
        product_info: { id: pen.id, code: '10', name: 'Caneta', price: 2.5 },
      },
    ],
    total: 2.5,
    payments: [{ method: 'Dinheiro', amount: -2.5 }],
    exchange_sale: null,
  });
  expect(await auditAfter(db, mark)).toMatchObject([
    {
      actor_id: chief.id,
      action: 'sale.refunded',
      subject_id: sale.id,
      after: { correction: body.id },
    },
  ]);
  const token = counter.token;
  const read = await shop.call('readSale', { token, params: { id: String(sale.id) } });
  expect(read.body).toEqual({
    id: sale.id,
    created_at: sale.createdAt.toISOString(),
    seller_name: 'Vera',
    client_name: 'Ana',
    student_name: 'Bia',
    subtotal: 57.4,
    total_general: 57.4,
    valor_pago: reaisFromCents(sale.paid),
    troco: reaisFromCents(sale.change),
    items: [
      expect.objectContaining({ line: 1, quantity: 3, returned: 1, total: 7.5 }),
      expect.objectContaining({ line: 2, quantity: 1, returned: 0, total: 49.9 }),
    ],
    payments: [
      { method: 'Pix', amount: 30 },
      { method: 'Dinheiro', amount: 27.4 },
    ],
    corrections: [body],
    exchange_of: null,
  });
  expect(JSON.stringify(read.body)).not.toMatch(/52998224725|20260000001/);
});

test('an exchange with a rest to pay, to give back, and exactly even', async () => {
  const cap = await aProduct(db, { price: cents(4990) });
  const rest = await aPaymentMethod(db);
  for (const [product, paid, back] of [
    [await aProduct(db, { price: cents(6000) }), 10.1, 0],
    [await aProduct(db, { price: cents(4000) }), 0, 9.9],
    [cap, 0, 0],
  ] as const) {
    const sale = await aSoldSale();
    const body = anExchangeBody(sale, {
      items: [{ product }],
      method: rest,
      units: [{ line: 2, quantity: 1 }],
    });
    const exchanged = await correct('createExchange', sale, body);
    expect(exchanged).toMatchObject({
      status: 201,
      body: {
        correction: { kind: 'exchange', total: 49.9, exchange_sale: exchanged.body.sale.id },
        sale: {
          payment_desc1: 'Troca',
          payment_method1: product.unitPrice > 4990 ? 49.9 : product.unitPrice / 100,
          payment_method2: paid || null,
          client: client.id,
          student: student.id,
          seller: chief.id,
          corrections: { returned_total: 0, returned: [], payments: null, exchange_of: sale.id },
        },
      },
    });
    expect(exchanged.body.correction.payments.slice(1)).toEqual(
      back ? [{ method: rest.name, amount: -back }] : [],
    );
  }
});

test('a payment of the wrong method is corrected', async () => {
  const sale = await aSoldSale();
  const body = { reason: 'Era Pix', payments: [{ method: 'Pix', amount: 57.4 }] };
  const corrected = await correct('correctPayments', sale, body);
  expect(corrected).toMatchObject({ status: 201, body: { kind: 'payments', total: 0 } });
  expect(corrected.body.payments).toEqual([
    { method: 'Pix', amount: -30 },
    { method: 'Dinheiro', amount: -27.4 },
    { method: 'Pix', amount: 57.4 },
  ]);
  expect((await correct('correctPayments', sale, body)).problem.code).toBe('same_payments');
});

test('a seller needs an approval, which works once', async () => {
  const sale = await aSoldSale();
  const { token } = counter;
  expect((await correct('createRefund', sale, penBack, { token })).problem.code).toBe(
    'approval_required',
  );
  const approved = { action: 'refund', subject: sale.id, body: penBack } as const;
  const approval = await anApproval(db, vera, { ...approved, approver: chief });
  const key = randomUUID();
  const refund = () => correct('createRefund', sale, { ...penBack, approval }, { token, key });
  const first = await refund();
  expect(first).toMatchObject({ status: 201, body: { seller_name: 'Vera', approved_by: 'Chefe' } });
  expect((await refund()).body).toEqual(first.body);
  const again = await correct('createRefund', sale, { ...penBack, approval }, { token });
  expect(again.problem.code).toBe('approval_ended');
});
