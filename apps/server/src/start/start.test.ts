import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { FICTITIOUS } from '@balcao/contract/shop/fictitious-school.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectAsOwner } from '../backup/testing/backup-shop.ts';
import { connect } from '../database/connection.ts';
import { makeShopFolder } from '../database/embedded/testing/shop-folder.ts';
import { makeEmptyDatabase, temporaryFolder } from '../testing/app.ts';
import { type OpenProgram, startProgram } from '../testing/program.ts';
import { signIn } from '../testing/signed-in.ts';

vi.setConfig({ testTimeout: 360_000 });

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const ADMIN = { id: 1, name: 'Administrador', login: 'admin', admin: true };
const ADMIN_PASSWORD = 'escolhida-na-escola';
const DEMO = ['--demo'];

/** Runs a printed command as a person who copies it to a terminal. */
function runLine(line: string) {
  const { PATH = '', HOME = '' } = process.env;
  return promisify(execFile)('sh', ['-c', line], { cwd: ROOT, env: { PATH, HOME } });
}

/** Opens a shop, calls `meanwhile`, closes it and returns what was printed. */
async function openOnce(
  env: Record<string, string>,
  meanwhile: (opened: OpenProgram) => Promise<unknown> = async () => {},
  args: string[] = [],
) {
  const program = startProgram({ ADMIN_PASSWORD, ...env }, { args });
  await meanwhile(await program.opened());
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
  return program.printed();
}

/** Starts a shop that refuses to open, and returns the reason. */
async function refused(env: Record<string, string>, args: string[] = [], account = {}) {
  const program = startProgram({ ADMIN_PASSWORD, ...env }, { args, account });
  expect(await program.ended()).toBe(1);
  expect(program.printed()).toBe('');
  return program.troubles();
}

test('beside another shop, or what is left of it, none is begun, and the printed commands bring it back', async () => {
  const dataDir = await makeShopFolder();
  await openOnce({ DATA_DIR: dataDir }, async ({ call }) => {
    const { token } = await signIn({ call }, ADMIN, ADMIN_PASSWORD);
    const product = { code: '1', name: 'Caneta', price: 2.5, active: true };
    expect((await call('createProduct', { token, body: product })).status).toBe(201);
    await runLine(`DATA_DIR='${dataDir}' npm run backup`);
  });
  expect(await refused({ DATA_DIR: dataDir }, DEMO)).toMatch(/npm run demo só abre/);

  // A shop in DATABASE_URL opens beside the one in the folder; an empty database does not.
  const DATABASE_URL = await makeEmptyDatabase();
  const external = { DATA_DIR: dataDir, DATABASE_URL };
  expect(await refused(external)).toContain('postgres');
  const named = { ADMIN_LOGIN: 'Chefe@escola.br', ADMIN_PASSWORD: 'outra-da-escola' };
  const elsewhere = { DATA_DIR: await temporaryFolder(), DATABASE_URL, ...named };
  const printed = await openOnce(elsewhere, async ({ call }) => {
    const body = { username: 'chefe@escola.br', password: named.ADMIN_PASSWORD };
    const { user } = (await call('login', { body })).body;
    expect(user).toMatchObject({ admin: true, must_change_password: false });
  });
  expect(printed).toContain('Primeiro administrador: login Chefe@escola.br');
  expect(printed).not.toMatch(/da-escola|senha/);
  expect(await openOnce(external)).toContain(`ATENÇÃO: em ${dataDir} há outra loja`);

  const [backup = ''] = (await readdir(path.join(dataDir, 'backups'))).filter((name) =>
    name.endsWith('.backup'),
  );
  await rm(path.join(dataDir, 'postgres/cluster/global/pg_control'));
  const damaged = await refused({ DATA_DIR: dataDir });
  expect(damaged).toMatch(/^O banco de dados está danificado.*\n.*pg_control": No such file/);
  expect(damaged).toContain(`Guarde a pasta ${dataDir} inteira`);
  expect(damaged).toContain(`  DATA_DIR=${dataDir} npm run doctor\n`);
  expect(damaged).toContain(`  backup ${path.join(dataDir, 'backups', backup)} (`);
  expect(damaged).toMatch(/^ {2}DATA_DIR=\S+-restaurada npm run restore -- /m);
  await rm(path.join(dataDir, 'postgres'), { recursive: true });
  const before = await readdir(dataDir);
  let words = '';
  for (const args of [DEMO, []]) {
    words = await refused({ DATA_DIR: dataDir }, args);
    expect(words).toContain('audit.head');
    expect(words).toContain(`${path.join(dataDir, 'backups', backup)} `);
    expect(await readdir(dataDir)).toEqual(before);
  }
  const empty = { DATA_DIR: dataDir, DATABASE_URL: await makeEmptyDatabase() };
  expect(await refused(empty)).toContain('audit.head');

  const restore = /^ {2}(DATA_DIR=.* npm run restore -- .*)$/m.exec(words)?.[1] ?? '';
  const { stdout } = await runLine(restore);
  const [start = '-', DATA_DIR = ''] = /DATA_DIR=(\S+) npm start/.exec(stdout) ?? [];
  expect(words).toContain(`  ${start}`);
  await openOnce({ DATA_DIR }, async ({ call }) => {
    const { token } = await signIn({ call }, ADMIN, ADMIN_PASSWORD);
    const found = await call('listActiveProducts', { token });
    expect(JSON.stringify(found.body)).toContain('Caneta');
  });
});

test('the sample shop is made in nobody else’s data, and says what it is', async () => {
  const used = await makeEmptyDatabase();
  const other = connect({ connectionString: used }, () => {});
  await other.pool.query('CREATE TABLE notas (id integer)');
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: used };
  expect(await refused(env, DEMO)).toMatch(/npm run demo só abre/);
  const { rows } = await other.pool.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
  await other.close();
  expect(rows).toHaveLength(1);

  const sample = { DATA_DIR: await makeShopFolder(), ADMIN_PASSWORD: '', DEMO_DAYS: '7' };
  await openOnce(sample, undefined, DEMO);
  const printed = await openOnce(sample, async ({ call }) => {
    expect((await call('readInstitution')).body.sample).toBe(true);
  });
  expect(printed).toContain('Loja de demonstração');
});

