import { afterAll, expect, test } from 'vitest';
import { openTestCounter } from '../../testing/counter.ts';
import { type ExpectedRefusal, expectRefusals } from '../../testing/expect-refusal.ts';

/** Requests that are not a sale: broken, of the wrong type, too large. Nothing is written. */

const counter = await openTestCounter(afterAll);
const { shop, token, payload } = counter;
const text = JSON.stringify(payload);

type Headers = Record<string, string>;
function refusedTexts(bodies: readonly string[], refusal: ExpectedRefusal, headers?: Headers) {
  const sends = bodies.map((body) => () => counter.post(body, headers));
  return expectRefusals(shop.owner.db, sends, refusal);
}

/** Each of these bodies is refused for the same field. */
function refused(field: string, bodies: readonly unknown[]) {
  const texts = bodies.map((body) => JSON.stringify(body));
  return refusedTexts(texts, { code: 'invalid_request', field });
}

const item = (change: Record<string, unknown>) => ({
  ...payload,
  products: [{ ...payload.products[0], ...change }],
});

const MONEY = ['subtotal', 'total', 'total_general', 'desc_general', 'valor_pago', 'troco'];
const ITEM_MONEY = ['subtotal', 'desc_value', 'total'];
const NOT_AMOUNTS = [
  ...[0.001, 1.005, 57.404, 0.1 + 0.2, 1e-7],
  ...[-0.01, -57.4, 10_000_000, 1e15, 1e308, Number.MIN_VALUE],
  ...['57.4', '57,40', 'R$ 57,40', 'NaN', 'Infinity', '', true, false, [], [57.4], {}],
];
const NOT_IDS = [0, -1, 1.5, 2_147_483_648, 1e300, '1', '1 OR 1=1', true, [1], {}];
const NOT_NAMES = [1, true, ['Pix'], {}, 'x'.repeat(61), 'Pi\u0000x', 'Pix\n', '\u0000'];
const MISSING = [undefined];

/** null means "unused" in a payment line and for the student. */
test.each<[what: string, fields: string[], values: unknown[]]>([
  ['an amount', MONEY, [...NOT_AMOUNTS, null]],
  ['an amount', [1, 2, 3, 4, 5].map((line) => `payment_method${line}`), NOT_AMOUNTS],
  ['an id', ['client', 'seller'], [...NOT_IDS, null]],
  ['an id', ['student'], NOT_IDS],
  ["a method's name", ['payment_desc1', 'payment_desc5'], NOT_NAMES],
  ['there', [...MONEY, 'client', 'products'], MISSING],
  ['known', ['id', 'created_at', 'seller_name', 'payment_method6', 'payment_desc0', 'Total'], [1]],
])('a field of the sale that is not %s: %s', async (_what, fields, values) => {
  for (const field of fields) {
    const bodies = values.map((value) => ({ ...payload, [field]: value }));
    await refused(`body/${field}`, bodies);
  }
});

test.each<[what: string, fields: string[], values: unknown[]]>([
  ['an amount', ITEM_MONEY, [...NOT_AMOUNTS, null]],
  ['a quantity', ['quantity'], [0, -1, 1.5, 10_000, 1e20, 2 ** 53, '1', '', null, true, [1], {}]],
  ['a percentage', ['desc_percent'], [-0.01, 100.01, 12.345, 1e9, '10', null, true, [10], {}]],
  ['an id', ['product'], [...NOT_IDS, null]],
  ['there', [...ITEM_MONEY, 'product', 'quantity', 'desc_percent'], MISSING],
  ['known', ['unit_price', 'price', 'name', 'line', 'Quantity'], [1]],
])('a field of an item that is not %s: %s', async (_what, fields, values) => {
  for (const field of fields) {
    const bodies = values.map((value) => item({ [field]: value }));
    await refused(`body/products/0/${field}`, bodies);
  }
});

test('a list of products that is none', async () => {
  const [one] = payload.products;
  const lists = [null, [], {}, 'Caneta', 1, Array.from({ length: 301 }, () => one)];
  const items = [null, 1, 'Caneta', [], [one]];
  await refused(
    'body/products',
    lists.map((products) => ({ ...payload, products })),
  );
  await refused(
    'body/products/0',
    items.map((product) => ({ ...payload, products: [product] })),
  );
});

