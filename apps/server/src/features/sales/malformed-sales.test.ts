import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Counter, openTestCounter } from '../../testing/counter.ts';
import { type ExpectedRefusal, expectRefusal } from '../../testing/expect-refusal.ts';

/** Requests that are no sale at all: broken, of the wrong type, too large. Nothing is written. */

let counter: Counter;
let text: string;

beforeAll(async () => {
  counter = await openTestCounter(afterAll);
  text = JSON.stringify(counter.payload);
});

const refusedText = (
  body: string | Uint8Array<ArrayBuffer>,
  refusal: ExpectedRefusal,
  headers?: Record<string, string>,
) => expectRefusal(counter.shop.owner.db, () => counter.post(body, headers), refusal);

const refused = (body: unknown, field: string) =>
  refusedText(JSON.stringify(body), { code: 'invalid_request', field });

const MONEY = ['subtotal', 'total', 'total_general', 'desc_general', 'valor_pago', 'troco'];
const ITEM_MONEY = ['subtotal', 'desc_value', 'total'];
const PAYMENTS = [1, 2, 3, 4, 5].map((line) => `payment_method${line}`);
const NO_AMOUNT = [
  ...[0.001, 1.005, 57.404, 0.1 + 0.2, 1e-7],
  ...[-0.01, -57.4, 10_000_000, 1e15, 1e308, Number.MIN_VALUE],
  ...['57.4', '57,40', 'R$ 57,40', 'NaN', 'Infinity', '', true, false, [], [57.4], {}],
];
/** null is "unused" in a payment line. */
const NEVER = [...NO_AMOUNT, null];

test.each(MONEY)('%s that is no amount', async (field) => {
  for (const value of NEVER) await refused({ ...counter.payload, [field]: value }, `body/${field}`);
});

test.each(PAYMENTS)('%s that is no amount', async (field) => {
  for (const value of NO_AMOUNT) {
    await refused({ ...counter.payload, [field]: value }, `body/${field}`);
  }
});

const item = (change: Record<string, unknown>) => ({
  ...counter.payload,
  products: [{ ...counter.payload.products[0], ...change }],
});

test.each(ITEM_MONEY)('an item’s %s that is no amount', async (field) => {
  for (const value of NEVER) await refused(item({ [field]: value }), `body/products/0/${field}`);
});

test('a quantity that is none', async () => {
  for (const value of [0, -1, 1.5, 10_000, 1e20, 2 ** 53, '1', '', null, true, [1], {}]) {
    await refused(item({ quantity: value }), 'body/products/0/quantity');
  }
});

test('a percentage that is none', async () => {
  for (const value of [-0.01, 100.01, 12.345, 1e9, '10', null, true, [10], {}]) {
    await refused(item({ desc_percent: value }), 'body/products/0/desc_percent');
  }
});

test('an id that is none', async () => {
  const never = [0, -1, 1.5, 2_147_483_648, 1e300, '1', '1 OR 1=1', true, [1], {}];
  for (const value of [...never, null]) {
    await refused(item({ product: value }), 'body/products/0/product');
    await refused({ ...counter.payload, client: value }, 'body/client');
    await refused({ ...counter.payload, seller: value }, 'body/seller');
  }
  for (const value of never) await refused({ ...counter.payload, student: value }, 'body/student');
});

test('a method’s name that is none', async () => {
  for (const value of [1, true, ['Pix'], {}, 'x'.repeat(61), 'Pi\u0000x', 'Pix\n', '\u0000']) {
    await refused({ ...counter.payload, payment_desc1: value }, 'body/payment_desc1');
    await refused({ ...counter.payload, payment_desc5: value }, 'body/payment_desc5');
  }
});

test('a list of products that is none', async () => {
  const [one] = counter.payload.products;
  for (const products of [null, [], {}, 'Caneta', 1, Array.from({ length: 301 }, () => one)]) {
    await refused({ ...counter.payload, products }, 'body/products');
  }
  for (const product of [null, 1, 'Caneta', [], [one]]) {
    await refused({ ...counter.payload, products: [product] }, 'body/products/0');
  }
});

test('a field that is missing', async () => {
  for (const field of [...MONEY, 'client', 'products']) {
    await refused({ ...counter.payload, [field]: undefined }, `body/${field}`);
  }
  for (const field of [...ITEM_MONEY, 'product', 'quantity', 'desc_percent']) {
    await refused(item({ [field]: undefined }), `body/products/0/${field}`);
  }
});

