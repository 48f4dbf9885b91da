import { sql } from 'kysely';
import { provisionalUntil } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { pageByName, type Slice } from '../../database/listing.ts';

export type UserFields = { name: string; login: string; active: boolean; admin: boolean };
export type UserRow = UserFields & { id: number };

const columns = ['id', 'name', 'login', 'active', 'admin'] as const;

export function usersPage(db: Db, search: string | undefined, slice: Slice) {
  return pageByName<UserRow>(db, { table: 'users', columns }, search, slice);
}

/** Locks the user against other changes; sales by this user go on. */
export function lockUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Counts the active administrators and locks them in the order of their ids. If two administrators demote
 * each other at once, the second sees the change of the first.
 */
export async function countActiveAdministrators(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('admin', '=', true)
    .where('active', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.length;
}

export function insertUser(
  tx: Tx,
  user: UserFields & { passwordHash: string; mustChangePassword: boolean },
): Promise<UserRow> {
  const { passwordHash, mustChangePassword, ...fields } = user;
  return tx
    .insertInto('users')
    .values({
      ...fields,
      password_hash: passwordHash,
      must_change_password: mustChangePassword,
      provisional_until: provisionalUntil(mustChangePassword),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateUser(tx: Tx, id: number, fields: UserFields): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set(fields)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function markUserDeleted(tx: Tx, id: number, by: number): Promise<void> {
  const deleted_at = sql<Date>`now()`;
  await tx.updateTable('users').set({ deleted_at, deleted_by: by }).where('id', '=', id).execute();
}

/** An arbitrary number, the same on every server. */
const FIRST_START_LOCK = 20_260_001;

/** Held until the end of the transaction, so that of several starting servers one looks first. */
export async function lockFirstStart(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(tx);
}

/** Whether there has ever been a user: a shop whose users are all deleted is not new. */
export async function hasUsers(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
