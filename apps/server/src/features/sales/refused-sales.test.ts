import { randomUUID } from 'node:crypto';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { type Cents, cents, MAX_CENTS, reaisFromCents } from '@balcao/domain/money.ts';
import { percentHundredths } from '@balcao/domain/sale-total.ts';
import { afterAll, expect, test } from 'vitest';
import {
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aUser,
  type GivenItem,
} from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { type ExpectedRefusal, expectRefusals } from '../../testing/expect-refusal.ts';
import type { StoredProduct } from './sale-record.ts';

/** Valid requests that must not become a sale. Nothing is written, and the response has the reason. */

const counter = await openTestCounter(afterAll);
const { shop, payload, vera, client, cash, pen, shirt } = counter;
const { db } = shop.owner;
const { login } = await aUser(db, { admin: true });
const administrator = { authorization: `Bearer ${await tokenOf(shop, login)}` };

function refused(bodies: NewSale[], refusal: ExpectedRefusal, headers = {}) {
  const sends = bodies.map((body) => () => counter.post(JSON.stringify(body), headers));
  return expectRefusals(db, sends, refusal);
}

/** The counter's sale with one line of it changed. */
function withItem(change: Partial<NewSale['products'][number]>, index = 0): NewSale {
  const products = payload.products.map((item, at) =>
    at === index ? { ...item, ...change } : item,
  );
  return { ...payload, products };
}
const withChange = (change: object): NewSale => ({ ...payload, ...change });

/** Paid in cash. */
const aSaleOf = (items: GivenItem[], amount: Cents): NewSale =>
  aSalePayload({ client, items, payments: [{ method: cash, amount }] });

const unpaid = (product: StoredProduct) =>
  aSalePayload({ client, items: [{ product }], payments: [] });

const MAX = reaisFromCents(MAX_CENTS);
const claimingMax = (given: NewSale): NewSale => ({
  ...given,
  ...{ subtotal: MAX, total: MAX, total_general: MAX, valor_pago: MAX, troco: 0 },
});

const other = await aUser(db);
const free = await aProduct(db, { price: cents(0) });
const halfACentavo = await aProduct(db, { price: cents(101) });
// The counter has read R$ 10,00.
const dearer = { ...(await aProduct(db, { price: cents(1_001) })), unitPrice: cents(1_000) };
const dearest = await aProduct(db, { price: MAX_CENTS });
const twice = aSaleOf([{ product: dearest, quantity: 2 }], MAX_CENTS);
const twiceAsOne = twice.products.map((item) => ({ ...item, subtotal: MAX, total: MAX }));

const inactive = await aProduct(db, { active: false });
const deleted = await aProduct(db);
const cheque = await aPaymentMethod(db, { name: 'Cheque pré-datado' });
const now = { deleted_at: new Date(), deleted_by: vera.id };
await db.updateTable('products').set(now).where('id', '=', deleted.id).execute();
await db.updateTable('payment_methods').set(now).where('id', '=', cheque.id).execute();
const NO_METHODS = [
  ...['Cheque', 'DINHEIRO', 'Din heiro', 'Dinheir_', '%', '2', '\ud800', '__proto__'],
  ...['Dinheiro\u0301', cheque.name],
];

/** The right figures of the sale and of its first item. One centavo more or less is refused. */
const FIGURES = { subtotal: 57.4, total: 57.4, total_general: 57.4, valor_pago: 80, troco: 22.6 };
const ITEM_FIGURES = { subtotal: 7.5, desc_value: 0, total: 7.5 };
const SUBTOTAL = 'products/0/subtotal';
const wrong = (right: number) =>
  [right + 0.01, right - 0.01, right + 1, 0, 9_999_999.99]
    .map((value) => Math.round(value * 100) / 100)
    .filter((value) => value >= 0 && value !== right);

type Case = [what: string, bodies: NewSale[], refusal: ExpectedRefusal, headers?: object];

/** A refusal for a field of the body, with the figure that the server computed. */
const at = (field: string, code: RefusalCode, expected?: number): ExpectedRefusal => ({
  code,
  field: `body/${field}`,
  ...(expected !== undefined && { expected }),
});