test('a port that is taken is said before anything is made, and so are bad settings', async () => {
  const dataDir = await makeShopFolder();
  const blocker = net.createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await expect.poll(() => blocker.listening).toBe(true);
  const { port } = blocker.address() as net.AddressInfo;
  expect(await refused({ DATA_DIR: dataDir, PORT: String(port) })).toBe(
    `A porta ${port} já está em uso: outro programa, ou outro Balcão, está aberto nela. Feche-o ou escolha outra em PORT.\n`,
  );
  const bad = { DATA_DIR: dataDir, PORT: 'x', HOST: '/', ADMIN_PASSWORD: '1234' };
  expect(await refused(bad)).toMatch(
    /^Configuração inválida:\n {2}- PORT .*\n {2}- HOST .*\n {2}- ADMIN_PASSWORD /,
  );
  const misspelt = { DATA_DIR: dataDir, SETTINGS_NAMES: 'DATA_DR', SETTINGS_FILE: '/balcao.env' };
  expect(await refused(misspelt)).toMatch(
    /^DATA_DR não é variável .*\/balcao\.env.*Nenhuma loja nova foi criada\. Corrija ou tire;/,
  );
  expect(existsSync(dataDir)).toBe(false);
});

test('a folder of somebody else’s is said with the remedy', async () => {
  const parent = await temporaryFolder();
  await chmod(parent, 0o755);
  const dataDir = path.join(parent, 'data');
  await mkdir(dataDir);
  // Root may write everywhere, so it starts the program as a user who may not.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(dataDir, 0, 0);
  await chmod(dataDir, 0o555);
  const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const words = await refused({ DATA_DIR: dataDir }, [], nobody);
  expect(words).toContain(`Sem permissão para usar ${dataDir}`);
  if (!isRoot) expect(words).toContain(`chmod -R u+rwX ${dataDir}`);
  if (isRoot) {
    expect(words).toContain(`Como root: chown -R nobody: ${dataDir}; depois abra.`);
    // Of another machine, and closed: whatever is in it can't even be seen.
    await chown(dataDir, 4_321, 4_321);
    await chmod(dataDir, 0o700);
    const moved = await refused({ DATA_DIR: dataDir }, [], nobody);
    expect(moved).toMatch(
      new RegExp(
        `do usuário de número 4321\\)?\\. Como root: chown -R nobody: ${dataDir}; depois abra`,
      ),
    );
    expect(moved).not.toContain('Escolha');
    // The owner of the file, not that of the folder.
    await chown(dataDir, 65_534, 65_534);
    await writeFile(path.join(dataDir, 'balcao.log'), '', { mode: 0o600 });
    expect(await refused({ DATA_DIR: dataDir }, [], nobody)).toContain(
      `balcao.log, que é do usuário root. Como root: chown`,
    );
  }
  await chmod(parent, 0o600);
  const closed = await refused({ DATA_DIR: dataDir }, [], nobody);
  await chmod(parent, 0o755);
  expect(closed).toContain(`Escolha em DATA_DIR uma pasta fora de ${parent}.`);
});

