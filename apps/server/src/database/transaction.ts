import type { RefusalCode } from '@balcao/contract/refusal.ts';
import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { Refusal } from '../request/refusal.ts';
import type { Db, Tx } from './connection.ts';
import { wasRolledBack } from './unavailable.ts';

const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction. It is retried when the database rolled it back because of others
 * (deadlock, serialisation); after any other error it may have been committed, so that is thrown. Inside
 * another transaction `work` becomes part of that one.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  for (let attempt = 1; ; attempt++) {
    const acts: AfterTransaction[] = [];
    try {
      return await db.transaction().execute((tx) => {
        actsAfter.set(tx, acts);
        return work(tx);
      });
    } catch (error) {
      if (attempt === ATTEMPTS || !wasRolledBack(error)) throw error;
    } finally {
      for (const act of acts) act(db);
    }
  }
}

type AfterTransaction = (db: Db) => void;

const actsAfter = new WeakMap<Tx, AfterTransaction[]>();

/** Acts once the transaction is over, also after one that failed: it may have been committed. */
export function afterTransaction(tx: Tx, act: AfterTransaction): void {
  actsAfter.get(tx)?.push(act);
}

/**
 * Commits a small logged write. On a replicated cluster the commit waits until the replica has it and
 * everything before it, so an earlier write may then be acknowledged again.
 */
export async function awaitReplication(db: Db | Tx): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'balcao', 'replay')`.execute(db);
}

/** Whether the error is a violation of the named unique index, or of the check of that name which a trigger makes. */
export function violates(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === '23505' || error.code === '23514') &&
    'constraint' in error &&
    error.constraint === name
  );
}

/** The refusal of the index or trigger that the error comes from, or else the error itself. */
export function refusalOf(error: unknown, codes: Readonly<Record<string, RefusalCode>>): unknown {
  const violated = Object.keys(codes).find((name) => violates(error, name));
  const code = violated && codes[violated];
  return code ? new Refusal(code) : error;
}

/** A transaction for the statements that are written for pg. */
export function asPool(tx: Tx): Pick<pg.Pool, 'query'> {
  const query = ({ text, values }: pg.QueryConfig) =>
    tx.executeQuery(CompiledQuery.raw(text, values));
  return { query } as unknown as Pick<pg.Pool, 'query'>;
}
