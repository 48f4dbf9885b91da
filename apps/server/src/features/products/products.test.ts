import { cents } from '@balcao/domain/money.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { aProduct } from '../../testing/builders.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const { token } = await aVisitor(shop, { admin: true });

const SHIRT = { code: '10', name: 'Camiseta', price: 49.9, active: true };
let made = 0;
const aCode = () => `X-${++made}`;

const create = (body: typeof SHIRT) => shop.call('createProduct', { token, body });

test('a code and a name are kept composed, with single spaces, and found as they are typed', async () => {
  const typed = { ...SHIRT, code: ' Sa\u0303o  1%z', name: 'Camisa\u00a0 Sa\u0303o ' };
  const created = await create(typed);
  expect(created.body).toMatchObject({ code: 'S\u00e3o 1%z', name: 'Camisa S\u00e3o' });
  expect((await create({ ...typed, code: 'S\u00e3o 1%z' })).problem.code).toBe('code_taken');
  const found = await shop.call('listProducts', { token, query: { search: 'sa\u0303o  1%Z' } });
  expect(found.body.results).toMatchObject([{ id: created.body.id }]);
});

test.each(['\n', '\t', '\u200b', '\u202e', '\u2066', '\ufeff', '\u00ad', '\u{e0041}'])(
  'a name with %j, which nobody sees, is refused, and nothing changes',
  async (unseen) => {
    const before = await tableSnapshot(db);
    for (const field of ['code', 'name'] as const) {
      const { problem } = await create({ ...SHIRT, code: aCode(), [field]: `a${unseen}b` });
      expect(problem).toMatchObject({ status: 422, code: 'unfit_text', field: `body/${field}` });
    }
    expect(await tableSnapshot(db)).toEqual(before);
  },
);

test('a body that names another product than its address is refused', async () => {
  const [one, other] = [await aProduct(db), await aProduct(db)];
  const before = await tableSnapshot(db);
  const body = { id: other.id, ...SHIRT, code: aCode() };
  const { problem } = await shop.call('editProduct', { token, id: one.id, body });
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request', field: 'body/id' });
  expect(await tableSnapshot(db)).toEqual(before);
});

test('of ten that want one code at once, one gets it', async () => {
  const code = aCode();
  const responses = await Promise.all(Array.from({ length: 10 }, () => create({ ...SHIRT, code })));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
});

// Specification: 3.3
test('the counter gets the active ones only, in order', async () => {
  const shop = await openTestShop();
  const { token } = await aVisitor(shop);
  await aProduct(shop.owner.db, { name: 'Óculos', code: 'o', price: cents(1_000) });
  await aProduct(shop.owner.db, { name: 'agenda', code: 'a', price: cents(999_999_999) });
  await aProduct(shop.owner.db, { name: 'Inativo', active: false });
  const deleted = await aProduct(shop.owner.db, { name: 'Excluído' });
  const boss = await aVisitor(shop, { admin: true });
  await shop.call('deleteProduct', { token: boss.token, id: deleted.id });
  const { body } = await shop.call('listActiveProducts', { token });
  expect(body).toEqual([
    { id: expect.any(Number), code: 'a', name: 'agenda', price: 9_999_999.99, active: true },
    { id: expect.any(Number), code: 'o', name: 'Óculos', price: 10, active: true },
  ]);
  expect((await shop.call('listInactiveProducts', { token })).body).toEqual([
    { code: expect.any(String), name: 'Inativo' },
  ]);
  const { body: list } = await shop.call('listProducts', { token });
  expect(list.results.map(({ name, active }) => ({ name, active }))).toEqual([
    { name: 'agenda', active: true },
    { name: 'Inativo', active: false },
    { name: 'Óculos', active: true },
  ]);
});

test.each([0, 0.01, 0.07, 0.29, 1.15, 4.35, 1234.56, 9_999_999.99])(
  'a price of %d comes back to the centavo',
  async (price) => {
    const { body } = await create({ ...SHIRT, code: aCode(), price });
    expect(body.price).toBe(price);
    const row = await db
      .selectFrom('products')
      .select('price_cents')
      .where('id', '=', body.id)
      .executeTakeFirst();
    expect(row?.price_cents).toBe(Math.round(price * 100));
  },
);