/** Makes a sale of tomorrow, which no trigger would let in. */
async function sellTomorrow(dataDir: string): Promise<void> {
  const owner = await connectAsOwner(dataDir);
  await owner.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = 'replica'`.execute(tx);
    await sql`INSERT INTO sales (idempotency_key, request_hash, created_at, seller_id, seller_name,
        client_id, client_name, client_cpf, subtotal_cents, total_cents, general_discount_cents,
        total_general_cents, paid_cents, change_cents)
      VALUES (gen_random_uuid(), decode(repeat('00', 32), 'hex'), now() + interval '1 day', 1, 'Vera', 1, 'Ana', '00000000191',
        0, 0, 0, 0, 0, 0)`.execute(tx);
  });
  await owner.close();
}

test('what a start says is a warning in the log, and so is that the last run did not end in order', async () => {
  const dataDir = await makeShopFolder();
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD, BACKUP_FOLDER: '/mnt' };
  const warnings = async () =>
    (await readFile(path.join(dataDir, 'balcao.log'), 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith('{"level":40'));
  const first = startProgram(env);
  await first.opened();
  expect(first.printed().match(/BACKUP_FOLDER não é variável/g)).toHaveLength(1);
  expect(first.troubles()).toBe('');
  await expect.poll(warnings).toEqual([expect.stringContaining('BACKUP_FOLDER não é variável')]);
  first.kill('SIGKILL');
  await first.ended();
  const second = startProgram(env);
  await second.opened();
  expect(second.printed()).toContain('ATENÇÃO: da última vez a loja não foi fechada em ordem');
  await expect
    .poll(warnings)
    .toContainEqual(expect.stringContaining('da última vez a loja não foi fechada em ordem'));
});

test('a clock that is behind, a lost audit.head and files of earlier versions are said and stop nothing', async () => {
  const dataDir = await makeShopFolder();
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const file = path.join(dataDir, 'institution.json');
  // What a power cut during the first start leaves.
  await writeFile(file, '// De quem é a l');
  expect(await openOnce({ DATA_DIR: dataDir })).not.toMatch(/ATENÇÃO/);

  await writeFile(file, JSON.stringify({ ...FICTITIOUS, city: 'Recife' }));
  await truncate(path.join(dataDir, 'balcao_app.password'), 5);
  await rm(path.join(dataDir, 'audit.head'));
  await sellTomorrow(dataDir);
  const second = await openOnce({ DATA_DIR: dataDir, HOST: '0.0.0.0' }, async ({ call }) => {
    const { token } = await signIn({ call }, ADMIN, ADMIN_PASSWORD);
    const rows = await call('listAudit', { token, query: { kind: 'audit.head_missing' } });
    expect(rows.body.count).toBe(1);
  });
  const [address] = Object.values(os.networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  if (address) expect(second).toMatch(new RegExp(`http://${address.address}:\\d+`));
  expect(second).toContain('ATENÇÃO: ADMIN_PASSWORD não vale');
  expect(second).toMatch(/ATENÇÃO: o relógio .* atrás/);
  expect(second).toContain('ATENÇÃO: falta audit.head');
  expect(second).toContain(`ATENÇÃO: ${file} foi passado para o banco`);

  for (const city of ['Recife', 'Olinda']) {
    if (city === 'Olinda') await writeFile(file, JSON.stringify({ ...FICTITIOUS, city }));
    const printed = await openOnce({ DATA_DIR: dataDir }, async ({ call }) => {
      expect((await call('readInstitution')).body.city).toBe('Recife');
    });
    expect(printed.includes(`ATENÇÃO: ${file} não é lido`)).toBe(city === 'Olinda');
    expect(printed).not.toContain('audit.head');
  }
  expect(await readFile(path.join(dataDir, 'balcao.log'), 'utf8')).toContain('institution.json');
});
