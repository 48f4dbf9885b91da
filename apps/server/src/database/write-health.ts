import { sql } from 'kysely';
import { Refusal } from '../request/refusal.ts';
import type { Db } from './connection.ts';
import { cannotWrite, isUnavailable } from './unavailable.ts';

/** Detects that sales cannot be written although the database responds to queries. */
export class Writes {
  readonly #db: Db;
  #failed = false;
  /** Shared by all health checks that run at the same time. */
  #attempt: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** To be called with the error of every failed request. */
  sawError(error: unknown): void {
    if (cannotWrite(error)) this.#failed = true;
  }

  /**
   * Throws the error that a sale would get from a read-only database (a replica) or a full disk. It writes
   * only after a write has failed, until one succeeds.
   */
  async refuseIfImpossible(): Promise<void> {
    const { rows } = await sql<{ readOnly: boolean }>`
      SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`.execute(this.#db);
    if (rows[0]?.readOnly) throw new Refusal('unavailable');
    if (!this.#failed) return;
    this.#attempt ??= this.#tryToWrite().finally(() => {
      this.#attempt = undefined;
    });
    await this.#attempt;
  }

  async #tryToWrite(): Promise<void> {
    await this.#db
      .connection()
      .execute(takeRoom)
      .catch((error) => {
        if (isUnavailable(error)) throw error;
      });
    this.#failed = false;
  }
}

/** Writes a temporary table of 2 MB, which needs room as sales do, and rolls back. */
async function takeRoom(db: Db): Promise<void> {
  await sql`BEGIN`.execute(db);
  try {
    await sql`CREATE TEMPORARY TABLE room AS
      SELECT repeat('x', 1000) FROM generate_series(1, 2000)`.execute(db);
  } finally {
    await sql`ROLLBACK`.execute(db);
  }
}
