import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Income } from '@balcao/domain/income.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import type { Periods, Progress } from './dashboard.repository.ts';
import { spansOf } from './spans.ts';

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

/** Rows of `period`, `product_id`, `units` and `cents` for the products of each period, by its place. */
export function partsByProduct(
  { summed, newest }: Progress,
  periods: readonly Period[],
): RawBuilder<unknown> {
  const spans = periods.flatMap((period, place) =>
    spansOf(period).map((range) => ({ ...range, place: sql.lit(place) })),
  );
  const [ofDays, stored] = [true, false].map((days) =>
    spans.filter(({ span }) => (span === 'day') === days),
  ) as [typeof spans, typeof spans];
  // Each has its own dates: joined with a list of dates, PostgreSQL would read all the sums.
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
  return sql.join(sources, sql` UNION ALL `);
}

/** The sums of each period, as an array. */
export const sumsInPeriods = (column: 'units' | 'cents', count: number): RawBuilder<unknown> =>
  sql`ARRAY[${sql.join(
    Array.from(
      { length: count },
      (_, place) =>
        sql`coalesce(sum(${sql.ref(column)}) FILTER (WHERE period = ${sql.lit(place)}), 0)::bigint`,
    ),
  )}]`;

/**
 * The products that brought in most, those of the year before that are sold no more, and how many were sold
 * in all. At most `most` of each.
 */
export async function sumsByProduct(
  tx: Tx,
  progress: Progress,
  periods: Periods,
  most: number,
): Promise<{ rows: ProductRow[]; sold: number }> {
  const { rows } = await sql<ProductRow & { sold: number }>`
    WITH parts AS (${partsByProduct(progress, periods)}), products_sold AS (
      SELECT product_id, ${sumsInPeriods('units', 3)} AS units, ${sumsInPeriods('cents', 3)} AS net
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

export type IncomeRow = {
  income: Income | null;
  /** In each period, less what came back. */
  units: [number, number, number];
  net: [Cents, Cents, Cents];
};

/** By whose income the products are today, those of both last; nothing while no product has one. */
export async function sumsByIncome(
  tx: Tx,
  progress: Progress,
  periods: Periods,
): Promise<IncomeRow[]> {
  const { rows } = await sql<IncomeRow>`
    SELECT income, ${sumsInPeriods('units', 3)}::float8[] AS units,
      ${sumsInPeriods('cents', 3)}::float8[] AS net
    FROM (${partsByProduct(progress, periods)}) AS parts JOIN products ON id = product_id
    WHERE EXISTS (SELECT FROM products WHERE income IS NOT NULL)
    GROUP BY income ORDER BY income NULLS LAST`.execute(tx);
  return rows;
}