/** The sale as text, with another figure of the change. */
const withChange = (troco: string) => text.replace('"troco":22.6', `"troco":${troco}`);
const TROCO = 'body/troco';
const NUMBERS = ['NaN', 'Infinity', '0x16', '+22.6', '22,6', '022.6', '22.6,'];
const TYPES = [
  ...['text/plain', 'text/html', 'application/x-www-form-urlencoded', 'json', ''],
  ...['multipart/form-data; boundary=x', 'application/xml', 'application/jsonp'],
  'application/vnd.api+json',
];
const uuid = crypto.randomUUID();
const NO_UUIDS = [
  ...['', 'abc', '1', 'undefined', 'null', 'x'.repeat(4_000)],
  ...[uuid.slice(1), `${uuid}0`, `{${uuid}}`, `urn:uuid:${uuid}`, uuid.replaceAll('-', '')],
  ...[`${uuid}, ${uuid}`, `${uuid};`],
];

test.each<[string, string[], ExpectedRefusal]>([
  [
    'no sale',
    [null, true, 1, 'venda', [], [payload], { venda: payload }, { ...payload, '': 1 }].map((body) =>
      JSON.stringify(body),
    ),
    { code: 'invalid_request' },
  ],
  [
    'broken JSON',
    ['', ' ', '{', '}', text.slice(0, -1), `${text},`, `${text}${text}`, `{${text}}`],
    { code: 'invalid_json' },
  ],
  [
    'nearly JSON',
    [...NUMBERS.map(withChange), text.replaceAll('"', "'"), `/* venda */ ${text}`],
    { code: 'invalid_json' },
  ],
  [
    'JSON with keys that would change what objects are made of',
    ['"__proto__":{"total":1}', '"constructor":{"prototype":{"total":1}}'].flatMap((poison) => [
      text.replace('{', `{${poison},`),
      text.replace('[{', `[{${poison},`),
    ]),
    { code: 'invalid_json' },
  ],
  [
    'JSON with numbers past what a double holds',
    ['1e400', '-1e400', '9'.repeat(400)].map(withChange),
    { code: 'invalid_request', field: TROCO },
  ],
])('a body that is %s', async (_what, bodies, refusal) => {
  for (const { code, field } of await refusedTexts(bodies, refusal)) {
    if (code === 'invalid_request') expect(field).toMatch(/^body/);
  }
  expect(Object.hasOwn(Object.prototype, 'total')).toBe(false);
});

test('of a key that is there twice the last counts, and it is checked like any other', async () => {
  await refusedTexts([withChange('22.6,"troco":22.61')], { code: 'figures_differ', field: TROCO });
  await refusedTexts([withChange('22.6,"troco":"22.6"')], {
    code: 'invalid_request',
    field: TROCO,
  });
  const response = await counter.post(withChange('5,"troco":22.6'));
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ troco: 22.6 });
});

test.each<[header: string, values: string[], refusal: ExpectedRefusal]>([
  ['content-type', TYPES, { code: 'unsupported_media_type' }],
  ['idempotency-key', NO_UUIDS, { code: 'invalid_request', field: 'headers/idempotency-key' }],
])('a header of another form: %s', async (header, values, refusal) => {
  for (const value of values) await refusedTexts([text], refusal, { [header]: value });
});

test('a body of 256 KiB is read, and one a byte longer is not', async () => {
  const filled = (length: number) => text + ' '.repeat(length - text.length);
  await refusedTexts([filled(256 * 1024 + 1)], { code: 'body_too_large' });
  expect((await counter.post(filled(256 * 1024))).status).toBe(201);
});

test('something in the address, where the call takes nothing', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sends = ['?total=1', '?page=1', '?__proto__=1', '?x'].map((query) => () => {
    const address = `${shop.origin}/api/pdv/sales/${query}`;
    return fetch(address, { method: 'POST', headers, body: text });
  });
  await expectRefusals(shop.owner.db, sends, { code: 'invalid_request' });
});
