import type { RouteName } from '@balcao/contract/api/routes.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import { auditAfter, lastAuditId } from '../testing/books.ts';
import { aPaymentMethod, aProduct, aUser } from '../testing/builders.ts';
import { aVisitor } from '../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const { token } = await aVisitor(shop, { admin: true, name: 'Chefe' });

/** What a dialog was shown, as the screens write it. */
const shown = (row: object) => ({
  'shown-row': `${new URLSearchParams(
    Object.entries(row).map(([name, value]) => [name, String(value)] as [string, string]),
  )}`,
});

/** Edits a row that has these fields; `headers` say what the dialog was shown. */
const editing =
  (name: RouteName, id: number, row: object) =>
  (body: object, headers: Record<string, string> = {}) =>
    shop.call(name as 'editProduct', {
      ...{ token, headers, id },
      body: { ...row, ...body } as never,
    });

async function aPen() {
  const { id } = await aProduct(db);
  const fields = { code: `P${id}`, name: 'Caneta', price: 2.5, active: true };
  const edit = editing('editProduct', id, { id, ...fields });
  const row = { ...(await edit({})).body, message: undefined };
  return { id, row, edit };
}

test('a form that changed the name leaves the name alone changed', async () => {
  const { row, edit } = await aPen();
  const before = await lastAuditId(db);
  await edit({ code: 'outro' });
  const answer = await edit({ name: 'Caneta azul' }, shown(row));
  const after = { code: 'outro', name: 'Caneta azul', price: 2.5, active: true };
  expect(answer).toMatchObject({ status: 200, body: after });
  expect((await auditAfter(db, before)).at(-1)).toMatchObject({
    before: { name: 'Caneta', code: 'outro' },
    after,
  });
});

test.each([
  ['o valor', { price: 3 }, { price: 4 }],
  ['o valor', { price: 3 }, {}],
  ['o Ativo', { active: false }, { name: 'Caneta azul' }],
])(
  '%s changed to %j since it was shown: %j is refused and changes nothing',
  async (what, by, typed) => {
    const { id, row, edit } = await aPen();
    await edit(by);
    const before = await lastAuditId(db);
    expect((await edit(typed, shown(row))).problem).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      detail: expect.stringContaining(`Outra pessoa mudou ${what} desde`),
    });
    expect(await auditAfter(db, before)).toEqual([]);
    const { body } = await shop.call('listProducts', { token, query: { search: row.code } });
    expect(body.results).toEqual([
      {
        id,
        code: row.code,
        name: 'Caneta',
        price: 2.5,
        active: true,
        ...by,
      },
    ]);
    // Whoever looked again may.
    const again = { ...row, ...by };
    expect((await edit({ ...by, ...typed }, shown(again))).status).toBe(200);
  },
);

test('the same change twice is no clash, so that a lost answer can be asked for again', async () => {
  const { row, edit } = await aPen();
  const change = { price: 3 };
  expect((await edit(change, shown(row))).status).toBe(200);
  expect(await edit(change, shown(row))).toMatchObject({ status: 200, body: change });
});

test('without what was shown a whole edit changes everything, as the specification has it', async () => {
  const { edit } = await aPen();
  await edit({ price: 9, active: false });
  expect((await edit({ price: 1 })).body).toMatchObject({ price: 1, active: true });
});

test('no form gives a role back that was taken away meanwhile', async () => {
  const { id, login } = await aUser(db, { name: 'Ana', admin: true });
  const row = { id, name: 'Ana', email: login, active: true, admin: true };
  const edit = editing('editUser', id, row);
  await edit({ admin: false });
  const renamed = await edit({ name: 'Ana Lima' }, shown(row));
  expect(renamed.problem).toMatchObject({ status: 409, code: 'changed_meanwhile' });
  const now = { ...row, admin: false };
  const body = { admin: false, name: 'Ana Lima' };
  expect((await edit(body, shown(now))).body).toMatchObject(body);
  // An old name is not put back either.
  expect((await edit({ admin: false, active: false }, shown(now))).body).toMatchObject({
    name: 'Ana Lima',
    active: false,
  });
});

test('nor is the old name of a payment method', async () => {
  const { id, name } = await aPaymentMethod(db);
  const edit = editing('editPaymentMethod', id, {});
  await edit({ name: `${name} novo` });
  expect((await edit({ name }, shown({ id, name }))).body.name).toBe(`${name} novo`);
});
