import type { NamedByFilter } from '@balcao/contract/sales/entries.ts';
import type { EntryKind } from '@balcao/domain/entry-sums.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import type { Slice } from '../../database/listing.ts';
import { branchesOf, type EntryFilter } from './entry-branches.repository.ts';

export type EntryRow = {
  kind: EntryKind;
  sale: number;
  correction: number | null;
  at: Date;
  seller: number;
  seller_name: string;
  client_name: string;
  student_name: string | null;
  /** What it adds to the sums of the filter. */
  amount: Cents;
  total: Cents;
  deleted: boolean;
  payments: PaymentLine[];
};

/** A page, newest first, and how many there are of each kind, with their sum. */
export async function entriesPage(
  db: Db,
  filter: EntryFilter,
  { limit, offset }: Slice,
): Promise<EntryRow[]> {
  // Each table gives its newest ones by its index.
  const newest = branchesOf(filter).map(
    (branch) => sql`(SELECT * FROM (${branch}) AS branch
      ORDER BY at DESC, id DESC LIMIT ${offset + limit})`,
  );
  const { rows } = await sql<EntryRow>`
    WITH page AS (
      SELECT * FROM (${anyOf(newest)}) AS newest
      ORDER BY ${NEWEST_FIRST} LIMIT ${limit} OFFSET ${offset})
    SELECT ${COLUMNS} FROM page ORDER BY ${NEWEST_FIRST}`.execute(db);
  return rows;
}

const ROWS_AT_ONCE = 500;

/** All entries, oldest first, read while they are used. `db` has to be a transaction, with one use at a time. */
export async function* eachEntry(db: Db, filter: EntryFilter): AsyncGenerator<EntryRow> {
  await sql`DECLARE each_entry NO SCROLL CURSOR FOR
    SELECT ${COLUMNS} FROM (${anyOf(branchesOf(filter))}) AS page
    ORDER BY at, correction IS NOT NULL, id`.execute(db);
  while (true) {
    const { rows } = await sql<EntryRow>`
      FETCH ${sql.lit(ROWS_AT_ONCE)} FROM each_entry`.execute(db);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`CLOSE each_entry`.execute(db);
}

export type KindSums = { kind: EntryKind; count: number; amount: Cents };

export async function sumsByKind(db: Db, filter: EntryFilter): Promise<KindSums[]> {
  const { rows } = await sql<KindSums>`
    SELECT kind, count(*) AS count, sum(amount)::bigint AS amount
    FROM (${anyOf(branchesOf(filter))}) AS found GROUP BY kind`.execute(db);
  return rows;
}

/** What the methods of whole entries add up to, by kind. */
export async function sumsByMethod(
  db: Db,
  filter: EntryFilter,
): Promise<(PaymentLine & { kind: EntryKind })[]> {
  const { rows } = await sql<PaymentLine & { kind: EntryKind }>`
    WITH found AS (${anyOf(branchesOf(filter))})
    SELECT kind, method_name AS method, sum(net_cents)::bigint AS amount
    FROM found JOIN sale_payments p ON p.sale_id = found.sale
    WHERE correction IS NULL GROUP BY 1, 2
    UNION ALL
    SELECT kind, method_name, sum(net_cents)::bigint
    FROM found JOIN correction_payments p ON p.correction_id = found.correction GROUP BY 1, 2
  `.execute(db);
  return rows;
}

const NEWEST_FIRST = sql`at DESC, correction IS NULL, id DESC`;

const COLUMNS = sql`kind, sale, correction, at, seller, seller_name, client_name, student_name,
  amount, total, deleted,
  (SELECT coalesce(json_agg(json_build_object('method', method_name, 'amount', net_cents) ORDER BY line), '[]')
    FROM (
      SELECT line, method_name, net_cents FROM sale_payments
      WHERE sale_id = page.sale AND page.correction IS NULL
      UNION ALL
      SELECT line, method_name, net_cents FROM correction_payments WHERE correction_id = page.correction
    ) AS lines) AS payments`;

const anyOf = (branches: RawBuilder<unknown>[]) => sql.join(branches, sql` UNION ALL `);
/** The names of what a filter names by id; null for what it does not name, or is not there. */
export async function namedByFilter(db: Db, filter: EntryFilter): Promise<NamedByFilter> {
  const { seller = null, product = null, client = null, student = null, closing = null } = filter;
  const { rows } = await sql<NamedByFilter>`
    SELECT (SELECT name FROM users WHERE id = ${seller}::integer) AS seller,
      (SELECT code || ' · ' || name FROM products WHERE id = ${product}::integer) AS product,
      (SELECT name FROM clients WHERE id = ${client}::integer) AS client,
      (SELECT name FROM students WHERE id = ${student}::integer) AS student,
      (SELECT json_build_object(
          'date', day, 'seller_name', seller_name, 'version', version, 'box', box_id)
        FROM closings WHERE id = ${closing}::integer) AS closing`.execute(db);
  return rows[0] as NamedByFilter;
}
