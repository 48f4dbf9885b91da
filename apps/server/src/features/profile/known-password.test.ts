import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { anAuditEvent, auditAfter, lastAuditId } from '../../testing/books.ts';
import { aUser, type BuiltUser, PASSWORD } from '../../testing/builders.ts';
import { aSecondFactor, codeOf } from '../../testing/second-factor.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { recordAudit } from '../audit/audit.service.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

beforeEach(() => db.deleteFrom('sign_in_failures').execute());

const signIn = ({ login }: BuiltUser, from: string, code?: string) =>
  shop.call('login', {
    body: { username: login, password: PASSWORD, ...(code && { code }) },
    headers: { 'x-forwarded-for': from },
  });

async function anAdministrator() {
  const user = await aUser(db, { admin: true });
  const secret = await aSecondFactor(db, user.id);
  const token = await anAccess(db, user.id);
  const told = async () => (await shop.call('readSecondFactor', { token })).body.password_known;
  const before = (minutes: number, address: string) =>
    anAuditEvent(db, new Date(Date.now() - minutes * 60_000), user, 'session.code_missing', {
      subjectId: user.id,
      after: { address },
    });
  return { user, secret, told, before };
}

test('a right password without its code is in the audit once per address and hour, and in Perfil', async () => {
  const { user, told } = await anAdministrator();
  const mark = await lastAuditId(db);
  expect(await told()).toBeUndefined();
  for (const from of ['203.0.113.5', '203.0.113.5', '203.0.113.6', '203.0.113.5']) {
    expect((await signIn(user, from)).problem.code).toBe('code_required');
  }
  const row = { action: 'session.code_missing', actor_id: user.id, subject_id: user.id };
  expect(await auditAfter(db, mark)).toMatchObject([
    { ...row, after: { address: '203.0.113.5' } },
    { ...row, after: { address: '203.0.113.6' } },
  ]);
  expect(await told()).toEqual({ at: expect.stringMatching(/Z$/), address: '203.0.113.6' });
});

test('so is one with a wrong code, at a sign-in and at an approval', async () => {
  const { user, told } = await anAdministrator();
  expect((await signIn(user, '203.0.113.5', '12345')).problem.code).toBe('wrong_code');
  expect(await told()).toMatchObject({ address: '203.0.113.5' });
  const token = await anAccess(db, (await aUser(db)).id);
  const request = { kind: 'withdrawal', amount: 10, reason: 'Cofre' } as const;
  const typed = { username: user.login, password: PASSWORD, code: '12345' };
  const body = { ...typed, action: 'withdrawal', subject: 1, request } as const;
  const headers = { 'x-forwarded-for': '203.0.113.8' };
  expect((await shop.call('approve', { token, body, headers })).problem.code).toBe('wrong_code');
  expect(await told()).toMatchObject({ address: '203.0.113.8' });
});

test('after an hour there is another row', async () => {
  const { user, before } = await anAdministrator();
  await before(61, '203.0.113.5');
  const mark = await lastAuditId(db);
  await signIn(user, '203.0.113.5');
  expect(await auditAfter(db, mark)).toHaveLength(1);
});

test('who types the code after it is nobody else; the next without one is', async () => {
  const { user, secret, told } = await anAdministrator();
  await signIn(user, '203.0.113.5');
  expect((await signIn(user, '203.0.113.5', codeOf(secret, Date.now()))).status).toBe(200);
  expect(await told()).toBeUndefined();
  const mark = await lastAuditId(db);
  await signIn(user, '203.0.113.5');
  expect(await auditAfter(db, mark)).toHaveLength(1);
  expect(await told()).toMatchObject({ address: '203.0.113.5' });
});

test('nor is who approves with a code at a counter', async () => {
  const { user, secret, told } = await anAdministrator();
  const token = await anAccess(db, (await aUser(db)).id);
  const request = { kind: 'withdrawal', amount: 10, reason: 'Cofre' } as const;
  const approve = (code?: string) => {
    const typed = { username: user.login, password: PASSWORD, ...(code && { code }) };
    const body = { ...typed, action: 'withdrawal', subject: 1, request } as const;
    return shop.call('approve', { token, body, headers: { 'x-forwarded-for': '203.0.113.8' } });
  };
  expect((await approve()).problem.code).toBe('code_required');
  expect(await told()).toMatchObject({ address: '203.0.113.8' });
  expect((await approve(codeOf(secret, Date.now()))).status).toBe(201);
  expect(await told()).toBeUndefined();
});

test('it is said for thirty days, until the password is changed, and to nobody else', async () => {
  const { user, told, before } = await anAdministrator();
  await before(31 * 24 * 60, '203.0.113.5');
  expect(await told()).toBeUndefined();
  await before(29 * 24 * 60, '203.0.113.5');
  expect(await told()).toMatchObject({ address: '203.0.113.5' });
  expect(await (await anAdministrator()).told()).toBeUndefined();
  await recordAudit(db, user, 'password.changed', { subjectId: user.id });
  expect(await told()).toBeUndefined();
});
