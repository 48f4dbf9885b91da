import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { NewSale, Sale } from '@balcao/contract/sales.ts';
import type { Connection } from '../../database/connection.ts';
import { awaitReplication } from '../../database/transaction.ts';
import {
  isDiskFull,
  isUnavailable,
  UnconfirmedCommit,
  wasRolledBack,
} from '../../database/unavailable.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve.ts';
import { requestHash, type SaleCommand, saleCommand } from './sale-command.ts';
import { saleFigures } from './sale-figures.ts';
import { saleRecord } from './sale-record.ts';
import { findSaleByKey } from './sales.repository.ts';
import type { Till } from './till.ts';

type SaleStores = Pick<Connection, 'db'> & { till: Till };

export type SaleRequest = {
  body: NewSale;
  /** One per sale, the same on every retry; without it each request is a sale of its own. */
  idempotencyKey: string | undefined;
  seller: Pick<SignedIn, 'id' | 'name' | 'admin'>;
};

/** The waits between tries while the database is away: a restart of it fits in. */
const RETRY_DELAYS_MS = [50, 150, 400, 1_000, 2_000];
/** No try begins later: the counter waits 20 s and then asks again by itself, with the same key. */
const LAST_TRY_MS = 5_000;

/** `replayed`: the key had made the sale before this request came. */
type Recorded = { sale: Sale; replayed: boolean };

/**
 * Records a sale exactly once for its key and answers its record; the same request again answers the
 * first sale. Throws seller_mismatch, key_reused, sale_deleted, discount_not_allowed and every refusal of saleFigures, and what the database
 * throws when it stays away.
 */
export async function createSale(stores: SaleStores, request: SaleRequest): Promise<Recorded> {
  const { body, seller } = request;
  if (body.seller !== undefined && body.seller !== seller.id) {
    throw new Refusal('seller_mismatch', { field: 'body/seller' });
  }
  const command = saleCommand(body, seller.id);
  // Also without a key of the caller's there is one, so that our own retries cannot double the sale.
  const key = request.idempotencyKey?.toLowerCase() ?? randomUUID();
  let tries = 0;
  const { sale, replayed } = await untilAnswered(() => {
    tries++;
    return recordOnce(stores, command, key, seller);
  });
  // What a further try of ours finds, the one before it may have recorded.
  return { sale, replayed: replayed && tries === 1 };
}

async function recordOnce(
  stores: SaleStores,
  command: SaleCommand,
  idempotencyKey: string,
  seller: SaleRequest['seller'],
): Promise<Recorded> {
  const hash = requestHash(command);
  const references = await stores.till.references({ command, idempotencyKey });
  // A replay must not be judged by today's products: what it asks for has happened.
  if (references.takenKeys.has(idempotencyKey)) return replay(stores, idempotencyKey, hash);

  if (!seller.admin) mustBeWithoutDiscount(command);
  const client = references.clients.get(command.clientId);
  if (!client) throw new Refusal('unknown_client', { field: 'body/client' });
  const student = command.studentId === null ? null : references.students.get(command.studentId);
  if (student === undefined) throw new Refusal('unknown_student', { field: 'body/student' });
  const sale = {
    ...saleFigures(command, references),
    generalDiscount: command.generalDiscount,
    seller: { id: seller.id, name: seller.name },
    client,
    student,
  };
  const inserted = await stores.till.insert({ ...sale, idempotencyKey, requestHash: hash });
  // Another request with the key was faster; the unique key, not the look-up above, has decided.
  if (!inserted) return replay(stores, idempotencyKey, hash);
  return { sale: saleRecord({ ...sale, ...inserted }), replayed: false };
}

/** The counter has no field for one, so a seller has no honest way to send one. */
function mustBeWithoutDiscount({ items, generalDiscount }: SaleCommand): void {
  const index = items.findIndex(({ discountPercent }) => discountPercent > 0);
  if (index >= 0) {
    throw new Refusal('discount_not_allowed', { field: `body/products/${index}/desc_percent` });
  }
  if (generalDiscount > 0)
    throw new Refusal('discount_not_allowed', { field: 'body/desc_general' });
}

/**
 * Answers the sale that the key has already made. Throws sale_deleted when it has been deleted since, and
 * key_reused when something else was asked.
 */
async function replay({ db }: SaleStores, key: string, hash: Buffer): Promise<Recorded> {
  const first = await findSaleByKey(db, key);
  if (!first) throw new Error(`The key ${key} is taken and has no sale`);
  // Either answer stands for what was read: also that of a deletion, after which the counter sells anew.
  await awaitReplication(db);
  if (first.deleted) throw new Refusal('sale_deleted');
  if (!first.requestHash.equals(hash)) throw new Refusal('key_reused');
  return { sale: saleRecord(first.sale), replayed: true };
}

/**
 * Tries again, with the same key, while the database is away or has rolled back because of others. A
 * commit that is not confirmed by the replica is not tried again here: it is for the caller to ask later.
 */
async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  const lastTry = performance.now() + LAST_TRY_MS;
  for (const wait of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      const transient = wasRolledBack(error) || (isUnavailable(error) && !isDiskFull(error));
      const tooLate = performance.now() + wait > lastTry;
      if (!transient || tooLate || error instanceof UnconfirmedCommit) throw error;
    }
    await delay(wait);
  }
  return attempt();
}
