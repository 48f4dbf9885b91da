import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './testing/another-app.ts';
import { startProgram } from './testing/program.ts';

const run = promisify(execFile);
const BINARIES = '/usr/lib/postgresql/15/bin';

/** PostgreSQL refuses to run as root; any other account will do, and `nobody` is everywhere. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Debian's PostgreSQL, which is none of ours, on a socket in a folder of its own. */
async function openDebianPostgres() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pg15-'));
  await chmod(folder, 0o755);
  if (account.uid) await chown(folder, account.uid, account.gid);
  const cluster = path.join(folder, 'cluster');
  const flags = ['--auth=trust', '--username=dono', '--encoding=UTF8', '--no-sync'];
  await run(path.join(BINARIES, 'initdb'), ['-D', cluster, ...flags], { ...account, cwd: folder });
  const server = spawn(
    path.join(BINARIES, 'postgres'),
    ['-D', cluster, '-k', folder, '-h', '', '-p', '5432'],
    { ...account, cwd: folder, stdio: 'ignore' },
  );
  const closed = once(server, 'close');
  onTestFinished(async () => {
    server.kill('SIGINT');
    await closed;
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
  return { url, query };
}

test('another PostgreSQL: it is used, its unsuitable settings are named, and none is made here', async ({
  skip,
}) => {
  skip(!existsSync(BINARIES), `No PostgreSQL 15 of Debian in ${BINARIES} to try this with`);
  const { url, query } = await openDebianPostgres();
  const dataDir = await temporaryFolder();
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: url('loja'),
    ADMIN_PASSWORD: 'escolhida-na-escola',
  };

  const program = startProgram(env);
  const { call } = await program.opened();
  expect(program.printed()).toContain('no PostgreSQL de DATABASE_URL');
  expect((await call('readHealth')).status).toBe(200);
  const body = { username: 'admin', password: env.ADMIN_PASSWORD };
  expect((await call('login', { body })).status).toBe(200);
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
  const made = await readdir(dataDir);
  expect(made).toContain('balcao.log');
  for (const ours of ['postgres', 'postgres.log', 'balcao_app.password']) {
    expect(made).not.toContain(ours);
  }

  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    await query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await query('SELECT pg_reload_conf()');
  const unsafe = startProgram(env);
  expect(await unsafe.ended()).toBe(1);
  expect(unsafe.troubles()).toBe(
    'O PostgreSQL de DATABASE_URL não serve: está com fsync desligado; está com full_page_writes desligado; está com synchronous_commit = off.\n',
  );

  await query("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");
  const ascii = startProgram({ ...env, DATABASE_URL: url('ascii') });
  expect(await ascii.ended()).toBe(1);
  expect(ascii.troubles()).toContain('guarda texto em SQL_ASCII e não em UTF8');

  const absent = startProgram({ ...env, DATABASE_URL: url('nada') });
  expect(await absent.ended()).toBe(1);
  expect(absent.troubles()).toMatch(
    /^O PostgreSQL de DATABASE_URL não pôde ser aberto: .*\(3D000\)/,
  );
}, 60_000);
