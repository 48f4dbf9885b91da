import type { NamedByFilter } from '@balcao/contract/sales/entries.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { EntryKind } from '@balcao/domain/entry-sums.ts';
import type { IncomePart } from '@balcao/domain/income.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isOfClosing } from '../../database/closed.ts';
import type { Db } from '../../database/connection.ts';
import { onDays, type Slice } from '../../database/listing.ts';
import { type PersonKind, peopleTables, recordsOf } from '../../database/person-kind.ts';
import { every, oneOf, rowsOf } from '../../database/rows.ts';

/** Everything is optional; both days are included. A product and an income go with no method. */
export type EntryFilter = {
  from?: BusinessDay;
  to?: BusinessDay;
  seller?: number;
  method?: { name: string; of: 'then' | 'now' };
  product?: number;
  income?: IncomePart;
  client?: number;
  student?: number;
  closing?: number;
  kinds: readonly EntryKind[];
};

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

/** Which rows of `entries`, or of the view of their parts, a filter means. */
function meant(filter: EntryFilter): RawBuilder<SqlBool> {
  const { seller, closing, kinds } = filter;
  const ofPerson = (kind: PersonKind, id: number | undefined) =>
    id !== undefined &&
    sql`sale_id IN (
      SELECT id FROM sales WHERE ${peopleTables[kind].inSales} IN ${recordsOf(kind, id)})`;
  return every(
    sql`kind = ANY (${[...kinds]}::text[])`,
    ...onDays(sql`day`, filter),
    seller !== undefined && sql`seller_id = ${seller}`,
    ofPerson('client', filter.client),
    ofPerson('student', filter.student),
    closing === undefined ? sql`NOT deleted` : isOfClosing(closing),
  );
}

/**
 * The part of each entry that counts, in one row: the whole entry, or the payments or the pieces that the filter names.
 * `at`: with their times, which those of payments and pieces have to be looked up for.
 */
function counted(filter: EntryFilter, at = sql``): RawBuilder<unknown> {
  const { method, product, income } = filter;
  const parts = (view: RawBuilder<unknown>, named: RawBuilder<SqlBool>) => sql`
    SELECT kind, sale_id, correction_id${at}, sum(cents)::integer AS cents
    FROM ${view} WHERE ${meant(filter)} AND ${named} GROUP BY kind, sale_id, correction_id${at}`;
  if (method) return parts(sql`money_lines`, isMethod(method));
  if (isWhole(filter)) {
    return sql`SELECT kind, sale_id, correction_id${at}, cents FROM entries WHERE ${meant(filter)}`;
  }
  const ofPieces = every(
    product !== undefined && sql`product_id = ${product}::integer`,
    income !== undefined &&
      sql`product_id IN (SELECT id FROM products WHERE coalesce(income, 'both') = ${income})`,
  );
  return parts(sql`piece_moves`, ofPieces);
}

const isWhole = ({ method, product, income }: EntryFilter) =>
  method === undefined && product === undefined && income === undefined;

const isMethod = ({ name, of }: NonNullable<EntryFilter['method']>) =>
  of === 'then'
    ? sql<SqlBool>`method_name = ${name}`
    : sql<SqlBool>`(method_id = ANY (ARRAY(SELECT id FROM payment_methods WHERE name = ${name}))
        OR method_id IS NULL AND method_name = ${name})`;

export type KindSums = { kind: EntryKind; count: number; amount: Cents };

/** How many entries there are of each kind, with their sum. */
export async function sumsByKind(db: Db, filter: EntryFilter): Promise<KindSums[]> {
  return rowsOf<KindSums>(db)`
    SELECT kind, count(*) AS count, sum(cents)::bigint AS amount
    FROM (${counted(filter)}) AS counted GROUP BY kind`;
}

/** What the methods of whole entries add up to, by kind. */
export async function sumsByMethod(
  db: Db,
  filter: EntryFilter,
): Promise<(PaymentLine & { kind: EntryKind })[]> {
  return rowsOf<PaymentLine & { kind: EntryKind }>(db)`
    SELECT kind, method_name AS method, sum(cents)::bigint AS amount
    FROM money_lines WHERE ${meant(filter)} GROUP BY 1, 2`;
}

const NEWEST_FIRST = sql`at DESC, correction_id IS NULL, id DESC`;
const OLDEST_FIRST = sql`at, correction_id IS NOT NULL, id`;

/**
 * The rows of those that count, in an order, and of these a part. The amount of a whole entry is read with the rest of
 * its row, so that an index is enough for those before the part.
 */
const entryRows = (filter: EntryFilter, order: RawBuilder<unknown>, part = sql``) => sql<EntryRow>`
  SELECT found.kind, found.sale_id AS sale, found.correction_id AS correction, found.at, seller_id AS seller,
    seller_name, client_name, student_name, coalesce(found.cents, entry.cents) AS amount, entry.cents AS total,
    deleted,
    (SELECT coalesce(json_agg(json_build_object('method', method_name, 'amount', cents) ORDER BY line), '[]')
      FROM money_lines WHERE sale_id = found.sale_id
        AND correction_id IS NOT DISTINCT FROM found.correction_id) AS payments
  FROM (
    SELECT kind, sale_id, correction_id, at, coalesce(correction_id, sale_id) AS id,
      ${isWhole(filter) ? sql`NULL::integer` : sql`cents`} AS cents
    FROM (${counted(filter, sql`, at`)}) AS counted
    ORDER BY ${order} ${part}) AS found
    CROSS JOIN LATERAL (
      SELECT seller_id, seller_name, client_name, student_name, cents, deleted FROM entries
      WHERE sale_id = found.sale_id AND correction_id IS NOT DISTINCT FROM found.correction_id) AS entry
  ORDER BY ${order}`;

/** A page, newest first. */
export async function entriesPage(
  db: Db,
  filter: EntryFilter,
  { limit, offset }: Slice,
): Promise<EntryRow[]> {
  const part = sql`LIMIT ${limit} OFFSET ${offset}`;
  const { rows } = await entryRows(filter, NEWEST_FIRST, part).execute(db);
  return rows;
}

const ROWS_AT_ONCE = 500;

/** All entries, oldest first, read while they are used. `db` has to be a transaction, with one use at a time. */
export async function* eachEntry(db: Db, filter: EntryFilter): AsyncGenerator<EntryRow> {
  await sql`DECLARE each_entry NO SCROLL CURSOR FOR
    ${entryRows(filter, OLDEST_FIRST)}`.execute(db);
  while (true) {
    const { rows } = await sql<EntryRow>`
      FETCH ${sql.lit(ROWS_AT_ONCE)} FROM each_entry`.execute(db);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`CLOSE each_entry`.execute(db);
}

/** The names of what a filter names by id; null for what it does not name, or is not there. */
export async function namedByFilter(db: Db, filter: EntryFilter): Promise<NamedByFilter> {
  const { seller = null, product = null, client = null, student = null, closing = null } = filter;
  return oneOf<NamedByFilter>(db)`
    SELECT (SELECT name FROM users WHERE id = ${seller}::integer) AS seller,
      (SELECT code || ' · ' || name FROM products WHERE id = ${product}::integer) AS product,
      (SELECT name FROM clients WHERE id = ${client}::integer) AS client,
      (SELECT name FROM students WHERE id = ${student}::integer) AS student,
      (SELECT json_build_object(
          'date', day, 'seller_name', seller_name, 'version', version, 'box', box_id)
        FROM closings WHERE id = ${closing}::integer) AS closing`;
}
