import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { rowOf } from '../../database/rows.ts';
import type { Tables } from '../../database/tables.ts';

export type ParkedRow = Selectable<Tables['parked_sales']>;

export const PEOPLE = [
  'client_cpf',
  'client_name',
  'student_registration',
  'student_name',
] as const;

export type OrderColumns = Pick<
  ParkedRow,
  (typeof PEOPLE)[number] | 'client_offered' | 'items' | 'payments' | 'material_lists'
>;

const ERASED = {
  client_cpf: '',
  client_name: '',
  student_registration: '',
  student_name: '',
  erased: true,
} as const;

/** A counter may have sold the order after the response to its parking was lost. */
const isSold = sql<boolean>`EXISTS (SELECT FROM sales s
  WHERE s.idempotency_key = order_key AND s.seller_id = parked_sales.seller_id)`;

const ordersThatWait = (db: Db) =>
  db
    .selectFrom('parked_sales')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('erased', '=', false)
    .where((is) => is.not(isSold));

/** The orders of a seller that wait, and those for anyone, oldest first. */
export function waitingOrders(
  db: Db,
  sellerId: number,
): Promise<(ParkedRow & { parker: string | null })[]> {
  return ordersThatWait(db)
    .select(
      sql<string | null>`CASE WHEN seller_id <> ${sellerId} THEN (
        SELECT name FROM users WHERE users.id = seller_id) END`.as('parker'),
    )
    .where((is) => is.or([is('seller_id', '=', sellerId), is('for_anyone', '=', true)]))
    .orderBy('parked_at')
    .orderBy('id')
    .execute();
}

/** Locks the orders that wait for this seller alone, or for so many days. */
export function lockWaitingOrders(
  tx: Tx,
  of: { sellerId: number } | { days: number },
): Promise<ParkedRow[]> {
  const orders = ordersThatWait(tx).orderBy('id').forUpdate();
  if ('sellerId' in of) {
    return orders.where('seller_id', '=', of.sellerId).where('for_anyone', '=', false).execute();
  }
  const since = sql<Date>`now() - make_interval(days => ${of.days})`;
  return orders.where('parked_at', '<', since).execute();
}

/**
 * Locks an order of this seller, or one for anyone, ended or not. Its sale may have been recorded while the lock was
 * awaited.
 */
export function lockOrder(
  tx: Tx,
  sellerId: number,
  by: { id: number; orForAnyone?: boolean } | { order_key: string },
): Promise<ParkedRow | undefined> {
  const forAnyone = 'id' in by && by.orForAnyone === true;
  const [column, value] =
    'id' in by ? (['id', by.id] as const) : (['order_key', by.order_key] as const);
  return tx
    .selectFrom('parked_sales')
    .selectAll()
    .where((is) =>
      is.or([is('seller_id', '=', sellerId), ...(forAnyone ? [is('for_anyone', '=', true)] : [])]),
    )
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst();
}

export async function isKeyOfSale(tx: Tx, sellerId: number, key: string): Promise<boolean> {
  const sale = await tx
    .selectFrom('sales')
    .select('id')
    .where('idempotency_key', '=', key)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
  return sale !== undefined;
}

type Client = { id: number; cpf: string; name: string };

/** The client with this id, of any of their records, or with this CPF; undefined if they were anonymised. */
export async function currentClient(
  db: Db,
  by: { id: number } | { cpf: string },
): Promise<Client | undefined> {
  const isIt =
    'id' in by
      ? sql`id = (SELECT coalesce(merged_into, id) FROM clients WHERE id = ${by.id})`
      : sql`cpf = ${by.cpf} AND merged_into IS NULL`;
  return rowOf<Client>(db)`
    SELECT id, cpf, name FROM clients WHERE anonymised_at IS NULL AND ${isIt}`;
}

/** Inactive and deleted products too: the counter shows them as such. */
export async function productsById(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'code', 'name', 'price_cents'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const jsonOf = ({ items, payments }: OrderColumns) => ({
  items: JSON.stringify(items),
  payments: JSON.stringify(payments),
});

export function insertOrder(
  tx: Tx,
  order: OrderColumns & { seller_id: number; order_key: string },
): Promise<ParkedRow> {
  return tx
    .insertInto('parked_sales')
    .values({ ...order, ...jsonOf(order) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function replaceOrder(tx: Tx, id: number, order: OrderColumns): Promise<ParkedRow> {
  return tx
    .updateTable('parked_sales')
    .set({ ...order, ...jsonOf(order) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The names stay for a retry of the counter that has claimed the order. */
export async function markClaimed(
  tx: Tx,
  { id, claim, by }: { id: number; claim: string; by: number },
): Promise<void> {
  await tx
    .updateTable('parked_sales')
    .set({ claim, taken_by: by, ended_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function markDropped(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('parked_sales')
    .set({ ...ERASED, ended_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Erases the names of orders that were taken up so many hours ago, and of orders that were sold. */
export async function erasePeople(tx: Tx, keptHours: number): Promise<void> {
  await tx
    .updateTable('parked_sales')
    .set({ ...ERASED, ended_at: sql`coalesce(ended_at, now())` })
    .where('erased', '=', false)
    .where(
      sql<boolean>`(ended_at < now() - make_interval(hours => ${keptHours}) OR ended_at IS NULL AND ${isSold})`,
    )
    .execute();
}

export async function setForAnyone(tx: Tx, id: number, for_anyone: boolean): Promise<ParkedRow> {
  return tx
    .updateTable('parked_sales')
    .set({ for_anyone })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function nameOfParker(tx: Tx, { seller_id }: ParkedRow): Promise<string> {
  const parker = tx.selectFrom('users').select('name').where('id', '=', seller_id);
  return (await parker.executeTakeFirstOrThrow()).name;
}

/** The name of the seller who parked an order that this one has taken up; null if that is the same person. */
export async function whoHandedOver(db: Db, id: number, sellerId: number): Promise<string | null> {
  const parker = await db
    .selectFrom('parked_sales')
    .innerJoin('users', 'users.id', 'seller_id')
    .select('users.name')
    .where('parked_sales.id', '=', id)
    .where('taken_by', '=', sellerId)
    .where('seller_id', '<>', sellerId)
    .executeTakeFirst();
  return parker?.name ?? null;
}
