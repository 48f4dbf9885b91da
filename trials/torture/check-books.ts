import path from 'node:path';
import type { Connection, Db, Tx } from '@balcao/server/src/database/connection.ts';
import { readHead } from '@balcao/server/src/features/audit/audit-head.ts';
import { openAuditKey } from '@balcao/server/src/features/audit/audit-key.ts';
import { type AuditFindings, verifyAudit } from '@balcao/server/src/features/audit/verify-audit.ts';
import { violations } from '@balcao/server/src/testing/invariants.ts';
import { sql } from 'kysely';
import type { Ledger } from './ledger.ts';

export type Finding = {
  /** How many keys were acknowledged. */
  acknowledged: number;
  /** How many sales the books hold, deleted ones included. */
  stored: number;
  /** Keys whose acknowledged sale is missing, differs, or was deleted without a request. */
  lost: string[];
  /** Ids of sales without a request, or beyond the first of their key. */
  doubled: number[];
  /** Ids of sales that are there although their deletion was acknowledged. */
  undeleted: number[];
  /** Ids of acknowledged closings that are missing or differ. */
  lostClosings: number[];
  /** The same of corrections and movements of cash; and those that nobody asked for. */
  lostRecords: string[];
  unaskedRecords: string[];
  /** Keys of answered papers that are neither a sale nor on the administrators' list. */
  lostPapers: string[];
  violations: string[];
};

/** Compares the books with the client's list and checks the invariants, both at one moment. */
export function checkBooks({ db }: Pick<Connection, 'db'>, ledger: Ledger): Promise<Finding> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => checkIn(tx, ledger));
}

export async function checkIn(tx: Tx, ledger: Ledger): Promise<Finding> {
  // With less memory thousands of sales would be compared row by row.
  await sql`SET LOCAL work_mem = '64MB'`.execute(tx);
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  return { ...(await compareBooks(tx, ledger)), violations: await violations(tx) };
}

/** Compares the books with the client's list. */
export async function compareBooks(db: Db | Tx, ledger: Ledger) {
  const { entries, deletions } = ledger;
  const rows = await db
    .selectFrom('sales')
    .select(['id', 'idempotency_key', 'total_general_cents'])
    .select((row) => row('deleted_at', 'is not', null).as('deleted'))
    .execute();
  const ofKey = Map.groupBy(rows, (row) => row.idempotency_key);
  const ofId = new Map(rows.map((row) => [row.id, row]));
  const acknowledged = [...entries].flatMap(([key, sales]) =>
    sales.map((sale) => ({ key, ...sale })),
  );
  const isThere = ({ key, id, totalCents }: (typeof acknowledged)[number]) => {
    const row = ofId.get(id);
    return (
      row?.idempotency_key === key &&
      row.total_general_cents === totalCents &&
      (!row.deleted || deletions.has(id))
    );
  };
  const unrequested = rows.filter((row) => !entries.has(row.idempotency_key));
  const further = [...ofKey.values()].flatMap((sales) => sales.slice(1));
  const acknowledgedDeletions = [...deletions].filter(([, state]) => state === 'acknowledged');
  return {
    acknowledged: new Set(acknowledged.map(({ key }) => key)).size,
    stored: rows.length,
    lost: [...new Set(acknowledged.filter((sale) => !isThere(sale)).map(({ key }) => key))],
    doubled: [...new Set([...unrequested, ...further].map(({ id }) => id))],
    undeleted: acknowledgedDeletions.map(([id]) => id).filter((id) => !ofId.get(id)?.deleted),
    lostClosings: await lostClosings(db, ledger),
    ...(await compareRecords(db, ledger)),
    lostPapers: await lostPapers(db, ledger),
  };
}

