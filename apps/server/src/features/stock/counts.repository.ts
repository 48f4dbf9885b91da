import type { Cents } from '@balcao/domain/money.ts';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { inPortugueseOrder } from '../../database/listing.ts';
import { rowOf, rowsOf } from '../../database/rows.ts';
import type { Tables } from '../../database/tables.ts';
import { onHandAt } from './on-hand.repository.ts';

export type CountRow = {
  id: number;
  name: string;
  blind: boolean;
  products: number[] | null;
  begun_at: Date;
  begun_by: string;
  ended_at: Date | null;
  ended_by: string | null;
  outcome: 'applied' | 'dropped' | null;
  lines: number;
  counted: number;
  pieces: number;
};

/** What was read of a product. Only undone readings are none; zero that somebody typed is one. */
const isCounted = sql`sum(quantity) > 0 OR bool_or(quantity = 0)`;

const counts = sql`
  SELECT c.id, c.name, c.blind, c.products, c.created_at AS begun_at, c.made_by_name AS begun_by, c.ended_at,
    c.ended_by_name AS ended_by, c.outcome, coalesce(read.lines, 0)::bigint AS lines,
    coalesce(read.counted, 0)::bigint AS counted, coalesce(read.pieces, 0)::bigint AS pieces
  FROM stock_counts c CROSS JOIN LATERAL (
    SELECT sum(lines) AS lines, count(*) FILTER (WHERE is_counted) AS counted, sum(pieces) AS pieces
    FROM (
      SELECT count(*) AS lines, sum(quantity) AS pieces, ${isCounted} AS is_counted
      FROM stock_count_lines WHERE count_id = c.id GROUP BY product_id) AS of_product) AS read`;

export async function findCount(db: Db, id: number): Promise<CountRow | undefined> {
  return rowOf<CountRow>(db)`${counts} WHERE c.id = ${id}`;
}

/** The open ones, and as many of the others; the newest first. */
export async function lastCounts(db: Db, ended: number): Promise<CountRow[]> {
  return rowsOf<CountRow>(db)`
    ${counts} WHERE c.ended_at IS NULL OR c.id IN (
      SELECT id FROM stock_counts WHERE ended_at IS NOT NULL ORDER BY id DESC LIMIT ${ended})
    ORDER BY c.id DESC`;
}

