import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Income, IncomePart } from '@balcao/domain/income.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import type { Progress } from './dashboard.repository.ts';
import { partsByProduct, sumsInPeriods } from './product-sums.repository.ts';

export type SalesFilter = {
  /** Of sales who made them, of returns who made those. */
  seller?: number;
  /** The class of today, of the student of the sale. */
  ofClass?: string;
};

type Sums = { id: number; code: string; name: string; income: Income | null };
export type SoldRow = Sums & {
  /** In the period and a year before, less what came back. */
  units: [number, number];
  net: [Cents, Cents];
};

/** What each product brought in; first what brought in most. */
export async function soldProducts(
  tx: Tx,
  progress: Progress,
  periods: readonly [Period, Period],
  filter: SalesFilter & { income?: IncomePart },
): Promise<SoldRow[]> {
  const { seller, ofClass, income } = filter;
  const parts =
    seller === undefined && ofClass === undefined
      ? partsByProduct(progress, periods)
      : sql.join(
          periods.map((period, place) => {
            const lines = linesOf(period, filter);
            return sql`SELECT ${sql.lit(place)} AS period, product_id, units, cents FROM (${lines}) AS lines`;
          }),
          sql` UNION ALL `,
        );
  const { rows } = await sql<SoldRow>`
    WITH parts AS (${parts}), sums AS (
      SELECT product_id, ${sumsInPeriods('units', 2)} AS units, ${sumsInPeriods('cents', 2)} AS net
      FROM parts GROUP BY product_id)
    SELECT id, code, name, income, sums.units::float8[] AS units, net::float8[] AS net
    FROM sums JOIN products ON id = product_id
    WHERE (sums.units[1] <> 0 OR net[1] <> 0 OR sums.units[2] <> 0 OR net[2] <> 0)
      ${income === undefined ? sql`` : sql`AND coalesce(income, 'both') = ${income}`}
    ORDER BY net[1] DESC, net[2] DESC, id`.execute(tx);
  return rows;
}

/** A product's months in which something was sold or came back. */
export async function monthsOfProduct(
  db: Db,
  product: number,
  period: Period,
  filter: SalesFilter,
): Promise<{ start: BusinessDay; units: number; net: Cents }[]> {
  const { rows } = await sql<{ start: BusinessDay; units: number; net: Cents }>`
    SELECT date_trunc('month', day::timestamp)::date AS start, sum(units)::integer AS units,
      sum(cents)::bigint AS net
    FROM (${linesOf(period, filter, product)}) AS lines GROUP BY 1`.execute(db);
  return rows;
}

/** Also one that is deleted. */
export async function namedProduct(
  db: Db,
  id: number,
): Promise<{ id: number; code: string; name: string } | undefined> {
  return db
    .selectFrom('products')
    .select(['id', 'code', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** As products_of_days, with a filter. */
function linesOf(
  { from, to }: Period,
  { seller, ofClass }: SalesFilter,
  product?: number,
): RawBuilder<unknown> {
  const all = (at: 's' | 'c', madeBy: string) =>
    sql.join(
      [
        sql<SqlBool>`${sql.ref(`${at}.created_at`)} >= ${from}::date::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`,
        sql<SqlBool>`${sql.ref(`${at}.created_at`)} < (${to}::date + 1)::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`,
        ...(seller === undefined ? [] : [sql<SqlBool>`${sql.ref(madeBy)} = ${seller}`]),
        ...(product === undefined ? [] : [sql<SqlBool>`i.product_id = ${product}::integer`]),
        ...(ofClass === undefined ? [] : [isOfClass(ofClass)]),
      ],
      sql` AND `,
    );
  return sql`
    SELECT s.business_day AS day, i.product_id, i.quantity AS units, i.total_cents
      - CASE WHEN s.general_discount_cents = 0 THEN 0 ELSE general_discount_of_line(s.id, i.line) END AS cents
    FROM sales s JOIN sale_items i ON i.sale_id = s.id
    WHERE s.deleted_at IS NULL AND ${all('s', 's.seller_id')}
    UNION ALL
    SELECT c.business_day, i.product_id, -r.quantity, -r.worth_cents
    FROM corrections c JOIN correction_items r ON r.correction_id = c.id
      JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line JOIN sales s ON s.id = i.sale_id
    WHERE ${all('c', 'c.made_by')}`;
}

/** Sales keep the record that was merged into another since. */
const isOfClass = (ofClass: string) => sql<SqlBool>`s.student_id IN (
  SELECT record.id FROM students record JOIN students kept ON kept.id = coalesce(record.merged_into, record.id)
  WHERE kept.class = ${ofClass})`;
