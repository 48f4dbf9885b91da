import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { LIMITS } from '../request/turns.ts';
import { ConfirmingClient, type ConfirmingConfig } from './confirming-client.ts';
import type { Tables } from './tables.ts';

/** The first argument of every repository: the pool, or a transaction, which it must not leave. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type Connection = {
  /** For statements that are prepared by name. */
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
};

/** A query that takes longer is stuck, not slow; the response is 503 and a retry is safe. */
const STATEMENT_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** Added to the statement's timeout for the server's response. In all less than a counter's 20 s. */
const GRACE_MS = 2_000;
/**
 * Changes, lists, exports and imports, which take turns, have their own. Two servers fit on a PostgreSQL with its
 * default of 100 connections. The pool opens them on demand.
 */
const MOST_CONNECTIONS =
  LIMITS.changes.most + LIMITS.lists.most + LIMITS.exports.most + LIMITS.imports.most;
/** For statements of any duration, such as a change of the schema. */
export const NO_TIMEOUT = 0;

/**
 * For a machine of few cores, whose disk has no arm and whose memory holds the books: an index is read rather than
 * a table, no list takes the core on which sales are made, and no question is compiled for longer than it takes.
 */
const PLANNING = ['random_page_cost=1.1', 'max_parallel_workers_per_gather=0', 'jit=off'];

const INT8 = 20;
const DATE = 1082;

const types = new pg.TypeOverrides();
// Counts and sums of centavos stay far below 2^53; as text they would be concatenated, not added.
types.setTypeParser(INT8, Number);
// As a Date it would be midnight in this machine's time zone.
types.setTypeParser(DATE, String);

/** A pool that connects at first use, and again after the database was away. Its sessions take on `role`. */
export function connect(
  config: pg.PoolConfig,
  onError: (error: Error) => void,
  timeoutMs = STATEMENT_TIMEOUT_MS,
  role?: string,
): Connection {
  const patience: ConfirmingConfig = {
    patienceMs: timeoutMs === NO_TIMEOUT ? NO_TIMEOUT : timeoutMs + GRACE_MS,
  };
  const pool = new pg.Pool({
    max: MOST_CONNECTIONS,
    ...config,
    Client: ConfirmingClient,
    types,
    application_name: 'balcao',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...patience,
    idleTimeoutMillis: 60_000,
    // A machine that is switched off closes no connection; without this an idle one seems alive for hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: [
      // Parsing of dates and times must not depend on the server's settings.
      'TimeZone=UTC',
      'DateStyle=ISO',
      ...PLANNING,
      `statement_timeout=${timeoutMs}`,
      `idle_in_transaction_session_timeout=${timeoutMs}`,
      ...(role ? [`role=${role}`] : []),
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  });
  // An idle connection that breaks would otherwise end the process.
  pool.on('error', onError);
  // So would a connection that breaks between two statements of a transaction. Its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends a pool only if it has used it; an idle connection would keep the process alive.
    if (!pool.ending) await pool.end();
  };
  return { pool, db, close };
}