test('a field that nobody knows, at each level', async () => {
  for (const field of [
    'id',
    'created_at',
    'seller_name',
    'payment_method6',
    'payment_desc0',
    'Total',
    '',
  ]) {
    await refused({ ...counter.payload, [field]: 1 }, field ? `body/${field}` : 'body');
  }
  for (const field of ['unit_price', 'price', 'name', 'line', 'Quantity']) {
    await refused(item({ [field]: 1 }), `body/products/0/${field}`);
  }
});

test('a body that is no sale', async () => {
  for (const body of [null, true, 1, 'venda', [], [counter.payload], { venda: counter.payload }]) {
    const problem = await refusedText(JSON.stringify(body), { code: 'invalid_request' });
    expect(problem.field).toMatch(/^body/);
  }
});

test('JSON that is broken', async () => {
  const broken = ['', ' ', '{', '}', text.slice(0, -1), `${text},`, `${text}${text}`, `{${text}}`];
  const nearly = [
    text.replace('"troco":22.6', '"troco":NaN'),
    text.replace('"troco":22.6', '"troco":Infinity'),
    text.replace('"troco":22.6', '"troco":0x16'),
    text.replace('"troco":22.6', '"troco":+22.6'),
    text.replace('"troco":22.6', '"troco":22,6'),
    text.replace('"troco":22.6', '"troco":022.6'),
    text.replace('"troco":22.6', '"troco":22.6,'),
    text.replaceAll('"', "'"),
    `/* venda */ ${text}`,
    '['.repeat(100_000),
  ];
  for (const body of [...broken, ...nearly]) await refusedText(body, { code: 'invalid_json' });
});

test('numbers past what a double holds', async () => {
  for (const number of ['1e400', '-1e400', '9'.repeat(400)]) {
    await refusedText(text.replace('"troco":22.6', `"troco":${number}`), {
      code: 'invalid_request',
      field: 'body/troco',
    });
  }
});

test('keys that would change what objects are made of', async () => {
  for (const poison of ['"__proto__":{"total":1}', '"constructor":{"prototype":{"total":1}}']) {
    for (const body of [text.replace('{', `{${poison},`), text.replace('[{', `[{${poison},`)]) {
      await refusedText(body, { code: 'invalid_json' });
    }
  }
  expect(Object.hasOwn(Object.prototype, 'total')).toBe(false);
});

test('of a key that is there twice the last counts, and it is checked like any other', async () => {
  await refusedText(text.replace('"troco":22.6', '"troco":22.6,"troco":22.61'), {
    code: 'figures_differ',
    field: 'body/troco',
  });
  await refusedText(text.replace('"troco":22.6', '"troco":22.6,"troco":"22.6"'), {
    code: 'invalid_request',
    field: 'body/troco',
  });
  const response = await counter.post(text.replace('"troco":22.6', '"troco":5,"troco":22.6'));
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ troco: 22.6 });
});

test('a body of another type', async () => {
  for (const type of [
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/vnd.api+json',
    'json',
    '',
  ]) {
    await refusedText(text, { code: 'unsupported_media_type' }, { 'content-type': type });
  }
});

test('bytes that are no text', async () => {
  const bytes = new TextEncoder().encode(text.replace('Dinheiro', 'Dinheir\u007f'));
  bytes[bytes.indexOf(0x7f)] = 0xff;
  await refusedText(bytes, { code: 'invalid_json' });
});

test('a body over 256 KiB, and one just under it', async () => {
  const filled = (length: number) => text + ' '.repeat(length - text.length);
  await refusedText(filled(256 * 1024 + 1), { code: 'body_too_large' });
  await refusedText(filled(4 * 1024 * 1024), { code: 'body_too_large' });
  expect((await counter.post(filled(256 * 1024))).status).toBe(201);
});

test('a key that is no UUID', async () => {
  const uuid = crypto.randomUUID();
  for (const key of [
    '',
    'abc',
    '1',
    uuid.slice(1),
    `${uuid}0`,
    `{${uuid}}`,
    `urn:uuid:${uuid}`,
    uuid.replaceAll('-', ''),
    `${uuid}, ${uuid}`,
    `${uuid};`,
    'x'.repeat(4_000),
    'undefined',
    'null',
  ]) {
    await refusedText(
      text,
      { code: 'invalid_request', field: 'headers/idempotency-key' },
      { 'idempotency-key': key },
    );
  }
});

test('something in the address, where the call takes nothing', async () => {
  const { shop, token } = counter;
  for (const query of ['?total=1', '?page=1', '?__proto__=1', '?x']) {
    await expectRefusal(
      shop.owner.db,
      () =>
        fetch(`${shop.origin}/api/pdv/sales/${query}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: text,
        }),
      { code: 'invalid_request' },
    );
  }
});
