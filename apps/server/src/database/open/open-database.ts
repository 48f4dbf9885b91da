import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { readIfPresent, replaceFile } from '../../program/durable-file.ts';
import type { Log } from '../../program/log.ts';
import { type Connection, connect, NO_TIMEOUT } from '../connection.ts';
import { assertDurable } from '../embedded/assert-durable.ts';
import { DATABASE } from '../embedded/cluster.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { type MigrateOptions, migrate } from '../migrate.ts';
import { isUnavailable } from '../unavailable.ts';
import { APPLICATION_ROLE, grantApplicationRole } from './application-role.ts';
import { refuseUnsuitable } from './refuse-unsuitable-postgres.ts';
import { isServedBy, optionsInTheWay, prepareServingRole, type Serving } from './serving-role.ts';
import { renewTextIndexes } from './text-order.ts';

export type OpenDatabase = {
  connection: Connection;
  /** Notes for the operator, in Portuguese. */
  notes: string[];
  /** Does work that the role which serves requests may not do. */
  asOwner(work: (owner: Connection) => Promise<void>): Promise<void>;
  /** Closes the pool, and stops PostgreSQL if it is the embedded one. */
  close(): Promise<void>;
};

/** At the close, a statement that waits for a lock longer than this is abandoned: its client has gone. */
const CLOSE_MS = 2_000;

/** What the operator reads of a PostgreSQL that goes away and comes back. */
type Outage = { onDown(): void; onUp(): void };

type OpenOptions = {
  dataDir: string;
  databaseUrl: string | undefined;
  migrating?: MigrateOptions;
  /** Ends the start of the embedded PostgreSQL. */
  giveUp?: AbortSignal;
};

/**
 * Opens the configured database and brings its schema up to date: the PostgreSQL of `databaseUrl`, or the embedded
 * one in `dataDir`. Requests are served by a role that cannot change the past; if `databaseUrl` does not allow that,
 * there is a warning. Throws in Portuguese.
 */
export async function openDatabase(options: OpenOptions, log: Log): Promise<OpenDatabase> {
  const { dataDir, databaseUrl, migrating, giveUp } = options;
  let isClosing = false;
  const notes: string[] = [];
  const onError = (error: Error) => {
    if (!isClosing) log.warn(`Conexão com o banco perdida: ${error.message}`);
  };
  const outage: Outage = {
    onDown: () => log.error('O PostgreSQL está fora do ar; as vendas esperam enquanto ele volta.'),
    onUp: () => log.warn('O PostgreSQL voltou.'),
  };
  const asOwnerOf =
    (config: pg.PoolConfig) => async (work: (owner: Connection) => Promise<void>) => {
      const owner = connect(config, onError, NO_TIMEOUT);
      try {
        await work(owner);
      } finally {
        await owner.close();
      }
    };
  const close = async (connection: Connection) => {
    isClosing = true;
    await Promise.race([connection.close(), delay(CLOSE_MS, undefined, { ref: false })]);
  };

  if (databaseUrl !== undefined) {
    const config = { connectionString: databaseUrl };
    const asOwner = asOwnerOf(config);
    let serving: Serving = {};
    await asOwner(async (owner) => {
      await refuseUnsuitable(owner.pool);
      notes.push(...(await renewTextIndexes(owner.pool, log)));
      await migrate(owner.db, migrating);
      serving = await prepareServingRole(owner);
    });
    const { role, warning } = serving;
    const connection = connect(config, onError, undefined, role);
    const isOwner = role !== undefined && !(await isServedBy(connection, role));
    const said = isOwner ? optionsInTheWay : warning;
    if (said) notes.push(said);
    const unwatch = watchOutages(connection.pool, outage);
    return {
      ...{ connection, notes, asOwner },
      close: async () => {
        unwatch();
        await close(connection);
      },
    };
  }

  const embedded = await startEmbeddedPostgres({
    dataDir,
    log,
    giveUp,
    ...outage,
  });
  try {
    const password = await applicationPassword(dataDir);
    await makeDatabase(embedded.superuser, password);
    const config = { ...embedded.superuser, database: DATABASE };
    const asOwner = asOwnerOf(config);
    await asOwner(async ({ pool, db }) => {
      notes.push(...(await renewTextIndexes(pool, log)));
      await migrate(db, migrating);
      await grantApplicationRole(db, APPLICATION_ROLE);
    });
    const connection = connect({ ...config, user: APPLICATION_ROLE, password }, onError);
    await assertDurable(connection.pool).catch(async (error) => {
      await connection.close();
      throw error;
    });
    return {
      connection,
      notes,
      asOwner,
      close: async () => {
        await close(connection);
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Kept in a file, so that a second server on this database can use the role. */
async function applicationPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, `${APPLICATION_ROLE}.password`);
  const known = (await readIfPresent(file))?.trim() ?? '';
  // A power cut may have cut it short. Every start gives the role the password in the file.
  if (/^[\w-]{32}$/.test(known)) return known;
  const password = randomBytes(24).toString('base64url');
  await replaceFile(file, password, 0o600);
  return password;
}

async function makeDatabase(superuser: pg.ClientConfig, password: string): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APPLICATION_ROLE]);
    const verb = role.rowCount === 0 ? 'CREATE' : 'ALTER';
    // These statements take no parameters.
    await client.query(
      `${verb} ROLE ${APPLICATION_ROLE} LOGIN PASSWORD ${client.escapeLiteral(password)}`,
    );
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    // The role can change its own settings, and could then commit without waiting for the disk.
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} RESET ALL`);
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} IN DATABASE ${DATABASE} RESET ALL`);
  } finally {
    await client.end();
  }
}

const ASK_EVERY_MS = 5_000;
/** All connections of the pool are in use, which says nothing about the database. */
const BUSY = /timeout exceeded when trying to connect/;

/** Watches a PostgreSQL that is not ours to supervise. Returns what stops it. */
function watchOutages(pool: pg.Pool, { onDown, onUp }: Outage): () => void {
  let isDown = false;
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      await pool.query('SELECT');
      if (isDown) onUp();
      isDown = false;
    } catch (error) {
      const isAway = isUnavailable(error) && !BUSY.test((error as Error).message);
      if (isAway && !isDown) onDown();
      isDown ||= isAway;
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(ask, ASK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
