import { cents } from '@balcao/domain/money.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aProduct } from '../../testing/builders.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const admin = await aVisitor(shop, { admin: true, name: 'Chefe' });
const { token } = admin;

const SHIRT = { code: '10', name: 'Camiseta', price: 49.9, active: true };
let made = 0;
const aCode = () => `X-${++made}`;

const create = (body: typeof SHIRT) => shop.call('createProduct', { token, body });
const edit = (id: number, body: typeof SHIRT) =>
  shop.call('editProduct', { token, params: { id: String(id) }, body: { id, ...body } });
const remove = (id: number) => shop.call('deleteProduct', { token, params: { id: String(id) } });

test('a code and a name are kept composed, with single spaces, and found as they are typed', async () => {
  const typed = { ...SHIRT, code: ' Sa\u0303o  1', name: 'Camisa\u00a0 Sa\u0303o ' };
  const created = await create(typed);
  expect(created.body).toMatchObject({ code: 'S\u00e3o 1', name: 'Camisa S\u00e3o' });
  expect((await create({ ...typed, code: 'S\u00e3o 1' })).problem.code).toBe('code_taken');
  const found = await shop.call('listProducts', { token, query: { search: 'sa\u0303o  1' } });
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

test('created, edited and deleted, each with its words and its row in the audit', async () => {
  const before = await lastAuditId(db);
  const created = await create({ ...SHIRT, code: '  10 ', name: ' Camiseta  ' });
  expect(created).toMatchObject({
    status: 201,
    body: { ...SHIRT, message: 'Produto criado com sucesso!' },
  });
  const { id } = created.body;
  const changed = { code: '11', name: 'Camiseta azul', price: 0.07, active: false };
  expect(await edit(id, changed)).toMatchObject({
    status: 200,
    body: { id, ...changed, message: 'Produto Editado com sucesso!' },
  });
  expect(await remove(id)).toMatchObject({
    status: 200,
    body: { message: 'Produto excluído com sucesso!' },
  });
  const by = { actor_id: admin.id, actor_name: 'Chefe', subject_id: id };
  expect(await auditAfter(db, before)).toMatchObject([
    { ...by, action: 'product.created', before: null, after: { id, ...SHIRT } },
    {
      ...by,
      action: 'product.edited',
      before: { id, ...SHIRT },
      after: { id, ...changed },
    },
    { ...by, action: 'product.deleted', before: { id, ...changed }, after: null },
  ]);
  const row = await db
    .selectFrom('products')
    .select(['name', 'deleted_by', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({
    name: 'Camiseta azul',
    deleted_by: admin.id,
    deleted_at: expect.any(Date),
  });
});

test('a code is taken in whatever case, until its product is deleted', async () => {
  const code = 'Ção-1';
  const first = await create({ ...SHIRT, code });
  const other = await create({ ...SHIRT, code: aCode() });
  const before = await tableSnapshot(db);
  for (const same of [code, 'çÃO-1', ' ção-1 ']) {
    const refused = { status: 409, code: 'code_taken', field: 'code' };
    expect((await create({ ...SHIRT, code: same })).problem).toMatchObject(refused);
    expect((await edit(other.body.id, { ...SHIRT, code: same })).problem).toMatchObject(refused);
  }
  expect(await tableSnapshot(db)).toEqual(before);
  // A product does not clash with its own code.
  expect((await edit(first.body.id, { ...SHIRT, code: 'ção-1' })).status).toBe(200);
  await remove(first.body.id);
  expect((await create({ ...SHIRT, code })).status).toBe(201);
});

test('a body that names another product than its address is refused', async () => {
  const [one, other] = [
    await create({ ...SHIRT, code: aCode() }),
    await create({ ...SHIRT, code: aCode() }),
  ];
  const before = await tableSnapshot(db);
  const response = await shop.call('editProduct', {
    token,
    params: { id: String(one.body.id) },
    body: { id: other.body.id, ...SHIRT, code: aCode() },
  });
  expect(response.problem).toMatchObject({
    status: 400,
    code: 'invalid_request',
    field: 'body/id',
  });
  expect(await tableSnapshot(db)).toEqual(before);
});

test('of ten that want one code at once, one gets it', async () => {
  const code = aCode();
  const responses = await Promise.all(Array.from({ length: 10 }, () => create({ ...SHIRT, code })));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
});

test('the counter gets the active ones only, in order', async () => {
  const shop = await openTestShop();
  const { token } = await aVisitor(shop);
  await aProduct(shop.owner.db, { name: 'Óculos', code: 'o', price: cents(1_000) });
  await aProduct(shop.owner.db, { name: 'agenda', code: 'a', price: cents(999_999_999) });
  await aProduct(shop.owner.db, { name: 'Inativo', active: false });
  const deleted = await aProduct(shop.owner.db, { name: 'Excluído' });
  const boss = await aVisitor(shop, { admin: true });
  const params = { id: String(deleted.id) };
  await shop.call('deleteProduct', { token: boss.token, params });
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

test('the search looks at the code too', async () => {
  const code = `zz%${aCode()}`;
  await create({ ...SHIRT, code });
  const found = await shop.call('listProducts', { token, query: { search: 'ZZ%x' } });
  expect(found.body.results).toMatchObject([{ code }]);
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
