import { sql } from 'kysely';
import { Refusal } from '../request/refusal.ts';
import type { Db } from './connection.ts';
import { cannotWrite, isUnavailable } from './unavailable.ts';

/** Whether sales can be written, which a database that answers questions does not tell. */
export class Writes {
  readonly #db: Db;
  #failed = false;
  /** One attempt at a time, however many look at the health meanwhile. */
  #attempt: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** What a request failed with. */
  sawError(error: unknown): void {
    if (cannotWrite(error)) this.#failed = true;
  }

  /**
   * Throws what a sale would be refused with: a read-only database (a replica), or no room. After a failed
   * write it tries one, until one succeeds; otherwise it writes nothing.
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

/** Makes a table grow by 2 MB, as sales do, and takes it back. */
async function takeRoom(db: Db): Promise<void> {
  await sql`BEGIN`.execute(db);
  try {
    await sql`CREATE TEMPORARY TABLE room AS
      SELECT repeat('x', 1000) FROM generate_series(1, 2000)`.execute(db);
  } finally {
    await sql`ROLLBACK`.execute(db);
  }
}
