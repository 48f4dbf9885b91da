import { MOST_PARKED } from '@balcao/contract/fields/list-limits.ts';
import type { NewParkedSale, ParkedSale, TakenSale } from '@balcao/contract/sales/parked-sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { once } from '../../database/once.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockSeller, meet, type Viewer } from '../met-people/met-people.service.ts';
import { isSameOrder, parkedSaleOf, pricedItems, takenSale } from './parked-order.ts';
import {
  currentClient,
  erasePeople,
  insertOrder,
  isKeyOfSale,
  lockOrder,
  lockWaitingOrders,
  markClaimed,
  markDropped,
  nameOfParker,
  type ParkedRow,
  replaceOrder,
  setForAnyone,
  waitingOrders,
} from './parked-sales.repository.ts';

export { whoHandedOver } from './parked-sales.repository.ts';

type Seller = { id: number; name: string };

/** A counter that retries its claim later gets the order without its names. */
const KEPT_HOURS = 24;

/** An order that has waited for longer is dropped. */
const WAITING_DAYS = 30;

/** The seller's own orders that wait and those for anyone, oldest first. */
export async function listParkedSales(db: Db, seller: Seller): Promise<ParkedSale[]> {
  return (await waitingOrders(db, seller.id)).map((row) => parkedSaleOf(row, row.parker));
}

/**
 * Parks an order once for its key. The same key with another order replaces one that still waits, and parks
 * nothing if it was taken up or dropped meanwhile. Throws too_many_parked, sale_recorded, parked_sale_taken,
 * unknown_product, unknown_client, too_many_people and amount_too_large.
 */
export async function parkSale(db: Db, seller: Viewer, body: NewParkedSale): Promise<ParkedSale> {
  const { key, client, student, payments: typed = [], lists = [] } = body;
  const offered = client.id === undefined ? undefined : await offeredClient(db, seller, client.id);
  const people = {
    client_cpf: offered?.cpf ?? client.cpf,
    client_name: tidyText(client.name),
    student_registration: student.registration,
    student_name: tidyText(student.name),
  };
  const client_offered = offered !== undefined;
  const material_lists = lists.map(tidyText);
  const payments = typed.map(({ method, amount }) => ({
    method: tidyText(method),
    amount_cents: amount === null ? null : centsFromReais(amount),
  }));
  const { answer } = await once<ParkedRow | undefined, ParkedRow, ParkedSale>(db, {
    lock: async (tx) => {
      // The requests of one seller to park an order run one after the other.
      await lockSeller(tx, seller.id);
      if (await isKeyOfSale(tx, seller.id, key)) throw new Refusal('sale_recorded');
      return lockOrder(tx, seller.id, { order_key: key });
    },
    first: async (_tx, known) => {
      const dropped = known?.ended_at && known.claim === null;
      const sent = { ...people, client_offered, items: body.items, payments, material_lists };
      return known && !dropped && isSameOrder(known, sent) ? known : undefined;
    },
    again: async (_tx, known) => parkedSaleOf(known),
    make: async (tx, known) => {
      if (known?.ended_at) throw new Refusal('parked_sale_taken');
      const all = await waitingOrders(tx, seller.id);
      const waiting = all.filter(({ seller_id }) => seller_id === seller.id);
      if (!known && waiting.length >= MOST_PARKED) throw new Refusal('too_many_parked');
      const items = await pricedItems(tx, body.items);
      const order = { ...people, client_offered, payments, material_lists, items };
      const row = known
        ? await replaceOrder(tx, known.id, order)
        : await insertOrder(tx, { ...order, seller_id: seller.id, order_key: key });
      await recordOrder(tx, 'parked_sale.parked', seller, row);
      return parkedSaleOf(row);
    },
  });
  return answer;
}

/** Says of an id whether it is somebody's, so a seller who asks meets them. */
async function offeredClient(db: Db, seller: Viewer, id: number) {
  const client = await currentClient(db, { id });
  if (!client) throw new Refusal('unknown_client', { field: 'body/client/id' });
  await meet(db, seller, [{ kind: 'client', id: client.id }]);
  return client;
}

