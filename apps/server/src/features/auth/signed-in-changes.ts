import type { Db, Tx } from '../../database/connection.ts';
import { afterTransaction } from '../../database/transaction.ts';

/** The functions that make this process forget signed-in users, by their database. */
const forgetting = new WeakMap<Db, Set<() => void>>();

export function onSignedInChange(db: Db, forget: () => void): void {
  forgetting.set(db, (forgetting.get(db) ?? new Set()).add(forget));
}

/** Call it where a session ends, or what a signed-in user may do changes: it takes effect with the commit. */
export function signedInChanged(tx: Tx): void {
  afterTransaction(tx, (db) => {
    for (const forget of forgetting.get(db) ?? []) forget();
  });
}
