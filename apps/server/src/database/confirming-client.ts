import pg from 'pg';
import { UnconfirmedCommit } from './unavailable.ts';

/**
 * The C function of PostgreSQL that gives up waiting for a replica. It identifies the notice, whose text
 * and severity are in the server's language.
 */
const GIVES_UP_WAITING = 'SyncRepWaitForLSN';

type Callback = (error: Error | null, result?: unknown) => void;

export type ConfirmingConfig = pg.ClientConfig & {
  /** How long to wait for a response, in ms; 0: without a limit. */
  patienceMs?: number;
};

/**
 * A connection whose commits count only when they are replicated. On a synchronous cluster a cancelled
 * COMMIT reports success with a notice; this client turns it into an error, because a failover would lose
 * the sale.
 *
 * The connection is closed when a response takes too long. The server's statement_timeout covers neither a
 * server that hangs nor a commit that waits for its replica.
 */
export class ConfirmingClient extends pg.Client {
  #unreplicated = false;
  readonly #patienceMs: number;

  constructor(config?: ConfirmingConfig) {
    super(config);
    this.#patienceMs = config?.patienceMs ?? 0;
    this.on('notice', (notice) => {
      if (notice.routine === GIVES_UP_WAITING) this.#unreplicated = true;
    });
    // pg declares a dozen overloads of query. Kysely awaits it; pg-pool's own query passes a callback.
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const confirming = (...args: unknown[]): unknown => {
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const respond = callback as Callback;
        const response = confirming(...args.slice(0, -1)) as Promise<unknown>;
        response.then((result) => respond(null, result), respond);
        return;
      }
      const response = query(...args);
      if (!(response instanceof Promise)) return response;
      return this.#confirmed(response).finally(this.#cutLater());
    };
    this.query = confirming as typeof this.query;
  }

  /** Closes the connection when the time is over, so that the query fails. Returns a function to cancel. */
  #cutLater(): () => void {
    if (this.#patienceMs === 0) return () => {};
    const timer = setTimeout(() => this.connection.stream.destroy(), this.#patienceMs);
    return () => clearTimeout(timer);
  }

  /** The notice belongs to the statement that has just ended, not to a later one. */
  async #confirmed<T>(response: Promise<T>): Promise<T> {
    try {
      const result = await response;
      if (this.#unreplicated) throw new UnconfirmedCommit();
      return result;
    } finally {
      this.#unreplicated = false;
    }
  }
}
