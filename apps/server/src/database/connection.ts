import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { MOST_READS } from '../request/turns.ts';
import { ConfirmingClient, type ConfirmingConfig } from './confirming-client.ts';
import type { Tables } from './tables.ts';

/** What repositories take first: the pool, or the transaction that they must not slip out of. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type Connection = {
  /** The pool itself, for the statements that are prepared by name. */
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
};

/** Beyond this a query is lost, not slow; the answer is 503 and a retry is safe. */
const STATEMENT_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** How much longer the server's own answer is waited for. Less than what a counter waits: 20 s. */
const GRACE_MS = 2_000;
/**
 * A sale holds one while the disk writes it down, and the disk writes those that wait together down at once:
 * as many as counters may be selling in the same moment. Two servers fit on a PostgreSQL with its default of
 * 100. They are opened when needed.
 */
const MOST_SELLING = 32;
/** Lists, which take turns, have theirs beside those. */
const MOST_CONNECTIONS = MOST_SELLING + MOST_READS;
/** For what takes as long as it takes, a change of the schema above all. */
export const NO_TIMEOUT = 0;

const INT8 = 20;
const DATE = 1082;

const types = new pg.TypeOverrides();
// Counts and sums of centavos stay far below 2^53; a text number would be concatenated, not added.
types.setTypeParser(INT8, Number);
// As a Date it would be midnight in the zone of whatever machine this is.
types.setTypeParser(DATE, String);

/** A pool of connections; it connects at first use and again after the database was away. */
export function connect(
  config: pg.PoolConfig,
  onError: (error: Error) => void,
  timeoutMs = STATEMENT_TIMEOUT_MS,
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
    // A machine that is switched off closes no connection: without this an idle one seems alive for hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Parsing of dates and times must not hang on the server's settings.
    options: `-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=${timeoutMs} -c idle_in_transaction_session_timeout=${timeoutMs}`,
  });
  // Idle connections that break would otherwise end the process.
  pool.on('error', onError);
  // So would one that breaks between two statements of a transaction, when the pool does not listen. The
  // next statement fails, and that is the answer.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends only a pool that it has asked something; an idle connection keeps the process going.
    if (!pool.ending) await pool.end();
  };
  return { pool, db, close };
}
