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

const edited = (change: { active: boolean; admin: boolean }): Change => {
  return (by, { id, name, login: email }) =>
    shop.call('editUser', {
      token: by.token,
      params: { id: String(id) },
      body: { name, email, ...change },
    });
};

const ways: [string, Change][] = [
  ['demoted', edited({ active: true, admin: false })],
  ['deactivated', edited({ active: false, admin: true })],
  ['both', edited({ active: false, admin: false })],
  [
    'deleted',
    (by, { id }) => shop.call('deleteUser', { token: by.token, params: { id: String(id) } }),
  ],
];

test.each(ways)('the last active administrator cannot be %s', async (_way, change) => {
  await aUser(shop.owner.db, { admin: true, active: false });
  await aUser(shop.owner.db, { admin: false });
  const before = await tableSnapshot(shop.owner.db);
  const refused = { status: 409, code: 'last_administrator' };
  expect((await change(boss, boss)).problem).toMatchObject(refused);
  expect(await tableSnapshot(shop.owner.db)).toEqual(before);
  expect((await shop.call('listUsers', { token: boss.token })).status).toBe(200);
});

test.each(ways)('of two who have each other %s at once, one stays', async (_way, change) => {
  const other = await aVisitor(shop, { admin: true });
  const answers = await Promise.all([change(boss, other), change(other, boss)]);
  // The loser's session may be over before their own change is looked at.
  expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
  expect([401, 409]).toContain(answers.map(({ status }) => status).sort()[1]);
  const left = await shop.owner.db
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
  expect(left).toHaveLength(1);
});

test('with another one there, an administrator may go', async () => {
  await aVisitor(shop, { admin: true });
  const leave = edited({ active: true, admin: false });
  expect((await leave(boss, boss)).status).toBe(200);
  expect((await shop.call('listUsers', { token: boss.token })).status).toBe(401);
});
