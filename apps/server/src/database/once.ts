import type { RefusalCode } from '@balcao/contract/refusal.ts';
import { Refusal } from '../request/refusal.ts';
import { type Asked, requestHash } from '../request/request-hash.ts';
import type { Db, Tx } from './connection.ts';
import { awaitReplication, inTransaction, violates } from './transaction.ts';
import { ReadAgain, withRetries } from './unavailable.ts';

type Once<Locked, First, Answer> = {
  /** What requests for the same thing wait for, one after the other. Throws what refuses even a retry. */
  lock: (tx: Tx) => Promise<Locked>;
  /** What a request with the same key has made before. */
  first: (tx: Tx, locked: Locked) => Promise<First | undefined>;
  /** Whether that was this request; by default it was. `other` is the refusal if not. */
  isSame?: (first: First) => boolean;
  other?: RefusalCode;
  again: (tx: Tx, first: First, locked: Locked) => Promise<Answer>;
  make: (tx: Tx, locked: Locked) => Promise<Answer>;
  /** The unique index of the key, for requests that do not wait for each other. */
  unique?: string;
};

/** `replayed`: an earlier request has made it. If one of our own retries finds it, this one did. */
export type Made<Answer> = { answer: Answer; replayed: boolean };

/**
 * Does what is asked exactly once, in a transaction: the same request gets the first one's answer, also if
 * things have changed since, and another one under its key is refused. Retries while the database is away.
 */
export function once<Locked, First, Answer>(
  db: Db,
  { lock, first, isSame = () => true, other, again, make, unique }: Once<Locked, First, Answer>,
): Promise<Made<Answer>> {
  let mayBeOurs = false;
  const attempt = async (tx: Tx): Promise<Made<Answer>> => {
    const locked = await lock(tx);
    const made = await first(tx, locked);
    if (made === undefined) return { answer: await make(tx, locked), replayed: false };
    await mayAcknowledge(tx, isSame(made), other);
    return { answer: await again(tx, made, locked), replayed: !mayBeOurs };
  };
  return withRetries(() =>
    inTransaction(db, attempt).catch((error) => {
      // Another request was faster; its row is found in the next attempt.
      if (unique && violates(error, unique)) throw new ReadAgain();
      mayBeOurs = true;
      throw error;
    }),
  );
}

/**
 * What a key has made is acknowledged again once it is replicated, and to the same request alone. Throws `other`
 * for another one, which may then take a new key.
 */
export async function mayAcknowledge(
  db: Db,
  isSame: boolean,
  other: RefusalCode = 'key_reused',
): Promise<void> {
  await awaitReplication(db);
  if (!isSame) throw new Refusal(other);
}

/** What a row keeps of the request that made it: its key for ever, and a hash of what was asked. */
export type KeyColumns = { idempotency_key: string; request_hash: Buffer };

type OnceByKey<Locked, Answer> = {
  table:
    | 'corrections'
    | 'cash_movements'
    | 'bulk_changes'
    | 'month_closings'
    | 'stock_movements'
    | 'stock_counts';
  key: string;
  asked: Asked;
  lock?: (tx: Tx) => Promise<Locked>;
  /** The answer for the row with this id. */
  again: (tx: Tx, id: number) => Promise<Answer>;
  /** Writes the row with these columns. */
  make: (tx: Tx, columns: KeyColumns, locked: Locked) => Promise<Answer>;
};

/** The same for requests whose row keeps their key. Throws key_reused and what `make` throws. */
export function onceByKey<Answer, Locked = undefined>(
  db: Db,
  { table, key, asked, lock, again, make }: OnceByKey<Locked, Answer>,
): Promise<Made<Answer>> {
  const columns = { idempotency_key: key.toLowerCase(), request_hash: requestHash(asked) };
  return once(db, {
    lock: lock ?? (async () => undefined as Locked),
    first: (tx) =>
      tx
        .selectFrom(table)
        .select(['id', 'request_hash'])
        .where('idempotency_key', '=', columns.idempotency_key)
        .executeTakeFirst(),
    isSame: ({ request_hash }) => request_hash?.equals(columns.request_hash) ?? false,
    again: (tx, { id }) => again(tx, id),
    make: (tx, locked) => make(tx, columns, locked),
    unique: `${table}_idempotency_key_key`,
  });
}
