import pg from 'pg';
import { UnconfirmedCommit } from './unavailable.ts';

/** The text of the notice, in the languages that a server of a Brazilian school may speak. */
const UNREPLICATED = /synchronous replication|replica[cç][aã]o s[ií]ncrona/i;

/**
 * A connection on which a commit counts only when it is replicated. On a synchronous cluster a cancelled
 * COMMIT reports success with a mere notice; here that is an error, so that no one is told of a sale
 * which a failover would lose.
 */
export class ConfirmingClient extends pg.Client {
  #unreplicated = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('notice', (notice) => {
      if (UNREPLICATED.test(notice.message ?? '')) this.#unreplicated = true;
    });
    // pg declares a dozen overloads of query; only the promise form is used by Kysely and by us.
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const confirming = (...args: unknown[]): unknown => {
      const answer = query(...args);
      return answer instanceof Promise ? answer.then((result) => this.#confirmed(result)) : answer;
    };
    this.query = confirming as typeof this.query;
  }

  #confirmed<T>(result: T): T {
    if (!this.#unreplicated) return result;
    this.#unreplicated = false;
    throw new UnconfirmedCommit();
  }
}