/** Who reads, applies or drops waits for the others. Read after it, in another statement. */
export async function lockCount(tx: Tx, id: number): Promise<CountRow | undefined> {
  await sql`SELECT FROM stock_counts WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return findCount(tx, id);
}

export async function insertCount(
  tx: Tx,
  count: Insertable<Tables['stock_counts']>,
): Promise<number> {
  const inserted = tx.insertInto('stock_counts').values(count).returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
}

export async function endCount(
  tx: Tx,
  id: number,
  by: { id: number; name: string },
  outcome: 'applied' | 'dropped',
): Promise<void> {
  const ended_at = sql<Date>`now()`;
  await tx
    .updateTable('stock_counts')
    .set({ ended_at, ended_by: by.id, ended_by_name: by.name, outcome })
    .where('id', '=', id)
    .execute();
}

export type CountedRow = {
  product: number;
  code: string;
  name: string;
  price_cents: Cents;
  counted: number | null;
  /** Of the last reading, or else of the last one of the whole count. */
  moment: Date;
  by: string[] | null;
  expected: number | null;
};
/** `exactly`: the moment with its microseconds, which a Date has not. */
type OpenRow = CountedRow & { exactly: string };

/** What was read in a count of each product, by whom, and when last. An undone reading does not move the moment. */
const readIn = (count: number) => sql`
  SELECT product_id, sum(quantity) AS quantity, array_agg(DISTINCT made_by_name) AS by,
    coalesce(max(counted_at) FILTER (WHERE quantity >= 0), max(counted_at)) AS moment
  FROM stock_count_lines WHERE count_id = ${count} GROUP BY product_id HAVING ${isCounted}`;

/** The products that were counted, and the followed ones of the count that nobody counted; by name. */
export async function countedRows(db: Db, count: CountRow): Promise<OpenRow[]> {
  const scope = count.products ? sql`AND p.id = ANY (${count.products}::integer[])` : sql``;
  return rowsOf<OpenRow>(db)`
    WITH read AS MATERIALIZED (${readIn(count.id)}
    ), asked AS MATERIALIZED (
      SELECT p.id AS product_id, coalesce(read.moment, (SELECT max(moment) FROM read), now()) AS moment
      FROM products p LEFT JOIN read ON read.product_id = p.id
      WHERE p.deleted_at IS NULL ${scope}
    ), there AS MATERIALIZED (SELECT product_id, on_hand FROM ${onHandAt(sql`SELECT * FROM asked`)} AS there)
    SELECT p.id AS product, p.code, p.name, p.price_cents, read.quantity AS counted, asked.moment,
      asked.moment::text AS exactly, read.by,
      there.on_hand AS expected
    FROM asked JOIN products p ON p.id = asked.product_id
      LEFT JOIN read USING (product_id) LEFT JOIN there USING (product_id)
    WHERE read.product_id IS NOT NULL OR there.product_id IS NOT NULL
    ORDER BY ${inPortugueseOrder('p.name')}, p.id`;
}

/** The rows of an applied count, as they were then. */
export async function appliedRows(db: Db, count: number): Promise<CountedRow[]> {
  return rowsOf<CountedRow>(db)`
    SELECT p.id AS product, p.code, p.name, p.price_cents, r.quantity AS counted, r.counted_at AS moment,
      (SELECT array_agg(DISTINCT made_by_name) FROM stock_count_lines
        WHERE count_id = r.count_id AND product_id = r.product_id) AS by, r.expected
    FROM stock_count_results r JOIN products p ON p.id = r.product_id WHERE r.count_id = ${count}
    ORDER BY ${inPortugueseOrder('p.name')}, p.id`;
}

export async function insertResults(
  tx: Tx,
  count: number,
  rows: readonly Pick<OpenRow, 'product' | 'counted' | 'expected' | 'exactly'>[],
): Promise<void> {
  await sql`
    INSERT INTO stock_count_results (count_id, product_id, quantity, counted_at, expected)
    SELECT ${count}::integer, product, coalesce(counted, 0), exactly, expected
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given (product integer, counted bigint, expected bigint, exactly timestamptz)`.execute(tx);
}

export type ReadingLine = { key: string; product: number; quantity: number; ago?: number };

/** Those of the keys that are stored, in any count. */
export async function linesWithKeys(
  tx: Tx,
  keys: readonly string[],
): Promise<{ key: string; count: number; product: number; quantity: number }[]> {
  return tx
    .selectFrom('stock_count_lines')
    .select(['key', 'count_id as count', 'product_id as product', 'quantity'])
    .where('key', 'in', keys)
    .execute();
}

/** A reading that has waited is of the time when it was made, but of none before the count. */
export async function insertLines(
  tx: Tx,
  count: CountRow,
  by: { id: number; name: string },
  lines: readonly ReadingLine[],
): Promise<void> {
  await sql`
    INSERT INTO stock_count_lines (count_id, key, product_id, quantity, counted_at, made_by, made_by_name)
    SELECT ${count.id}::integer, key, product, quantity,
      greatest((SELECT created_at FROM stock_counts WHERE id = ${count.id}),
        now() - coalesce(ago, 0) * interval '1 millisecond'),
      ${by.id}::integer, ${by.name}::text
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      AS line (key uuid, product integer, quantity integer, ago integer)`.execute(tx);
}

export async function totalsOf(
  tx: Tx,
  count: number,
  products: readonly number[],
): Promise<{ product: number; counted: number }[]> {
  return rowsOf<{ product: number; counted: number }>(tx)`
    SELECT product_id AS product, sum(quantity) AS counted FROM stock_count_lines
    WHERE count_id = ${count} AND product_id = ANY (${[...products]}::integer[])
    GROUP BY product_id ORDER BY product_id`;
}
