import type { NamedByFilter } from '@balcao/contract/sales/entries.ts';
import type { EntryKind } from '@balcao/domain/entry-sums.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import type { Slice } from '../../database/listing.ts';
import { anyOf, branchesOf, type EntryFilter } from './entry-branches.repository.ts';

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

/** A page, newest first, read from the nearer end of the `count` entries. */
export async function entriesPage(
  db: Db,
  filter: EntryFilter,
  { limit, offset }: Slice,
  count: number,
): Promise<EntryRow[]> {
  const left = Math.max(0, count - offset);
  const size = Math.min(limit, left);
  const isNearEnd = left < offset;
  const skipped = isNearEnd ? left - size : offset;
  // Each table gives its own ones by its index.
  const nearest = branchesOf(filter).map(
    (branch) => sql`(SELECT * FROM (${branch}) AS branch
      ORDER BY ${isNearEnd ? sql`at, id` : sql`at DESC, id DESC`} LIMIT ${skipped + size})`,
  );
  const { rows } = await sql<EntryRow>`
    WITH page AS (
      SELECT * FROM (${anyOf(nearest)}) AS nearest
      ORDER BY ${isNearEnd ? OLDEST_FIRST : NEWEST_FIRST} LIMIT ${size} OFFSET ${skipped})
    SELECT ${COLUMNS} FROM page ORDER BY ${NEWEST_FIRST}`.execute(db);
  return rows;
}

const ROWS_AT_ONCE = 500;

/** All entries, oldest first, read while they are used. `db` has to be a transaction, with one use at a time. */
export async function* eachEntry(db: Db, filter: EntryFilter): AsyncGenerator<EntryRow> {
  await sql`DECLARE each_entry NO SCROLL CURSOR FOR
    SELECT ${COLUMNS} FROM (${anyOf(branchesOf(filter))}) AS page
    ORDER BY ${OLDEST_FIRST}`.execute(db);
  while (true) {
    const { rows } = await sql<EntryRow>`
      FETCH ${sql.lit(ROWS_AT_ONCE)} FROM each_entry`.execute(db);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`CLOSE each_entry`.execute(db);
}

const NEWEST_FIRST = sql`at DESC, correction IS NULL, id DESC`;
const OLDEST_FIRST = sql`at, correction IS NOT NULL, id`;

const COLUMNS = sql`kind, sale, correction, at, seller, seller_name, client_name, student_name,
  amount, total, deleted,
  (SELECT coalesce(json_agg(json_build_object('method', method_name, 'amount', net_cents) ORDER BY line), '[]')
    FROM (
      SELECT line, method_name, net_cents FROM sale_payments
      WHERE sale_id = page.sale AND page.correction IS NULL
      UNION ALL
      SELECT line, method_name, net_cents FROM correction_payments WHERE correction_id = page.correction
    ) AS lines) AS payments`;

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
