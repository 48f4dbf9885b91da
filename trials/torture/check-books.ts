import path from 'node:path';
import type { Connection, Tx } from '@balcao/server/src/database/connection.ts';
import { readHead } from '@balcao/server/src/features/audit/audit-head.ts';
import { openAuditKey } from '@balcao/server/src/features/audit/audit-key.ts';
import { type AuditFindings, verifyAudit } from '@balcao/server/src/features/audit/verify-audit.ts';
import { violations } from '@balcao/server/src/testing/invariants.ts';
import { sql } from 'kysely';
import { type Comparison, compare } from './compare.ts';
import type { Ledger } from './ledger.ts';

export type Finding = Comparison & { violations: string[] };

/** The invariants and the client's list, both on one moment of the books. */
export function checkBooks({ db }: Pick<Connection, 'db'>, ledger: Ledger): Promise<Finding> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => checkIn(tx, ledger));
}

/** The same within a transaction. */
export async function checkIn(tx: Tx, ledger: Ledger): Promise<Finding> {
  // Thousands of sales are compared row by row where their keys do not fit into memory.
  await sql`SET LOCAL work_mem = '64MB'`.execute(tx);
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  return { ...(await compare(ledger, tx)), violations: await violations(tx) };
}

/** What is wrong, in words; an empty list is what there has to be. */
export function troublesOf(found: Finding): string[] {
  const { lost, doubled, undeleted, lostClosings } = found;
  const some = (what: string, which: readonly unknown[]) =>
    which.length === 0
      ? []
      : [`${which.length} ${what}: ${which.slice(0, 5).join(', ')}${which.length > 5 ? ' …' : ''}`];
  return [
    ...some('acknowledged sales lost', lost),
    ...some('sales doubled', doubled),
    ...some('acknowledged deletions undone', undeleted),
    ...some('acknowledged closings lost', lostClosings),
    ...some('violations', found.violations),
  ];
}

/** The chain over the audit, with the key and the newest link that the shop's folder has. */
export async function checkAudit(
  { db }: Pick<Connection, 'db'>,
  dataDir: string,
): Promise<AuditFindings> {
  // Before the books: the chain may have grown since, but never shrinks.
  const head = await readHead(dataDir);
  const key = await openAuditKey({
    dataDir: path.resolve(dataDir),
    configured: undefined,
    hasSeals: true,
  });
  return verifyAudit(db, key, head);
}

export function auditTroubles({ troubles, otherKey }: AuditFindings): string[] {
  return [
    ...troubles.map(({ what, eventId }) => `audit chain: ${what} at row ${eventId}`),
    ...(otherKey ? ['audit chain: sealed with two keys'] : []),
  ];
}
