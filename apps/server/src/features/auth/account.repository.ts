import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { provisionalUntil } from '../../database/provisional-until.ts';
import { signedInChanged } from './signed-in-changes.ts';

const HAS_SECOND_FACTOR = `EXISTS (
  SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)`;
/** Where the settings require one of every administrator. */
export const SECOND_FACTOR_MISSING = `u.admin AND (SELECT require_second_factor FROM settings)
  AND NOT ${HAS_SECOND_FACTOR}`;

export type Account = NonNullable<Awaited<ReturnType<typeof findAccountById>>>;

function accounts(db: Db) {
  return db
    .selectFrom('users as u')
    .select(['id', 'name', 'login', 'admin', 'active', 'image', 'password_hash'])
    .select('must_change_password')
    .select([
      sql<boolean>`coalesce(provisional_until <= now(), false)`.as('password_expired'),
      sql<boolean>`${sql.raw(HAS_SECOND_FACTOR)}`.as('second_factor'),
      sql<boolean>`${sql.raw(SECOND_FACTOR_MISSING)}`.as('second_factor_missing'),
    ])
    .where('deleted_at', 'is', null);
}

/** Finds the account of a login, ignoring case. */
export async function findAccount(db: Db, login: string): Promise<Account | undefined> {
  // PostgreSQL cannot store U+0000 in text, so no account has such a login.
  if (login.includes('\0')) return undefined;
  return accounts(db)
    .where('login_key', '=', sql<string>`lower(${login} COLLATE pg_catalog."und-x-icu")`)
    .executeTakeFirst();
}

export function findAccountById(db: Db, id: number) {
  return accounts(db).where('id', '=', id).executeTakeFirst();
}

/** Locks the account until the end of the transaction; sales by this user go on. */
export function lockAccount(tx: Tx, id: number): Promise<Account | undefined> {
  return accounts(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function setPassword(
  tx: Tx,
  userId: number,
  hash: string,
  mustChange: boolean,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      password_hash: hash,
      must_change_password: mustChange,
      provisional_until: provisionalUntil(mustChange),
    })
    .where('id', '=', userId)
    .execute();
  signedInChanged(tx);
}
