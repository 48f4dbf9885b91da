import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';

const run = promisify(execFile);
const BINARIES = '/usr/lib/postgresql/15/bin';

/** PostgreSQL refuses to run as root; the account `nobody` exists everywhere. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Why tests with Debian's PostgreSQL are skipped; undefined if it is installed. */
export function whyNoDebianPostgres(): string | undefined {
  return existsSync(BINARIES) ? undefined : `There is no PostgreSQL 15 of Debian in ${BINARIES}`;
}

/** Starts Debian's PostgreSQL, as an external server, on a Unix socket, with a database `loja`. */
export async function openDebianPostgres() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pg15-'));
  await chmod(folder, 0o755);
  if (account.uid) await chown(folder, account.uid, account.gid);
  const cluster = path.join(folder, 'cluster');
  const flags = ['--auth=trust', '--username=dono', '--encoding=UTF8', '--no-sync'];
  await run(path.join(BINARIES, 'initdb'), ['-D', cluster, ...flags], { ...account, cwd: folder });
  const open = () => {
    const server = spawn(
      path.join(BINARIES, 'postgres'),
      ['-D', cluster, '-k', folder, '-h', '', '-p', '5432'],
      { ...account, cwd: folder, stdio: 'ignore' },
    );
    return { server, closed: once(server, 'close') };
  };
  let { server, closed } = open();
  const stop = async () => {
    server.kill('SIGINT');
    await closed;
  };
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  const url = (database: string) =>
    `postgresql://dono@/${database}?host=${encodeURIComponent(folder)}`;
  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const answers = () =>
    query('SELECT').then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: 20_000 }).toBe(true);
  await query('CREATE DATABASE loja');
  const openAgain = () => {
    ({ server, closed } = open());
  };
  return { url, query, stop, openAgain };
}
