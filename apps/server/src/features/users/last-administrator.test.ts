import { beforeEach, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/app.ts';
import { aUser } from '../../testing/builders.ts';
import { aVisitor, type Visitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

let shop: TestShop;
let boss: Visitor;

beforeEach(async () => {
  shop = await openTestShop();
  boss = await aVisitor(shop, { admin: true });
});

type Change = (by: Visitor, of: Visitor) => Promise<{ status: number; problem: unknown }>;

const edited =
  (change: { active: boolean; admin: boolean }): Change =>
  ({ token }, { id, name, login: email }) => {
    const params = { id: String(id) };
    return shop.call('editUser', { token, params, body: { name, email, ...change } });
  };

const demoted = edited({ active: true, admin: false });

const changes: [string, Change][] = [
  ['demoted', demoted],
  ['deactivated', edited({ active: false, admin: true })],
  ['demoted and deactivated', edited({ active: false, admin: false })],
  [
    'deleted',
    ({ token }, { id }) => shop.call('deleteUser', { token, params: { id: String(id) } }),
  ],
];

test.each(changes)('the last active administrator cannot be %s', async (_how, change) => {
  await aUser(shop.owner.db, { admin: true, active: false });
  await aUser(shop.owner.db, { admin: false });
  const before = await tableSnapshot(shop.owner.db);
  const refused = { status: 409, code: 'last_administrator' };
  expect((await change(boss, boss)).problem).toMatchObject(refused);
  expect(await tableSnapshot(shop.owner.db)).toEqual(before);
  expect((await shop.call('listUsers', { token: boss.token })).status).toBe(200);
});

test.each(changes)('of two who have each other %s at once, one stays', async (_how, change) => {
  const other = await aVisitor(shop, { admin: true });
  const answers = await Promise.all([change(boss, other), change(other, boss)]);
  const [first, second] = answers.map(({ status }) => status).sort();
  expect(first).toBe(200);
  // 401 if the loser's session has ended before their own change is handled.
  expect([401, 409]).toContain(second);
  const left = await shop.owner.db
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
  expect(left).toHaveLength(1);
});

test('while there is another one, an administrator may go', async () => {
  await aVisitor(shop, { admin: true });
  expect((await demoted(boss, boss)).status).toBe(200);
  expect((await shop.call('listUsers', { token: boss.token })).status).toBe(401);
});