test.each<Case>([
  ...Object.entries(FIGURES).map(([field, right]): Case => {
    const bodies = wrong(right).map((value) => withChange({ [field]: value }));
    return [`a sale whose ${field} differs`, bodies, at(field, 'figures_differ', right)];
  }),
  ...Object.entries(ITEM_FIGURES).map(([name, right]): Case => {
    const bodies = wrong(right).map((value) => withItem({ [name]: value }));
    const refusal = at(`products/0/${name}`, 'figures_differ', right);
    return [`an item whose ${name} differs`, bodies, refusal];
  }),
  ...['', 'Bearer', 'Bearer x', `Basic ${btoa('vera:senha-do-teste')}`].map(
    (authorization): Case => {
      const what = `a sale of nobody, by "${authorization}"`;
      return [what, [payload], { code: 'not_signed_in' }, { authorization }];
    },
  ),
  [
    'an unknown product',
    [withItem({ product: 2_147_483_647 }, 1)],
    at('products/1/product', 'unknown_product'),
  ],
  [
    'a product that is inactive or deleted',
    [inactive, deleted].map((product) => aSaleOf([{ product }], product.unitPrice)),
    at('products/0/product', 'unknown_product'),
  ],
  ['an unknown client', [withChange({ client: 999_999 })], at('client', 'unknown_client')],
  ['an unknown student', [withChange({ student: 999_999 })], at('student', 'unknown_student')],
  [
    'another’s sale',
    [other.id, 999_999].map((seller) => withChange({ seller })),
    at('seller', 'seller_mismatch'),
  ],
  [
    'a payment method that is not one, or was deleted',
    NO_METHODS.map((name) => withChange({ payment_desc2: name })),
    at('payment_desc2', 'unknown_payment_method'),
  ],
  [
    'a payment without a method',
    [null, '', undefined].map((nothing) => withChange({ payment_desc2: nothing })),
    at('payment_desc2', 'payment_without_method'),
  ],
  ['another quantity', [withItem({ quantity: 2 })], at(SUBTOTAL, 'figures_differ', 5)],
  [
    'a price that has changed since the counter read it',
    [aSaleOf([{ product: dearer, quantity: 2 }], cents(2_000))],
    at(SUBTOTAL, 'figures_differ', 20.02),
  ],
  [
    'a discount of an item that its figures do not know of',
    [withItem({ desc_percent: 10 })],
    at('products/0/desc_value', 'figures_differ', 0.75),
    administrator,
  ],
  [
    'a discount of the sale that its figures do not know of',
    [withChange({ desc_general: 0.01 })],
    at('total_general', 'figures_differ', 57.39),
    administrator,
  ],
  [
    'a discount rounded down from half a centavo',
    [
      withItem({
        ...{ product: halfACentavo.id, quantity: 1, subtotal: 1.01 },
        ...{ desc_percent: 50, desc_value: 0.5, total: 0.51 },
      }),
    ],
    at('products/0/desc_value', 'figures_differ', 0.51),
    administrator,
  ],
  [
    'a discount that is larger than the sale',
    [57.41, 9_999_999.99].map((desc_general) => withChange({ desc_general, total_general: 0 })),
    at('desc_general', 'discount_too_large'),
    administrator,
  ],
  [
    'a discount that a seller gives on the sale',
    [withChange({ desc_general: 0.01, total_general: 57.39, troco: 22.61 })],
    at('desc_general', 'discount_not_allowed'),
  ],
  [
    'a sale that is not paid in full, or not at all',
    [aSaleOf([{ product: shirt }], cents(4_989)), unpaid(shirt)],
    at('valor_pago', 'not_paid', 49.9),
  ],
  [
    'a sale of nothing that is paid with nothing',
    [unpaid(free), { ...unpaid(free), payment_method1: 0, payment_desc1: 'Dinheiro' }],
    at('payment_method1', 'not_paid'),
  ],
  [
    'a sale or a payment past R$ 9.999.999,99',
    [
      claimingMax(aSaleOf([{ product: dearest }, { product: dearest }], MAX_CENTS)),
      withChange({ payment_method1: MAX, valor_pago: MAX }),
    ],
    { code: 'amount_too_large' },
  ],
  [
    'an item past R$ 9.999.999,99',
    [claimingMax({ ...twice, products: twiceAsOne })],
    at(SUBTOTAL, 'amount_too_large'),
  ],
])('it is refused: %s', async (_what, bodies, refusal, headers) => {
  for (const { code, detail } of await refused(bodies, refusal, headers)) {
    if (code === 'figures_differ') expect(detail).toContain(refusal.field);
  }
});

test('a discount that a seller gives on an item, unless it is a retry of an administrator’s', async () => {
  const discounted = { product: shirt, discountPercent: percentHundredths(0.01) };
  const sale = aSaleOf([{ product: pen }, discounted], cents(6_000));
  const refusal = at('products/1/desc_percent', 'discount_not_allowed');
  await refused([sale], refusal);

  const key = { 'idempotency-key': randomUUID() };
  const soon = { timeout: 10_000, interval: 50 };
  const setAdmin = (admin: boolean) =>
    db.updateTable('users').set({ admin }).where('login', '=', 'vera').execute();
  const status = async () => (await counter.post(JSON.stringify(sale), key)).status;
  await setAdmin(true);
  await expect.poll(status, soon).toBe(201);
  await setAdmin(false);
  const { token } = counter;
  await expect.poll(async () => (await shop.call('listUsers', { token })).status, soon).toBe(403);
  expect(await status()).toBe(201);
  await refused([sale], refusal);
});
