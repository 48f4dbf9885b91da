import type { AuditAction } from '@balcao/contract/audit-actions.ts';
import { type RouteName, routes } from '@balcao/contract/routes.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop, type Sent } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aUser } from '../../testing/builders.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { validCalls } from '../../testing/valid-calls.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const valid = validCalls(shop);

/** Every call that changes something; renewing a session is not an action of the user. */
const actions: Partial<Record<RouteName, AuditAction | null>> = {
  login: 'session.started',
  refreshSession: null,
  logout: 'session.ended',
  changePassword: 'password.changed',
  createUser: 'user.created',
  editUser: 'user.edited',
  deleteUser: 'user.deleted',
  resetPassword: 'password.reset',
  createProduct: 'product.created',
  editProduct: 'product.edited',
  deleteProduct: 'product.deleted',
  createPaymentMethod: 'payment_method.created',
  editPaymentMethod: 'payment_method.edited',
  deletePaymentMethod: 'payment_method.deleted',
  createClient: 'client.created',
  createStudent: 'student.created',
  createSale: 'sale.created',
  deleteSale: 'sale.deleted',
  closeBox: 'box.closed',
};

const changing = Object.entries(routes).filter(([, { method }]) => method !== 'GET');

test.each(changing.map(([name]) => name as RouteName))(
  '%s adds one row to the audit, which names it',
  async (name) => {
    const actor = await aUser(db, { admin: true });
    const token = await anAccess(db, actor.id);
    const sent = (await valid[name](actor)) as Sent<RouteName>;
    const before = await lastAuditId(db);
    expect((await shop.call(name, { ...sent, token })).status).toBeLessThan(300);
    const rows = await auditAfter(db, before);
    const action = actions[name];
    expect(rows.map((row) => row.action)).toEqual(action === null ? [] : [action]);
  },
);
