import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { Seal } from '../features/audit/seal.ts';
import { pendingAfter, sealEvents } from '../features/audit/sealer.ts';

export const KEY = randomBytes(32);

/** Seals all rows, as the sealer does, and returns the newest seal. */
export async function sealAll(db: Db, key = KEY): Promise<Seal | undefined> {
  const { upTo } = await pendingAfter(db, 0);
  for (;;) {
    const sealed = await sealEvents(db, key, upTo);
    if (!sealed?.more) return sealed?.newest;
  }
}

/** Runs statements for which no trigger runs. */
export function runUnguarded(owner: Db, statements: string[]): Promise<void> {
  return owner.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}