async function compareRecords(db: Db | Tx, ledger: Ledger) {
  const { corrections, movements } = ledger;
  const columns = ['id', 'idempotency_key'] as const;
  const stored = [
    {
      what: 'correction',
      records: corrections,
      rows: await db
        .selectFrom('corrections')
        .select([...columns, 'total_cents as cents'])
        .execute(),
    },
    {
      what: 'movement',
      records: movements,
      rows: await db
        .selectFrom('cash_movements')
        .select([...columns, 'amount_cents as cents'])
        .execute(),
    },
    {
      what: 'movement of stock',
      records: ledger.stock,
      rows: (
        await sql<{ id: number; idempotency_key: string; cents: number }>`
          SELECT id, idempotency_key, (SELECT sum(quantity) FROM stock_movement_lines
            WHERE movement_id = id)::integer AS cents FROM stock_movements`.execute(db)
      ).rows,
    },
    {
      what: 'count of stock',
      records: ledger.counts,
      rows: await db
        .selectFrom('stock_counts')
        .select([...columns, sql<number>`0`.as('cents')])
        .execute(),
    },
    {
      what: 'reading of product',
      records: ledger.readings,
      rows: await db
        .selectFrom('stock_count_lines')
        .select(['product_id as id', 'key as idempotency_key', 'quantity as cents'])
        .execute(),
    },
  ];
  const lost = stored.flatMap(({ what, records, rows }) => {
    const ofKey = new Map(rows.map((row) => [row.idempotency_key, row]));
    return [...records.entries]
      .filter(([key, made]) => {
        const row = ofKey.get(key);
        return made && (row?.id !== made.id || row.cents !== made.cents);
      })
      .map(([, made]) => `${what} ${made?.id}`);
  });
  const unasked = stored.flatMap(({ what, records, rows }) =>
    rows
      .filter((row) => !records.entries.has(row.idempotency_key))
      .map(({ id }) => `${what} ${id}`),
  );
  return { lostRecords: lost, unaskedRecords: unasked };
}

async function lostPapers(db: Db | Tx, { papers, listed, entries }: Ledger): Promise<string[]> {
  const answered = [...papers].filter((key) => listed.has(key) || entries.get(key)?.length);
  const { rows } = await sql<{ key: string }>`
    SELECT idempotency_key AS key FROM sales UNION SELECT idempotency_key FROM kept_sales`.execute(
    db,
  );
  const there = new Set(rows.map(({ key }) => key));
  return answered.filter((key) => !there.has(key));
}

async function lostClosings(db: Db | Tx, { closings }: Ledger): Promise<number[]> {
  const rows = await db
    .selectFrom('closings')
    .select(['id', 'seller_id', 'version', 'total_cents', 'sales_count'])
    .execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const lost = closings.filter(({ id, sellerId, version, totalCents, salesCount }) => {
    const row = stored.get(id);
    return (
      row?.seller_id !== sellerId ||
      row.version !== version ||
      row.total_cents !== totalCents ||
      row.sales_count !== salesCount
    );
  });
  // Two requests may get the same closing.
  return [...new Set(lost.map(({ id }) => id))];
}

/** The troubles in words; empty when the books are right. */
export function troublesOf(found: Finding): string[] {
  const troubles = {
    'acknowledged sales lost': found.lost,
    'sales doubled': found.doubled,
    'acknowledged deletions undone': found.undeleted,
    'acknowledged closings lost': found.lostClosings,
    'acknowledged records lost': found.lostRecords,
    'records that nobody asked for': found.unaskedRecords,
    'printed papers lost': found.lostPapers,
    violations: found.violations,
  };
  return Object.entries(troubles).flatMap(([what, which]) => {
    if (which.length === 0) return [];
    const first = which.slice(0, 5).join(', ');
    return [`${which.length} ${what}: ${first}${which.length > 5 ? ' …' : ''}`];
  });
}

/** Verifies the chain of the audit with the key and the newest link in the shop's folder. */
export async function checkAudit(
  { db }: Pick<Connection, 'db'>,
  dataDir: string,
): Promise<AuditFindings> {
  // Read before the books: the chain may have grown since, but never shrinks.
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
