import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../database/connection.ts';
import { openEmbeddedSource } from '../database/embedded/embedded-source.ts';
import { makeShopFolder } from '../database/embedded/testing/shop-folder.ts';
import { temporaryFolder } from '../testing/another-app.ts';
import { makeEmptyDatabase } from '../testing/empty-database.ts';
import { startProgram } from '../testing/program.ts';
import { signIn } from '../testing/signed-in.ts';

vi.setConfig({ testTimeout: 180_000 });

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const ADMIN = { id: 1, name: 'Administrador', login: 'admin', admin: true };
const ADMIN_PASSWORD = 'escolhida-na-escola';
const DEMO = ['--demo'];

/** Runs a line that was printed, as somebody who copies it to a terminal does. */
function runLine(line: string) {
  const { PATH = '', HOME = '' } = process.env;
  return promisify(execFile)('sh', ['-c', line], { cwd: ROOT, env: { PATH, HOME } });
}

/** Opens a shop and closes it again. */
async function openOnce(env: Record<string, string>, args: string[] = []) {
  const program = startProgram({ ADMIN_PASSWORD, ...env }, onTestFinished, args);
  await program.opened();
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
  return program;
}

/** Starts a shop that refuses to open. */
async function refused(env: Record<string, string>, args: string[] = []) {
  const program = startProgram({ ADMIN_PASSWORD, ...env }, onTestFinished, args);
  expect(await program.ended()).toBe(1);
  expect(program.printed()).not.toContain('está aberto em');
  return program.troubles();
}

test('beside what is left of a lost shop none is begun, and the printed commands bring it back', async () => {
  const dataDir = await makeShopFolder();
  const first = startProgram({ DATA_DIR: dataDir, ADMIN_PASSWORD });
  const { call } = await first.opened();
  const { token } = await signIn({ call }, ADMIN, ADMIN_PASSWORD);
  const product = { code: '1', name: 'Caneta', price: 2.5, active: true };
  expect((await call('createProduct', { token, body: product })).status).toBe(201);
  await runLine(`DATA_DIR='${dataDir}' npm run backup`);
  first.kill('SIGTERM');
  expect(await first.ended()).toBe(0);
  const [backup = ''] = (await readdir(path.join(dataDir, 'backups'))).filter((name) =>
    name.endsWith('.backup'),
  );
  await rm(path.join(dataDir, 'postgres'), { recursive: true });
  const before = await readdir(dataDir);

  for (const args of [[], DEMO]) {
    const words = await refused({ DATA_DIR: dataDir }, args);
    expect(words).toContain('audit.head');
    expect(words).toContain(`${path.join(dataDir, 'backups', backup)} `);
    expect(await readdir(dataDir)).toEqual(before);
  }
  const external = { DATA_DIR: dataDir, DATABASE_URL: await makeEmptyDatabase() };
  expect(await refused(external)).toContain('audit.head');

  const words = await refused({ DATA_DIR: dataDir });
  const restore = /^ {2}(DATA_DIR=.* npm run restore -- .*)$/m.exec(words)?.[1] ?? '';
  const { stdout } = await runLine(restore);
  const start = /DATA_DIR=(\S+) npm start/.exec(stdout);
  expect(words).toContain(`  ${start?.[0]}`);
  const again = startProgram({ DATA_DIR: start?.[1] ?? '' });
  const restored = await again.opened();
  const found = await restored.call('listActiveProducts', {
    token: (await signIn(restored, ADMIN, ADMIN_PASSWORD)).token,
  });
  expect(JSON.stringify(found.body)).toContain('Caneta');
});

test('DATABASE_URL beside a data folder with a shop of its own: said, and no second one is begun', async () => {
  const dataDir = await makeShopFolder();
  const DATABASE_URL = await makeEmptyDatabase();
  await openOnce({ DATA_DIR: dataDir });
  expect(await refused({ DATA_DIR: dataDir, DATABASE_URL })).toContain('postgres');
  await openOnce({ DATA_DIR: await temporaryFolder(), DATABASE_URL });
  const beside = await openOnce({ DATA_DIR: dataDir, DATABASE_URL });
  expect(beside.printed()).toContain(`ATENÇÃO: em ${dataDir} há outra loja`);
});

test('the sample shop is made in nobody else’s data, and says what it is', async () => {
  const dataDir = await makeShopFolder();
  await openOnce({ DATA_DIR: dataDir });
  expect(await refused({ DATA_DIR: dataDir }, DEMO)).toMatch(/npm run demo só abre/);
  const used = await makeEmptyDatabase();
  const other = connect({ connectionString: used }, () => {});
  await other.pool.query('CREATE TABLE notas (id integer)');
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: used };
  expect(await refused(env, DEMO)).toMatch(/npm run demo só abre/);
  const { rows } = await other.pool.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
  await other.close();
  expect(rows).toHaveLength(1);

  const sample = await makeShopFolder();
  await openOnce({ DATA_DIR: sample, ADMIN_PASSWORD: '' }, DEMO);
  const again = startProgram({ DATA_DIR: sample });
  const { call } = await again.opened();
  expect(again.printed()).toContain('Loja de demonstração');
  expect((await call('readInstitution')).body.sample).toBe(true);
});

