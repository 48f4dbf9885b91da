import { createHash, randomBytes } from 'node:crypto';
import { type ApiUser, withToken } from './api.ts';
import { ADMIN } from './shop-server.ts';

type Place = {
  origin: string;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
};

/** The first administrator, signed in to the API. */
export async function administratorOf(place: Place): Promise<ApiUser> {
  const [user] = await place.sql<{ id: number; name: string }>(
    'SELECT id, name FROM users WHERE login = $1',
    [ADMIN.login],
  );
  if (!user) throw new Error('The shop has no administrator.');
  return signedIn(place, { ...user, ...ADMIN });
}

/** A user with a password of their own, the administrator's, signed in to the API. */
export async function newUser(
  place: Place,
  admin: ApiUser,
  { name, login, admin: isAdmin = false }: { name: string; login: string; admin?: boolean },
): Promise<ApiUser> {
  const body = { name, email: login, active: true, admin: isAdmin };
  const { id } = await admin.call('createUser', { body });
  await place.sql(
    `UPDATE users SET must_change_password = false, provisional_until = NULL,
       password_hash = (SELECT password_hash FROM users WHERE id = $2) WHERE id = $1`,
    [id, admin.id],
  );
  return signedIn(place, { id, name, login, password: admin.password });
}

/**
 * Opens a session in the database. Password hashes are slow on purpose: they took a third of the server's
 * time, and the tests of sign-in and passwords compute theirs.
 */
export async function signedIn(place: Place, user: Omit<ApiUser, 'call'>): Promise<ApiUser> {
  const token = randomBytes(32).toString('base64url');
  await place.sql(
    `WITH opened AS (INSERT INTO sessions (user_id, address, expires_at)
       VALUES ($1, '127.0.0.1', now() + interval '1 day') RETURNING id, expires_at)
     INSERT INTO session_tokens (token_hash, session_id, kind, expires_at)
       SELECT $2, id, 'access', expires_at FROM opened`,
    [user.id, createHash('sha256').update(token).digest()],
  );
  return withToken(place.origin, token, user);
}
