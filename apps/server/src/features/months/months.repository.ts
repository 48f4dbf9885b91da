import { SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { Month } from '@balcao/domain/month/month.ts';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { oneOf, rowsOf } from '../../database/rows.ts';
import type { Tables } from '../../database/tables.ts';

export type ListedMonthRow = {
  month: Month;
  ended: boolean;
  sales: number;
  total: Cents;
};

/** Every month with sales or corrections, newest first. */
export async function monthRows(db: Db, month?: Month): Promise<ListedMonthRow[]> {
  const only =
    month === undefined
      ? sql``
      : sql`AND day >= ${`${month}-01`}::date
    AND day < (${`${month}-01`}::date + interval '1 month')`;
  return rowsOf<ListedMonthRow>(db)`
    SELECT to_char(day, 'YYYY-MM') AS month, sum(sales)::integer AS sales, sum(cents)::bigint AS total,
      to_char(now() AT TIME ZONE ${SHOP_TIME_ZONE}, 'YYYY-MM') > to_char(day, 'YYYY-MM') AS ended
    FROM (
      SELECT day, count(*) FILTER (WHERE kind = 'sale') AS sales, sum(cents) AS cents
      FROM entries WHERE NOT deleted ${only} GROUP BY day) AS days
    GROUP BY 1, 4 ORDER BY 1 DESC`;
}

export type VersionRow = {
  id: number;
  /** The idempotency key. */
  key: string;
  month: Month;
  version: number;
  closed_at: Date;
  closed_by_name: string;
  total: Cents;
  /** How much was open. */
  open: number;
  fingerprint: string;
  /** The highest number of a sale of the month that it knew; null: it was made before closings kept their numbers. */
  last_sale: number | null;
  deleted_sales: number[];
  corrections: number[];
  closed_boxes: number[];
  files: Record<'pdf' | 'xlsx', { sha256: string; bytes: number }>;
  reopened: { at: string; by: string; by_id: number; approved_by: string; reason: string } | null;
};

/** What the sums of a month are compared with. */
export type Sealed = Pick<VersionRow, 'id' | 'last_sale' | 'deleted_sales'> & { days: Period };

/** The closings of a month, or of all, the newest first. */
export async function versionRows(
  db: Db,
  of: { month?: Month; id?: number } = {},
): Promise<VersionRow[]> {
  const { month, id } = of;
  return rowsOf<VersionRow>(db)`
    SELECT id, idempotency_key AS key, to_char(month, 'YYYY-MM') AS month, version, closed_at, closed_by_name,
      total_cents AS total, json_array_length(figures::json -> 'open') AS open, encode(fingerprint, 'hex') AS fingerprint, deleted_sales,
      corrections, closed_boxes,
      CASE WHEN figures::json -> 'numbers' IS NOT NULL THEN greatest(0, (figures::json #>> '{numbers,last}')::integer,
        (SELECT max(sale) FROM unnest(deleted_sales) AS sale)) END AS last_sale,
      (SELECT json_object_agg(format, json_build_object('sha256', encode(hash, 'hex'),
        'bytes', length(content))) FROM month_files WHERE closing_id = c.id) AS files,
      (SELECT json_build_object('at', reopened_at, 'by', reopened_by_name, 'by_id', reopened_by,
        'approved_by', approved_by_name, 'reason', reason)
        FROM month_reopenings WHERE closing_id = c.id) AS reopened
    FROM month_closings c
    WHERE true ${month === undefined ? sql`` : sql`AND month = ${`${month}-01`}::date`}
      ${id === undefined ? sql`` : sql`AND id = ${id}`}
    ORDER BY c.month DESC, version DESC`;
}

/** Whether a month is closed already is the caller's to know, under the lock of the month. */
export async function insertMonthClosing(
  tx: Tx,
  closing: Insertable<Tables['month_closings']>,
): Promise<number> {
  const inserted = tx.insertInto('month_closings').values(closing).returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
}

export async function insertMonthFiles(
  tx: Tx,
  files: readonly Tables['month_files'][],
): Promise<void> {
  await tx.insertInto('month_files').values(files).execute();
}

export async function insertReopening(
  tx: Tx,
  reopening: Insertable<Tables['month_reopenings']>,
): Promise<void> {
  await tx.insertInto('month_reopenings').values(reopening).execute();
}

export function findMonthFile(db: Db, id: number, format: 'pdf' | 'xlsx') {
  return db
    .selectFrom('month_files')
    .innerJoin('month_closings', 'id', 'closing_id')
    .select(['content', 'version', sql<Month>`to_char(month, 'YYYY-MM')`.as('month')])
    .where('closing_id', '=', id)
    .where('format', '=', format)
    .executeTakeFirst();
}

/** The database's time: what is made afterwards has a later one. */
export async function timeNow(tx: Tx): Promise<Date> {
  const { now } = await oneOf<{ now: Date }>(tx)`SELECT clock_timestamp() AS now`;
  return now;
}
