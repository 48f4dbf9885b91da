import type { Cents } from '@balcao/domain/money.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { readPage, type Slice } from '../../database/listing.ts';
import { oneOf, rowsOf } from '../../database/rows.ts';
import type { KeptItem, Tables } from '../../database/tables.ts';

/** With the present names of its seller and of who has accepted it. */
export type KeptRow = Pick<
  Selectable<Tables['kept_sales']>,
  'id' | 'made_at' | 'received_at' | 'device' | 'waiting' | 'reasons' | 'accepted_at' | 'note'
> & {
  sale: number | null;
  seller: string;
  total: Cents;
  items: KeptItem[] | null;
  accepted_by: string | null;
};

const keptRow = (id: unknown) => sql<KeptRow>`
  SELECT k.id, k.sale_id AS sale, k.made_at, k.received_at, seller.name AS seller, k.device, k.waiting,
    k.reasons, k.total_cents AS total, k.paper AS items, k.accepted_at, accepter.name AS accepted_by, k.note
  FROM kept_sales k JOIN users seller ON seller.id = k.seller_id
    LEFT JOIN users accepter ON accepter.id = k.accepted_by
  WHERE k.id = ${id}`;

/** Requests with one key run one after the other, so that each finds the sale and the row of the one before. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Made by an earlier request with this key. */
export function findKept(tx: Tx, key: string) {
  return tx
    .selectFrom('kept_sales')
    .select(['request_hash', 'reasons'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Returns its id. */
export async function insertKept(tx: Tx, row: Insertable<Tables['kept_sales']>): Promise<number> {
  const inserted = tx.insertInto('kept_sales').values(row).returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
}

/** Newest first. */
export function keptPage(db: Db, slice: Slice, { open }: { open: boolean }) {
  return readPage<KeptRow>(
    db,
    {
      found: sql`SELECT id FROM kept_sales WHERE ${open ? sql`open` : sql`true`}`,
      order: sql`id DESC`,
      row: keptRow,
    },
    slice,
  );
}

/** A shop has ten; a program may make up any number. */
const MOST_DEVICES = 100;
const DEVICE_DAYS = 7;

export type KeptDeviceRow = { device: string; seller: string; waiting: number; received_at: Date };

/** The computers that had more kept sales when they last sent one, and how many; the newest first. */
export async function waitingDevices(db: Db): Promise<KeptDeviceRow[]> {
  return rowsOf<KeptDeviceRow>(db)`
    SELECT device, name AS seller, waiting - 1 AS waiting, received_at
    FROM (
      SELECT DISTINCT ON (device) device, seller_id, waiting, received_at FROM kept_sales
      WHERE received_at > now() - make_interval(days => ${DEVICE_DAYS})
      ORDER BY device, id DESC) AS newest
    JOIN users ON users.id = seller_id
    WHERE waiting > 1 ORDER BY received_at DESC LIMIT ${sql.lit(MOST_DEVICES)}`;
}

export async function lockKept(tx: Tx, id: number): Promise<KeptRow | undefined> {
  const row = tx.selectFrom('kept_sales').select('id').where('id', '=', id).forUpdate();
  return (await row.executeTakeFirst()) && readKept(tx, id);
}

export const readKept = (tx: Tx, id: number): Promise<KeptRow> =>
  oneOf<KeptRow>(tx)`${keptRow(id)}`;

export async function markAccepted(
  tx: Tx,
  id: number,
  { by, note }: { by: number; note: string },
): Promise<void> {
  const accepted = { accepted_at: sql<Date>`now()`, accepted_by: by, note };
  await tx.updateTable('kept_sales').set(accepted).where('id', '=', id).execute();
}