test('a port that is taken is said before anything is made', async () => {
  const dataDir = await makeShopFolder();
  const blocker = net.createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await expect.poll(() => blocker.listening).toBe(true);
  const { port } = blocker.address() as net.AddressInfo;
  const program = startProgram({ DATA_DIR: dataDir, PORT: String(port) });
  expect(await program.ended()).toBe(1);
  expect(program.troubles()).toBe(
    `A porta ${port} já está em uso: outro programa, ou outro Balcão, está aberto nela. Feche-o ou escolha outra em PORT.\n`,
  );
  expect(program.printed()).toBe('');
  expect(existsSync(dataDir)).toBe(false);
});

test('open to the network it prints where; a password and a clock that cannot count are said', async () => {
  const dataDir = await makeShopFolder();
  await openOnce({ DATA_DIR: dataDir });
  const source = await openEmbeddedSource(dataDir, console);
  const owner = connect(source.config, () => {});
  await owner.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = 'replica'`.execute(tx);
    await sql`INSERT INTO sales (idempotency_key, request_hash, created_at, seller_id, seller_name,
        client_id, client_name, client_cpf, subtotal_cents, total_cents, general_discount_cents,
        total_general_cents, paid_cents, change_cents)
      VALUES (gen_random_uuid(), decode(repeat('00', 32), 'hex'), now() + interval '1 day', 1, 'Vera', 1, 'Ana', '00000000191',
        0, 0, 0, 0, 0, 0)`.execute(tx);
  });
  await owner.close();
  await source.close();
  const program = startProgram({ DATA_DIR: dataDir, ADMIN_PASSWORD, HOST: '0.0.0.0' });
  await program.opened();
  const printed = program.printed();
  const [address] = Object.values(os.networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  if (address) expect(printed).toMatch(new RegExp(`http://${address.address}:\\d+`));
  expect(printed).toContain('ADMIN_PASSWORD não vale');
  expect(printed).toMatch(/relógio .* atrás/);
});

test('a folder of somebody else’s is said with the remedy', async () => {
  const parent = await temporaryFolder();
  await chmod(parent, 0o755);
  const dataDir = path.join(parent, 'data');
  await mkdir(dataDir);
  // Root may write everywhere, and so becomes somebody who may not.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(dataDir, 0, 0);
  await chmod(dataDir, 0o555);
  const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const program = startProgram({ DATA_DIR: dataDir }, onTestFinished, [], nobody);
  expect(await program.ended()).toBe(1);
  expect(program.troubles()).toContain(`Sem permissão para escrever em ${dataDir}`);
  expect(program.troubles()).toContain(`sudo chown -R`);
});

test('a file cut short in the first start is made anew, a broken institution.json stops nothing', async () => {
  const dataDir = await makeShopFolder();
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const file = path.join(dataDir, 'institution.json');
  await writeFile(file, '// De quem é a l');
  await openOnce({ DATA_DIR: dataDir });
  const sample = await readFile(file, 'utf8');
  expect(sample).toContain('Faculdade Aurora do Vale');

  await writeFile(file, sample.replace('Cidade Exemplo', 'Recife'));
  await truncate(path.join(dataDir, 'balcao_app.password'), 5);
  await openOnce({ DATA_DIR: dataDir });

  for (const broken of ['', '{ "city": 7 }']) {
    await writeFile(file, broken);
    const program = startProgram({ DATA_DIR: dataDir });
    const { call } = await program.opened();
    expect(program.printed()).toContain(`ATENÇÃO: ${file}`);
    expect((await call('readInstitution')).body).toMatchObject({ city: 'Recife', stale: true });
    program.kill('SIGTERM');
    expect(await program.ended()).toBe(0);
  }
  expect(await readFile(path.join(dataDir, 'balcao.log'), 'utf8')).toContain('institution.json');
});

test('a lost audit.head is said and recorded', async () => {
  const dataDir = await makeShopFolder();
  const first = await openOnce({ DATA_DIR: dataDir });
  expect(first.printed()).not.toContain('audit.head');
  await rm(path.join(dataDir, 'audit.head'));
  const program = startProgram({ DATA_DIR: dataDir });
  const { call } = await program.opened();
  expect(program.printed()).toContain('ATENÇÃO: falta audit.head');
  const { token } = await signIn({ call }, ADMIN, ADMIN_PASSWORD);
  const rows = await call('listAudit', { token, query: { kind: 'audit.head_missing' } });
  expect(rows.body.count).toBe(1);
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
  expect((await openOnce({ DATA_DIR: dataDir })).printed()).not.toContain('audit.head');
});
