import { SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { inPortugueseOrder } from '../../database/listing.ts';
import { type PersonKind, peopleTables, recordsOf } from '../../database/person-kind.ts';
import { rowOf, rowsOf } from '../../database/rows.ts';
import { type NameAndNumber, numberOf } from './people.repository.ts';

/** More sales than this say nothing new about who buys for whom. */
const RECENT_SALES = 200;
const MOST_OFFERED = 5;

/** `own`: the seller's sales of today alone link the two. */
type Companion = NameAndNumber & { link: number | null; own: boolean };

/** Whether the sale is one that says who buys for whom. */
const isLinking = sql`
  student_id IS NOT NULL AND deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM unlinked_sales WHERE sale_id = sales.id)`;

const isOwnOfToday = (seller: number) => sql`
  seller_id = ${seller} AND business_day = (now() AT TIME ZONE ${SHOP_TIME_ZONE}::text)::date`;

/** The students of a client, or the clients of a student; `link` is null for who is in the newest sales only. */
async function companions(
  db: Db,
  kind: PersonKind,
  id: number,
  those: RawBuilder<unknown>,
  seller = 0,
): Promise<Companion[]> {
  const { inSales, other } = peopleTables[kind];
  const others = peopleTables[other];
  return rowsOf<Companion>(db)`
    WITH of_sales AS (
      SELECT companion_id, max(sale_id) AS newest, bool_and(own) AS own, max(day) > min(day) AS again
      FROM ${recordsOf(kind, id)} AS records, LATERAL (
        SELECT id AS sale_id, ${others.inSales} AS companion_id, business_day AS day,
          ${isOwnOfToday(seller)} AS own FROM sales
        WHERE ${inSales} = records.id AND ${isLinking}
        ORDER BY sales.id DESC LIMIT ${RECENT_SALES}) AS recent
      GROUP BY companion_id),
    companions AS (
      SELECT id, max(newest) AS newest, max(link) AS link, bool_and(own) AS own, bool_or(again) AS again FROM (
        SELECT coalesce(merged_into, id) AS id, newest, NULL::integer AS link, own, again
        FROM of_sales JOIN ${others.table} AS bought ON bought.id = companion_id
        UNION ALL
        SELECT ${others.inSales}, 0, id, false, false FROM client_students WHERE ${inSales} = ${id}) AS each
      GROUP BY id)
    SELECT p.id, ${numberOf(other, 'p')} AS number, p.name, link, own
    FROM companions JOIN ${others.table} AS p USING (id) ${those}`;
}

/** Who is linked, and then the others, by name. */
export const companionsByName = (db: Db, kind: PersonKind, id: number) =>
  companions(db, kind, id, sql`ORDER BY link IS NULL, ${inPortugueseOrder('name')}, p.id`);

/**
 * Those whom the counter offers: who is linked, then those of the newest sales; nobody anonymised. Whom sales of one
 * day alone bring comes last: they may be a mistake.
 */
export const companionsToOffer = (db: Db, kind: PersonKind, id: number, seller: number) =>
  companions(
    db,
    kind,
    id,
    sql`WHERE p.anonymised_at IS NULL
      ORDER BY link IS NULL, again DESC, newest DESC, p.id LIMIT ${MOST_OFFERED}`,
    seller,
  );

/**
 * Unlinks two whom nothing links but sales of this seller of today. Returns how many sales those are: none if
 * anything else links the two.
 */
export async function unlinkOwnSales(
  tx: Tx,
  { client, student }: LinkedPair,
  seller: number,
): Promise<number> {
  const { rows } = await sql`
    WITH linking AS (
      SELECT id, ${isOwnOfToday(seller)} AS own FROM sales
      WHERE client_id IN ${recordsOf('client', client)} AND student_id IN ${recordsOf('student', student)}
        AND ${isLinking})
    INSERT INTO unlinked_sales (sale_id)
    SELECT id FROM linking
    WHERE (SELECT bool_and(own) FROM linking) AND NOT EXISTS (
      SELECT FROM client_students WHERE client_id = ${client} AND student_id = ${student})
    ON CONFLICT DO NOTHING RETURNING sale_id`.execute(tx);
  return rows.length;
}

export type LinkedPair = { client: number; student: number };
export type Link = LinkedPair & { id: number };

const LINK = sql`id, client_id AS client, student_id AS student`;

/** Returns those that are new. */
export async function insertLinks(tx: Tx, links: readonly LinkedPair[]): Promise<Link[]> {
  return rowsOf<Link>(tx)`
    INSERT INTO client_students (client_id, student_id)
    SELECT client, student FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      AS link (client integer, student integer)
    ON CONFLICT DO NOTHING RETURNING ${LINK}`;
}

export async function linksOfClients(db: Db, clients: readonly number[]): Promise<Link[]> {
  return rowsOf<Link>(db)`
    SELECT ${LINK} FROM client_students
    WHERE client_id = ANY (${[...clients]}::integer[])`;
}

/** Undefined when there is no such link. */
export async function removeLink(tx: Tx, id: number): Promise<Link | undefined> {
  return rowOf<Link>(tx)`
    DELETE FROM client_students WHERE id = ${id} RETURNING ${LINK}`;
}