/**
 * Takes an order up, for the one counter with this claim; the same claim again returns the order again.
 * Throws not_found, parked_sale_taken and sale_recorded.
 */
export async function claimParkedSale(
  db: Db,
  seller: Seller,
  { id, claim }: { id: number; claim: string },
): Promise<TakenSale> {
  const { answer } = await once<ParkedRow, ParkedRow, TakenSale>(db, {
    lock: (tx) => lockedOrder(tx, seller, { id, orForAnyone: true }),
    first: async (_tx, row) => (row.claim === null ? undefined : row),
    isSame: (row) => row.claim === claim.toLowerCase(),
    other: 'parked_sale_taken',
    again: (tx, row) => taken(tx, seller, row),
    make: async (tx, row) => {
      await markClaimed(tx, { id, claim, by: seller.id });
      const given = await taken(tx, seller, row);
      const { parked_by } = given;
      await recordOrder(tx, 'parked_sale.taken', seller, row, parked_by ? { parked_by } : {});
      return given;
    },
  });
  return answer;
}

async function taken(tx: Tx, seller: Seller, row: ParkedRow): Promise<TakenSale> {
  const order = await takenSale(tx, row);
  return row.seller_id === seller.id ? order : { ...order, parked_by: await nameOfParker(tx, row) };
}

/**
 * Lets any seller take an own order up, or nobody else again. Throws not_found, parked_sale_taken and sale_recorded.
 */
export function handOverParkedSale(
  db: Db,
  seller: Seller,
  { id, for_anyone }: { id: number; for_anyone: boolean },
): Promise<ParkedSale> {
  return inTransaction(db, async (tx) => {
    const row = await lockedOrder(tx, seller, { id });
    if (row.claim !== null) throw new Refusal('parked_sale_taken');
    if (row.for_anyone === for_anyone) return parkedSaleOf(row);
    await recordOrder(tx, 'parked_sale.handed_over', seller, row, { for_anyone });
    return parkedSaleOf(await setForAnyone(tx, id, for_anyone));
  });
}

/** Throws not_found, parked_sale_taken and sale_recorded. */
export async function deleteParkedSale(db: Db, seller: Seller, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockedOrder(tx, seller, { id });
    if (row.claim !== null) throw new Refusal('parked_sale_taken');
    await dropOrder(tx, seller, row);
  });
}

/** Drops what a user has parked for themselves: nobody else could take it up. */
export async function dropParkedSalesOf(tx: Tx, actor: Seller, userId: number): Promise<void> {
  for (const row of await lockWaitingOrders(tx, { sellerId: userId })) {
    await dropOrder(tx, actor, row);
  }
}

/** Drops the orders that nobody came back for, and erases the names of those that have ended. */
export async function sweepParkedSales(tx: Tx): Promise<void> {
  for (const row of await lockWaitingOrders(tx, { days: WAITING_DAYS })) {
    await dropOrder(tx, null, row);
  }
  await erasePeople(tx, KEPT_HOURS);
}

async function lockedOrder(
  tx: Tx,
  seller: Seller,
  by: { id: number; orForAnyone?: boolean },
): Promise<ParkedRow> {
  const row = await lockOrder(tx, seller.id, by);
  if (!row || (row.ended_at && row.claim === null)) throw new Refusal('not_found');
  if (row.claim === null && (await isKeyOfSale(tx, row.seller_id, row.order_key))) {
    throw new Refusal('sale_recorded');
  }
  return row;
}

async function dropOrder(tx: Tx, actor: Seller | null, row: ParkedRow): Promise<void> {
  await markDropped(tx, row.id);
  await recordOrder(tx, 'parked_sale.dropped', actor, row);
}

type Action = `parked_sale.${'parked' | 'taken' | 'handed_over' | 'dropped'}`;

/** The audit has neither names nor numbers of people. */
async function recordOrder(
  tx: Tx,
  action: Action,
  actor: Seller | null,
  row: ParkedRow,
  more: object = {},
): Promise<void> {
  const { items, total } = parkedSaleOf(row);
  const after = { items, total_general: total, ...more };
  await recordAudit(tx, actor, action, { subjectId: row.id, after });
}
