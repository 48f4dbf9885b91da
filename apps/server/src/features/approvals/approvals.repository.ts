import type { CountLine } from '@balcao/domain/box-count.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { rowOf } from '../../database/rows.ts';
import type { Tables } from '../../database/tables.ts';

export type ApprovedRow = Omit<Tables['approvals'], 'expires_at' | 'used_at'>;

/** Returns when it expires. */
export async function insertApproval(
  tx: Tx,
  approval: ApprovedRow,
  minutes: number,
): Promise<Date> {
  const { expires_at } = await tx
    .insertInto('approvals')
    .values({ ...approval, expires_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

/**
 * Marks an approval as used. Returns the administrator; undefined if there is no such approval of this request,
 * it has expired or is used, or the approver may no longer approve.
 */
export async function takeApproval(
  tx: Tx,
  { token_hash, request_hash }: Omit<ApprovedRow, 'approved_by'>,
): Promise<{ id: number; name: string } | undefined> {
  return rowOf<{ id: number; name: string }>(tx)`
    UPDATE approvals a SET used_at = now() FROM users u
    WHERE a.token_hash = ${token_hash} AND a.request_hash = ${request_hash}
      AND a.used_at IS NULL AND a.expires_at > now()
      AND u.id = a.approved_by AND u.admin AND u.active AND u.deleted_at IS NULL
      AND NOT u.must_change_password
    RETURNING u.id, u.name`;
}

export async function otherAdministrators(db: Db, id: number): Promise<string[]> {
  const others = db
    .selectFrom('users')
    .select('name')
    .where('id', '<>', id)
    .where('admin', '=', true)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id');
  return (await others.execute()).map(({ name }) => name);
}

/** The lines of a box that is counted and not closed, of a seller only of their own; none before and after. */
export async function countedLines(
  db: Db,
  box: number,
  { id, admin }: { id: number; admin?: boolean },
): Promise<CountLine[]> {
  const lines = db
    .selectFrom('box_counts')
    .innerJoin('cash_boxes', 'id', 'box_id')
    .select(['method_name as method', 'expected_cents as expected', 'counted_cents as counted'])
    .where('box_id', '=', box)
    .where('closed_at', 'is', null)
    .orderBy('line');
  return (admin ? lines : lines.where('seller_id', '=', id)).execute();
}

/** Deletes what has expired, except what another transaction is using. */
export async function sweepApprovals(tx: Tx): Promise<void> {
  await sql`
    DELETE FROM approvals WHERE token_hash IN (
      SELECT token_hash FROM approvals WHERE expires_at < now() FOR UPDATE SKIP LOCKED)`.execute(
    tx,
  );
}
