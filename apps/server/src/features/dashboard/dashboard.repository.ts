import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { type Span, spansOf } from './spans.ts';
import { type LastIds, readSumsProgress } from './sums.repository.ts';

/** In this order: the one that is asked for, the one before it, and that of the year before. */
export type Periods = readonly [Period, Period, Period];

export type Sums = { sales: number; sold: Cents; returns: number; returned: Cents };
export type OfPeriod = {
  /** The place in Periods. */
  period: 0 | 1 | 2;
};
export type DayRow = OfPeriod & Sums & { start: BusinessDay };
export type HourRow = { weekday: number; hour: number; sales: number; sold: Cents };
export type SellerRow = OfPeriod & Sums & { id: number; name: string };
export type MethodRow = OfPeriod & { name: string; payments: number; net: Cents };
export type ProductRow = {
  id: number;
  code: string;
  name: string;
  /** In each period, less what came back. */
  units: [number, number, number];
  net: [Cents, Cents, Cents];
  /** From 1, among those of the period, and among those that are sold no more. */
  rank: number | null;
  gone_rank: number | null;
};

/** Runs the questions in one snapshot, so that their sums agree. */
export function inSnapshot<T>(db: Db, ask: (tx: Tx, progress: Progress) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // A month's items are found by their sales: to scan those of all years takes a second.
      await sql`SET LOCAL enable_seqscan = off`.execute(tx);
      // To compile a question takes longer than to answer it.
      await sql`SET LOCAL jit = off`.execute(tx);
      return ask(tx, await readSumsProgress(tx));
    });
}

export type Progress = { summed: LastIds; newest: LastIds };

/** `parts`: the stored sums of some days, and what is not in them yet. */
const partsOf = (part: 'hour' | 'seller' | 'method', { summed, newest }: Progress) => sql`
  SELECT day, key, name, sales, sold_cents, returns, returned_cents FROM day_sums WHERE part = ${part}
  UNION ALL
  SELECT day, key, name, sales, sold_cents, returns, returned_cents
  FROM parts_of_sales(${summed.sale}, ${newest.sale}, false) WHERE part = ${part}
  UNION ALL
  SELECT day, key, name, sales, sold_cents, returns, returned_cents
  FROM parts_of_corrections(${summed.correction}, ${newest.correction}) WHERE part = ${part}`;

const rowsOf = (periods: readonly Period[]): RawBuilder<unknown> =>
  sql`(VALUES ${sql.join(
    periods.map(({ from, to }, place) => sql`(${place}::integer, ${from}::date, ${to}::date)`),
  )}) AS periods (period, first, last)`;

const sums = sql`sum(sales) AS sales, sum(sold_cents)::bigint AS sold, sum(returns) AS returns,
  sum(returned_cents)::bigint AS returned`;

/** Days, or months, without those on which nothing happened. */
export async function sumsByDay(
  tx: Tx,
  progress: Progress,
  periods: Periods,
  unit: Span,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    SELECT period, date_trunc(${sql.lit(unit)}, day::timestamp)::date AS start, ${sums}
    FROM ${rowsOf(periods)} JOIN (${partsOf('hour', progress)}) AS parts ON day BETWEEN first AND last
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx);
  return rows;
}

export async function sumsByHour(
  tx: Tx,
  progress: Progress,
  { from, to }: Period,
): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    SELECT extract(dow FROM day)::integer AS weekday, key AS hour, sum(sales) AS sales,
      sum(sold_cents)::bigint AS sold
    FROM (${partsOf('hour', progress)}) AS parts WHERE day BETWEEN ${from} AND ${to}
    GROUP BY 1, 2 HAVING sum(sales) > 0 ORDER BY 1, 2`.execute(tx);
  return rows;
}

/** With the name of their last day. */
export async function sumsBySeller(
  tx: Tx,
  progress: Progress,
  periods: Periods,
): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    SELECT period, key AS id, (array_agg(name ORDER BY day DESC))[1] AS name, ${sums}
    FROM ${rowsOf(periods)} JOIN (${partsOf('seller', progress)}) AS parts
      ON day BETWEEN first AND last
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx);
  return rows;
}

/** Net of change and of what came back; without those that add up to nothing, like the credits of exchanges. */
export async function sumsByMethod(
  tx: Tx,
  progress: Progress,
  periods: Periods,
): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    SELECT period, name, sum(sales) AS payments, sum(sold_cents - returned_cents)::bigint AS net
    FROM ${rowsOf(periods)} JOIN (${partsOf('method', progress)}) AS parts
      ON day BETWEEN first AND last
    GROUP BY 1, 2 HAVING sum(sold_cents - returned_cents) <> 0 ORDER BY 1, 2`.execute(tx);
  return rows;
}

