import { type RouteName, routes } from '@balcao/contract/routes.ts';
import { expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aCpf, aPaymentMethod, aProduct, aUser, PASSWORD } from '../../testing/builders.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { signIn } from '../../testing/signed-in.ts';

test('every call that changes something adds one row to the audit, and names it', async () => {
  const { shop, payload } = await openTestCounter();
  const { db } = shop.owner;
  const admin = await signIn(shop, await aUser(db, { admin: true }));
  const { token } = admin;
  const guest = await signIn(shop, await aUser(db));
  const user = (name: string) => ({ name, email: name, active: true, admin: false });
  const product = { code: 'X1', name: 'Régua', price: 2.5, active: true };
  const params = async (row: Promise<{ id: number }>) => ({ id: String((await row).id) });
  const sale = () => shop.call('createSale', { token, body: payload });
  const sold = sale().then(({ body }) => body);
  await sold;

  const day = new Date().toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' });
  const calls: Partial<Record<RouteName, [string[], () => Promise<{ status: number }>]>> = {
    login: [
      ['session.started'],
      () => shop.call('login', { body: { username: admin.login, password: PASSWORD } }),
    ],
    // Nothing that anybody did: the browser goes on.
    refreshSession: [
      [],
      () => shop.call('refreshSession', { body: {}, headers: { cookie: guest.cookie } }),
    ],
    logout: [['session.ended'], () => shop.call('logout', { token: guest.token })],
    changePassword: [
      ['password.changed'],
      () =>
        shop.call('changePassword', {
          token,
          body: {
            old_password: PASSWORD,
            new_password: 'uma-senha-melhor',
            confirm_new_password: 'uma-senha-melhor',
          },
        }),
    ],
    createUser: [['user.created'], () => shop.call('createUser', { token, body: user('nova') })],
    editUser: [
      ['user.edited'],
      async () =>
        shop.call('editUser', { token, params: await params(aUser(db)), body: user('outra') }),
    ],
    deleteUser: [
      ['user.deleted'],
      async () => shop.call('deleteUser', { token, params: await params(aUser(db)) }),
    ],
    resetPassword: [
      ['password.reset'],
      async () => shop.call('resetPassword', { token, params: await params(aUser(db)) }),
    ],
    createProduct: [
      ['product.created'],
      () => shop.call('createProduct', { token, body: product }),
    ],
    editProduct: [
      ['product.edited'],
      async () =>
        shop.call('editProduct', {
          token,
          params: await params(aProduct(db)),
          body: { ...product, code: 'X2' },
        }),
    ],
    deleteProduct: [
      ['product.deleted'],
      async () => shop.call('deleteProduct', { token, params: await params(aProduct(db)) }),
    ],
    createPaymentMethod: [
      ['payment_method.created'],
      () => shop.call('createPaymentMethod', { token, body: { name: 'Vale' } }),
    ],
    editPaymentMethod: [
      ['payment_method.edited'],
      async () =>
        shop.call('editPaymentMethod', {
          token,
          params: await params(aPaymentMethod(db)),
          body: { name: 'Vale-livro' },
        }),
    ],
    deletePaymentMethod: [
      ['payment_method.deleted'],
      async () =>
        shop.call('deletePaymentMethod', { token, params: await params(aPaymentMethod(db)) }),
    ],
    createClient: [
      ['client.created'],
      () => shop.call('createClient', { token, body: { cpf: aCpf(), name: 'Nina' } }),
    ],
    createStudent: [
      ['student.created'],
      () => shop.call('createStudent', { token, body: { registration: '77', name: '' } }),
    ],
    createSale: [['sale.created'], sale],
    deleteSale: [
      ['sale.deleted'],
      async () => shop.call('deleteSale', { token, params: await params(sold) }),
    ],
    closeBox: [
      ['box.closed'],
      () => shop.call('closeBox', { token, body: { date: day, seller_id: admin.id } }),
    ],
  };

  const changing = Object.entries(routes).filter(([, { method }]) => method !== 'GET');
  expect(Object.keys(calls).sort()).toEqual(changing.map(([name]) => name).sort());
  for (const [name, [expected, make]] of Object.entries(calls)) {
    const mark = await lastAuditId(db);
    const { status } = await make();
    expect(status, name).toBeLessThan(300);
    const rows = await auditAfter(db, mark);
    expect(rows.map(({ action }) => action)).toEqual(expected);
  }
});
