import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Income, IncomePart } from '@balcao/domain/income.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { every, rowsOf } from '../../database/rows.ts';
import { inEach } from './dashboard.repository.ts';

export type SalesFilter = {
  /** Of sales who made them, of returns who made those. */
  seller?: number;
  /** The class of today, of the student of the sale. */
  ofClass?: string;
};

export type SoldRow = {
  id: number;
  code: string;
  name: string;
  income: Income | null;
  /** In each period, less what came back. */
  units: number[];
  net: Cents[];
};

/** What each product brought in; first what brought in most in the first period, and then in the others. */
export async function soldProducts(
  tx: Tx,
  periods: readonly Period[],
  filter: SalesFilter & { income?: IncomePart } = {},
): Promise<SoldRow[]> {
  const inPeriods = (column: string) =>
    sql`ARRAY[${sql.join(
      [...periods.keys()].map(
        (place) =>
          sql`coalesce(sum(${sql.ref(column)}) FILTER (WHERE period = ${sql.lit(place)}), 0)::float8`,
      ),
    )}]`;
  const { income } = filter;
  return rowsOf<SoldRow>(tx)`
    WITH parts AS (${inEach(
      periods,
      (within) => sql`SELECT product_id, sum(units) AS units, sum(cents) AS cents
        FROM piece_moves WHERE ${meant(within, filter)} GROUP BY product_id HAVING (sum(units), sum(cents)) <> (0, 0)`,
    )}), sums AS (
      SELECT product_id, ${inPeriods('units')} AS units, ${inPeriods('cents')} AS net
      FROM parts GROUP BY product_id)
    SELECT id, code, name, income, units, net FROM sums JOIN products ON id = product_id
    ${income === undefined ? sql`` : sql`WHERE coalesce(income, 'both') = ${income}`}
    ORDER BY net DESC, id`;
}

/** Whether any product is the income of one institution. */
export async function namesIncomes(tx: Tx): Promise<boolean> {
  const named = tx.selectFrom('products').select('id').where('income', 'is not', null).limit(1);
  return (await named.executeTakeFirst()) !== undefined;
}

/** A product's months in which something was sold or came back. */
export async function monthsOfProduct(
  db: Db,
  product: number,
  period: Period,
  filter: SalesFilter,
): Promise<{ start: BusinessDay; units: number; net: Cents }[]> {
  const months = inEach(
    [period],
    (within) => sql`SELECT date_trunc('month', day::timestamp)::date AS start, sum(units) AS units,
        sum(cents)::bigint AS net
      FROM piece_moves WHERE product_id = ${product} AND ${meant(within, filter)} GROUP BY 1`,
  );
  return rowsOf<{ start: BusinessDay; units: number; net: Cents }>(db)`${months}`;
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

/** Sales keep the record of a student that was merged into another since. */
const meant = (within: RawBuilder<SqlBool>, { seller, ofClass }: SalesFilter) =>
  every(
    within,
    seller !== undefined && sql`seller_id = ${seller}`,
    ofClass !== undefined &&
      sql`student_id IN (
        SELECT record.id FROM students record JOIN students kept ON kept.id = coalesce(record.merged_into, record.id)
        WHERE kept.class = ${ofClass})`,
  );
