import type { Db } from '../database/connection.ts';
import { insertSession, insertTokens } from '../features/auth/session.repository.ts';
import { hashToken, newToken } from '../features/auth/token-hashes.ts';
import type { TestShop } from './app.ts';
import { aUser, type BuiltUser, PASSWORD } from './builders.ts';

/** A signed-in user: the bearer token, and the cookie as the browser sends it. */
export type Visitor = BuiltUser & { token: string; cookie: string };

/** Signs in over HTTP, by default with the password of the builders. */
export async function signIn(
  shop: Pick<TestShop, 'call'>,
  user: BuiltUser,
  password: string = PASSWORD,
): Promise<Visitor> {
  const answer = await shop.call('login', { body: { username: user.login, password } });
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}`);
  return { ...user, token: answer.body.access, cookie: cookieOf(answer.headers) };
}

export async function aVisitor(
  shop: TestShop,
  given: Parameters<typeof aUser>[1] = {},
): Promise<Visitor> {
  return signIn(shop, await aUser(shop.owner.db, given));
}

/** The name and value of the cookie that a response sets, without the attributes. */
export function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Inserts a session and returns its token: much faster than verifying a password. */
export async function anAccess(db: Db, userId: number): Promise<string> {
  const access = newToken();
  await db.transaction().execute(async (tx) => {
    const sessionId = await insertSession(tx, {
      userId,
      address: '127.0.0.1',
      device: '',
      days: 7,
    });
    const token = { kind: 'access' as const, hash: hashToken(access), minutes: 12 * 60 };
    await insertTokens(tx, sessionId, [token]);
  });
  return access;
}
