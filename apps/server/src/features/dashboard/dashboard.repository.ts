import { EXCHANGE_CREDIT } from '@balcao/domain/correction-payments.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { addDays, type Period } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { gaveChangeNotCash } from '../../database/cash.ts';
import type { Tx } from '../../database/connection.ts';
import { oneOf, rowsOf } from '../../database/rows.ts';

/** In this order: the requested period, the one before it, and the same one a year before. */
export type Periods = readonly [Period, Period, Period];

export type Sums = { sales: number; sold: Cents; returns: number; returned: Cents };
export type OfPeriod = {
  /** The place in Periods. */
  period: 0 | 1 | 2;
};
/** What the parts of a period are. */
export type Unit = 'day' | 'month' | 'year';
/** Of a part, by its first day, and a seller, by the name that they had. */
export type PartRow = OfPeriod & Sums & { start: BusinessDay; seller: number; name: string };
export type MethodRow = OfPeriod & { name: string; payments: number; net: Cents };

/**
 * Asks the same of what stands in each period. The rows get its place, `period`; a place may get several rows of one
 * thing, for days of several periods are read once. Each stretch has its own dates: joined with a list of dates,
 * PostgreSQL would read all days.
 */
export function inEach(
  periods: readonly Period[],
  ask: (within: RawBuilder<SqlBool>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(
    stretchesOf(periods).map(({ from, to, of }) => {
      const within = sql<SqlBool>`NOT deleted AND day BETWEEN ${from}::date AND ${to}::date`;
      return sql`SELECT period, asked.*
        FROM (${ask(within)}) AS asked, unnest(${sql.lit(`{${of}}`)}::integer[]) AS period`;
    }),
    sql` UNION ALL `,
  );
}

/** The days of all periods, cut where one begins or ends, with the places of those that each stretch is part of. */
function stretchesOf(periods: readonly Period[]): (Period & { of: number[] })[] {
  const cuts = [...new Set(periods.flatMap(({ from, to }) => [from, addDays(to, 1)]))].sort();
  return cuts.slice(1).flatMap((next, place) => {
    const from = cuts[place] as BusinessDay;
    const of = [...periods.keys()].filter((each) => {
      const period = periods[each] as Period;
      return period.from <= from && from <= period.to;
    });
    return of.length === 0 ? [] : [{ from, to: addDays(next, -1), of }];
  });
}

/** Without parts in which nothing happened; in each period the newest name of a seller comes first. */
export async function sumsByPart(
  tx: Tx,
  periods: readonly Period[],
  unit: Unit,
): Promise<PartRow[]> {
  return rowsOf<PartRow>(tx)`
    SELECT period, date_trunc(${unit}, day::timestamp)::date AS start, seller, name, sum(sales)::integer AS sales,
      sum(sold)::bigint AS sold, sum(returns)::integer AS returns, sum(returned)::bigint AS returned
    FROM (${inEach(
      periods,
      (within) => sql`SELECT day, seller_id AS seller, seller_name AS name,
          count(*) FILTER (WHERE correction_id IS NULL) AS sales,
          coalesce(sum(cents) FILTER (WHERE correction_id IS NULL), 0) AS sold,
          count(correction_id) AS returns,
          -coalesce(sum(cents) FILTER (WHERE correction_id IS NOT NULL), 0) AS returned,
          max(at) FILTER (WHERE correction_id IS NULL) AS sold_at, max(at) AS last_at
        FROM entries WHERE kind <> 'payments' AND ${within} GROUP BY 1, 2, 3`,
    )}) AS days
    GROUP BY 1, 2, 3, 4
    ORDER BY period, max(sold_at) DESC NULLS LAST, max(last_at) DESC`;
}

/**
 * Net of change and of what came back, by the present name of a method. Without the credits of exchanges, and what
 * was neither used nor is off.
 */
export async function sumsByMethod(tx: Tx, periods: Periods): Promise<MethodRow[]> {
  return rowsOf<MethodRow>(tx)`
    SELECT period, coalesce(m.name, method_name) AS name, sum(payments)::integer AS payments, sum(net)::bigint AS net
    FROM (${inEach(
      periods,
      // Names are compared only where there is no method: of millions of lines, that is a sixth of the time.
      (
        within,
      ) => sql`SELECT method_id, CASE WHEN method_id IS NULL THEN method_name END AS method_name,
          count(*) FILTER (WHERE correction_id IS NULL) AS payments, sum(cents) AS net
        FROM money_lines WHERE ${within} GROUP BY 1, 2`,
    )}) AS lines LEFT JOIN payment_methods m ON m.id = method_id
    WHERE method_name <> ${EXCHANGE_CREDIT} OR method_id IS NOT NULL
    GROUP BY 1, 2 HAVING sum(payments) <> 0 OR sum(net) <> 0 ORDER BY 1, 2`;
}

/** The first and the last day on which the shop has sales; undefined while it has none. */
export async function soldDays(
  tx: Tx,
): Promise<{ first: BusinessDay; last: BusinessDay } | undefined> {
  const at = (end: 'ASC' | 'DESC') => sql`(
    SELECT business_day FROM sales WHERE deleted_at IS NULL ORDER BY created_at ${sql.raw(end)} LIMIT 1)`;
  const { first, last } = await oneOf<{ first: BusinessDay | null; last: BusinessDay | null }>(tx)`
    SELECT ${at('ASC')} AS first, ${at('DESC')} AS last`;
  return first && last ? { first, last } : undefined;
}

/** By seller, the most first; without those who gave none. */
export async function changeNotCash(
  tx: Tx,
  { from, to }: Period,
): Promise<{ seller: number; sales: number; cents: Cents }[]> {
  return rowsOf<{ seller: number; sales: number; cents: Cents }>(tx)`
    SELECT seller_id AS seller, count(DISTINCT sale_id) AS sales,
      sum(amount_cents - cents)::bigint AS cents
    FROM money_lines
    WHERE ${gaveChangeNotCash} AND NOT deleted AND day BETWEEN ${from}::date AND ${to}::date
    GROUP BY seller_id ORDER BY sum(amount_cents - cents) DESC, seller_id`;
}
