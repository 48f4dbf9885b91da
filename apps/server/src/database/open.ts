import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION_ROLE, grantApplicationRole } from './application-role.ts';
import { type Connection, connect, NO_TIMEOUT } from './connection.ts';
import { assertDurable } from './embedded/assert-durable.ts';
import { DATABASE } from './embedded/create-cluster.ts';
import { replaceFile } from './embedded/durable-folder.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { refuseUnsuitable } from './suitable.ts';

export type DatabaseLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

export type OpenDatabase = {
  connection: Connection;
  /** Closes the pool, and stops PostgreSQL if it is the embedded one. */
  close(): Promise<void>;
};

/** A statement that waits for a lock has to give up with the shop; nobody is left to tell its end to. */
const CLOSE_MS = 2_000;
const PASSWORD_FILE = 'balcao_app.password';

/**
 * Opens the database that the configuration names and brings its schema up to date: the embedded
 * PostgreSQL in `dataDir`, where requests are served with a role that may not rewrite history, or the
 * PostgreSQL of `databaseUrl`, with the rights which that address gives. Throws with words for the
 * operator.
 */
export async function openDatabase(
  options: { dataDir: string; databaseUrl: string | undefined; migrating?: MigrateOptions },
  log: DatabaseLog,
): Promise<OpenDatabase> {
  let closing = false;
  const onError = (error: Error) => {
    if (!closing) log.warn(`Conexão com o banco perdida: ${error.message}`);
  };
  const closeSoon = (connection: Connection) => {
    closing = true;
    return Promise.race([connection.close(), delay(CLOSE_MS, undefined, { ref: false })]);
  };
  if (options.databaseUrl !== undefined) {
    const server = { connectionString: options.databaseUrl };
    const owner = connect(server, onError, NO_TIMEOUT);
    try {
      await refuseUnsuitable(owner.pool);
      await migrate(owner.db, options.migrating);
    } finally {
      await owner.close();
    }
    const connection = connect(server, onError);
    return { connection, close: () => closeSoon(connection) };
  }

  const embedded = await startEmbeddedPostgres({
    dataDir: options.dataDir,
    log,
    onDown: () => log.error('O PostgreSQL caiu; as vendas esperam enquanto ele volta.'),
    onUp: () => log.info('O PostgreSQL voltou.'),
  });
  try {
    const password = await applicationPassword(options.dataDir);
    await makeDatabase(embedded.superuser, password);
    // Over its own socket; PGSSLMODE of the environment is meant for other servers.
    const local = { ...embedded.superuser, database: DATABASE, ssl: false };
    const owner = connect(local, onError, NO_TIMEOUT);
    try {
      await migrate(owner.db, options.migrating);
      await grantApplicationRole(owner.db, APPLICATION_ROLE);
    } finally {
      await owner.close();
    }
    const connection = connect({ ...local, user: APPLICATION_ROLE, password }, onError);
    try {
      await assertDurable(connection.pool);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return {
      connection,
      close: async () => {
        await closeSoon(connection);
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Kept in a file of its own, so that the same role goes on after every start. */
async function applicationPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, PASSWORD_FILE);
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // One that a power cut has shortened is made anew: the role gets whatever stands here at each start.
  if (/^[\w-]{32}$/.test(known.trim())) return known.trim();
  const password = randomBytes(24).toString('base64url');
  await replaceFile(file, password, 0o600);
  return password;
}

async function makeDatabase(superuser: pg.ClientConfig, password: string): Promise<void> {
  const client = new pg.Client({ ...superuser, ssl: false });
  await client.connect();
  try {
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APPLICATION_ROLE]);
    const verb = role.rowCount === 0 ? 'CREATE' : 'ALTER';
    // Statements of this kind take no parameters; both values are ours and need no escaping but this.
    await client.query(
      `${verb} ROLE ${APPLICATION_ROLE} LOGIN PASSWORD ${client.escapeLiteral(password)}`,
    );
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    // It has no settings of its own; it could have given itself some, and sell without waiting for the disk.
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} RESET ALL`);
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} IN DATABASE ${DATABASE} RESET ALL`);
  } finally {
    await client.end();
  }
}
