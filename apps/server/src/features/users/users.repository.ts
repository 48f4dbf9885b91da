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

/** Held against other changes, not against the sales that point at the user. */
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
 * How many active administrators there are, with all of them locked in one order: of two that demote
 * each other at once, the second has to see what the first did.
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
  await tx
    .updateTable('users')
    .set({ deleted_at: sql`now()`, deleted_by: by })
    .where('id', '=', id)
    .execute();
}

/** Any number will do, so long as every server takes the same. */
const FIRST_START_LOCK = 20_260_001;

/** Held to the end of the transaction: of servers that start at once, one looks first. */
export async function lockFirstStart(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(tx);
}

/** Whether there has ever been a user: a shop whose users were all deleted is not a new one. */
export async function hasUsers(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
