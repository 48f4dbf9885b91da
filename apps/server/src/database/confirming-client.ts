import pg from 'pg';
import { UnconfirmedCommit } from './unavailable.ts';

/** Where PostgreSQL's source gives up the wait: text and severity of its notices are in the server's language. */
const GIVES_UP_WAITING = 'SyncRepWaitForLSN';

type Callback = (error: Error | null, result: unknown) => void;

export type ConfirmingConfig = pg.ClientConfig & {
  /** How long (ms) an answer is waited for; 0: as long as it takes. */
  patienceMs?: number;
};

/**
 * A connection on which a commit counts only when it is replicated. On a synchronous cluster a cancelled
 * COMMIT reports success with a mere notice; here that is an error, so that no one is told of a sale
 * which a failover would lose.
 *
 * It is given up when an answer does not come: statement_timeout is the server's, and counts neither for
 * one that hangs nor for a commit that waits for its replica.
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
    // pg declares a dozen overloads of query. Kysely awaits it; pg-pool's own query hands it a callback.
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const confirming = (...args: unknown[]): unknown => {
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const answered = this.#giveUpLater();
        return query(...args.slice(0, -1), this.#confirming(callback as Callback, answered));
      }
      const answer = query(...args);
      if (!(answer instanceof Promise)) return answer;
      return this.#confirmed(answer).finally(this.#giveUpLater());
    };
    this.query = confirming as typeof this.query;
  }

  /** Cuts the connection, unless what is answered is called before: then whoever waits is told. */
  #giveUpLater(): () => void {
    if (this.#patienceMs === 0) return () => {};
    const cut = () => this.connection.stream.destroy();
    const timer = setTimeout(cut, this.#patienceMs);
    return () => clearTimeout(timer);
  }

  #confirming(callback: Callback, answered: () => void): Callback {
    return (error, result) => {
      answered();
      const unconfirmed = this.#takeUnconfirmed();
      callback(error ?? unconfirmed, error || unconfirmed ? undefined : result);
    };
  }

  async #confirmed<T>(answer: Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await answer;
    } catch (error) {
      this.#takeUnconfirmed();
      throw error;
    }
    const unconfirmed = this.#takeUnconfirmed();
    if (unconfirmed) throw unconfirmed;
    return result;
  }

  /** The notice belongs to the statement that has just ended, and to no later one. */
  #takeUnconfirmed(): UnconfirmedCommit | null {
    const unconfirmed = this.#unreplicated ? new UnconfirmedCommit() : null;
    this.#unreplicated = false;
    return unconfirmed;
  }
}