/**
 * The products that brought in most, those of the year before that are sold no more, and how many were sold
 * in all. At most `most` of each.
 */
export async function sumsByProduct(
  tx: Tx,
  { summed, newest }: Progress,
  periods: Periods,
  most: number,
): Promise<{ rows: ProductRow[]; sold: number }> {
  const spans = periods.flatMap((period, place) =>
    spansOf(period).map((range) => ({ ...range, place: sql.lit(place) })),
  );
  const [ofDays, stored] = [true, false].map((days) =>
    spans.filter(({ span }) => (span === 'day') === days),
  ) as [typeof spans, typeof spans];
  // Each with its own dates: joined with a list of them, PostgreSQL would read all the sums.
  const sources = [
    ...ofDays.map(
      ({ place, from, to }) => sql`
        SELECT ${place} AS period, product_id, units, cents
        FROM products_of_days(${from}::date, ${to}::date)`,
    ),
    ...stored.map(
      ({ place, span, from, to }) => sql`
        SELECT ${place} AS period, product_id, units, cents FROM product_sums
        WHERE span = ${span} AND start BETWEEN ${from}::date AND ${to}::date`,
    ),
    ...(stored.length === 0
      ? []
      : [
          sql`
        SELECT period, product_id, units, cents
        FROM (VALUES ${sql.join(
          stored.map(({ place, from, to }) => sql`(${place}, ${from}::date, ${to}::date)`),
        )}) AS spans (period, first, last) JOIN (
          SELECT * FROM products_of_sales(${summed.sale}, ${newest.sale}, false)
          UNION ALL
          SELECT * FROM products_of_corrections(${summed.correction}, ${newest.correction})
        ) AS later ON day BETWEEN first AND last`,
        ]),
  ];
  const of = (column: 'units' | 'cents') =>
    sql`ARRAY[${sql.join(
      [0, 1, 2].map(
        (place) =>
          sql`coalesce(sum(${sql.ref(column)}) FILTER (WHERE period = ${sql.lit(place)}), 0)::bigint`,
      ),
    )}]`;
  const { rows } = await sql<ProductRow & { sold: number }>`
    WITH parts AS (${sql.join(sources, sql` UNION ALL `)}
    ), products_sold AS (
      SELECT product_id, ${of('units')} AS units, ${of('cents')} AS net
      FROM parts GROUP BY product_id
    ), ranked AS (
      SELECT *,
        CASE WHEN units[1] <> 0 OR net[1] <> 0
          THEN row_number() OVER (
            PARTITION BY units[1] <> 0 OR net[1] <> 0 ORDER BY net[1] DESC, product_id)
        END AS rank,
        CASE WHEN units[1] <= 0 AND units[3] > 0
          THEN row_number() OVER (PARTITION BY units[1] <= 0 ORDER BY net[3] DESC, product_id)
        END AS gone_rank,
        count(*) FILTER (WHERE units[1] <> 0 OR net[1] <> 0) OVER () AS sold
      FROM products_sold
    )
    SELECT id, code, name, ranked.units::float8[] AS units, net::float8[] AS net, rank, gone_rank, sold
    FROM ranked JOIN products ON id = product_id
    WHERE rank <= ${most} OR gone_rank <= ${most}
    ORDER BY rank`.execute(tx);
  return { rows, sold: rows[0]?.sold ?? 0 };
}
