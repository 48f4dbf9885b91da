import { EXCHANGE_CREDIT } from '@balcao/domain/correction-payments.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { readSums } from '../../database/reading-snapshot.ts';
import type { Span } from './spans.ts';
import { type LastIds, readSumsProgress } from './sums.repository.ts';

/** In this order: the requested period, the one before it, and the same one a year before. */
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

/** Runs the questions in one snapshot, so that their sums agree. */
export const inSnapshot = <T>(db: Db, ask: (tx: Tx, progress: Progress) => Promise<T>) =>
  readSums(db, async (tx) => ask(tx, await readSumsProgress(tx)));

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

/**
 * With the name of their newest sale in the period, or else of their newest correction. The sums have days, in which
 * a seller may have been renamed.
 */
export async function sumsBySeller(
  tx: Tx,
  progress: Progress,
  periods: Periods,
): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    SELECT period, id, coalesce(
        (SELECT seller_name FROM sales
          WHERE seller_id = by_seller.id AND business_day = sold_on AND deleted_at IS NULL
          ORDER BY created_at DESC, sales.id DESC LIMIT 1),
        (SELECT made_by_name FROM corrections WHERE made_by = by_seller.id AND business_day = last_day
          ORDER BY created_at DESC, corrections.id DESC LIMIT 1)) AS name,
      sales, sold, returns, returned
    FROM (
      SELECT period, key AS id, max(day) AS last_day, max(day) FILTER (WHERE sales > 0) AS sold_on, ${sums}
      FROM ${rowsOf(periods)} JOIN (${partsOf('seller', progress)}) AS parts
        ON day BETWEEN first AND last
      -- Of whom all was deleted, nothing is left to be shown.
      GROUP BY 1, 2 HAVING sum(sales) <> 0 OR sum(returns) <> 0) AS by_seller
    ORDER BY 1, 2`.execute(tx);
  return rows;
}

/**
 * Net of change and of what came back, by the present name of a method. Without the credits of exchanges, and what
 * was neither used nor is off.
 */
export async function sumsByMethod(
  tx: Tx,
  progress: Progress,
  periods: Periods,
): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    SELECT period, coalesce(m.name, parts.name) AS name, sum(sales) AS payments,
      sum(sold_cents - returned_cents)::bigint AS net
    FROM ${rowsOf(periods)} JOIN (${partsOf('method', progress)}) AS parts
      ON day BETWEEN first AND last LEFT JOIN payment_methods m ON m.id = parts.key
    WHERE parts.name <> ${EXCHANGE_CREDIT} OR parts.key > 0
    GROUP BY 1, 2 HAVING sum(sales) <> 0 OR sum(sold_cents - returned_cents) <> 0
    ORDER BY 1, 2`.execute(tx);
  return rows;
}
