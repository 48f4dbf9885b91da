import type { Db } from '../database/connection.ts';
import { insertSession, insertToken } from '../features/auth/session.repository.ts';
import { hashToken, newToken } from '../features/auth/tokens.ts';
import type { TestShop } from './app.ts';
import { aUser, type BuiltUser, PASSWORD } from './builders.ts';

/** Somebody at a browser: their bearer token, and the cookie as the browser would send it back. */
export type Visitor = BuiltUser & { token: string; cookie: string };

/** Signs in through the door, with the password of the builders unless another is said. */
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

/** The name and value that an answer sets, without the attributes. */
export function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A session that nobody had to type a password for: argon2 costs what it has to. */
export async function anAccess(db: Db, userId: number): Promise<string> {
  const token = newToken();
  await db.transaction().execute(async (tx) => {
    const sessionId = await insertSession(tx, { userId, address: '127.0.0.1', days: 7 });
    await insertToken(tx, { hash: hashToken(token), sessionId, kind: 'access', minutes: 15 });
  });
  return token;
}
