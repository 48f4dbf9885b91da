import { sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import { provisionalUntil } from '../../database/provisional-until.ts';
import { rowsWithSoftDeletion } from '../../database/soft-deletion.ts';

export type UserFields = { name: string; login: string; active: boolean; admin: boolean };
export type UserRow = UserFields & { id: number };

export const userRows = rowsWithSoftDeletion<UserRow>('users', [
  'name',
  'login',
  'active',
  'admin',
]);

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
    .returning(['id', 'name', 'login', 'active', 'admin'])
    .executeTakeFirstOrThrow();
}

/** An arbitrary number, the same on every server. */
const FIRST_START_LOCK = 20_260_001;

/**
 * Whether there has ever been a user: a shop whose users are all deleted is not new. The lock lasts to the
 * end of the transaction, so that several starting servers look one after the other.
 */
export async function hasUsers(tx: Tx): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(tx);
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
