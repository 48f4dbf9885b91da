import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connect } from '../database/connection.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { APPLICATION_ROLE, grantApplicationRole } from '../database/open/application-role.ts';

export const APPLICATION_PASSWORD = 'only-for-tests';
const TEMPLATE = 'balcao_template';

/** A PostgreSQL for tests, with a migrated database to copy. */
export type TestCluster = { superuser: pg.ClientConfig; close(): Promise<void> };

/** Starts the embedded PostgreSQL, or uses that of TEST_DATABASE_URL, whose user has to be a superuser. */
export async function openTestCluster(): Promise<TestCluster> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const superuser = { connectionString: url };
    await makeTemplate(superuser);
    return { superuser, close: async () => {} };
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'balcao-tests-'));
  // Started by root, PostgreSQL runs as another user, who needs to enter this folder.
  await chmod(dataDir, 0o755);
  const quiet = { info: () => {}, warn: console.warn, error: console.error };
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet });
  const close = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(embedded.superuser);
    return { superuser: embedded.superuser, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Another database of the same server, by default for the same role. */
export function inDatabase(
  superuser: pg.ClientConfig,
  database: string,
  role?: { user: string; password: string },
): pg.ClientConfig {
  if (!superuser.connectionString) return { ...superuser, database, ...role };
  const url = new URL(superuser.connectionString);
  url.pathname = `/${database}`;
  if (role) Object.assign(url, { username: role.user, password: role.password });
  return { connectionString: url.href };
}

export async function asSuperuser(superuser: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function makeTemplate(superuser: pg.ClientConfig): Promise<void> {
  await asSuperuser(superuser, `DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await asSuperuser(superuser, `CREATE DATABASE ${TEMPLATE}`);
  await asSuperuser(
    superuser,
    `DO $$ BEGIN CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD '${APPLICATION_PASSWORD}';
       EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
  const owner = connect(inDatabase(superuser, TEMPLATE), () => {});
  try {
    await migrate(owner.db);
    await grantApplicationRole(owner.db, APPLICATION_ROLE);
  } finally {
    await owner.close();
  }
}

/** Copies the migrated database. */
export async function makeTestDatabase(superuser: pg.ClientConfig, name: string): Promise<void> {
  await asSuperuser(superuser, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
}
