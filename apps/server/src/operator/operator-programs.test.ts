import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFile, chmod, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { routes } from '@balcao/contract/api/routes.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { cents } from '@balcao/domain/money.ts';
import { expect, test, vi } from 'vitest';
import { keepLog, makeShopFolder } from '../database/embedded/testing/shop-folder.ts';
import { OWN_VERSION } from '../program/own-version.ts';
import { temporaryFolder } from '../testing/app.ts';
import { aCpf, aSale, aSalePayload, aUser, saleParts } from '../testing/builders.ts';
import { type OpenProgram, runProgram, startProgram } from '../testing/program.ts';
import { openForOperator } from './open-for-operator.ts';

const ADMIN_PASSWORD = 'escolhida-na-escola';
const DOCTOR = path.join(import.meta.dirname, 'doctor-program.ts');

/** Runs a command as the npm script does, without a terminal. */
async function run(
  command: string,
  dataDir: string,
  meanwhile = async (_kill: (signal: NodeJS.Signals) => boolean) => {},
) {
  const [name, ...args] = command.split(' ');
  const file = path.join(import.meta.dirname, `${name}-program.ts`);
  const program = runProgram(file, { DATA_DIR: dataDir, PORT: '0' }, { args });
  await meanwhile(program.kill);
  return { code: await program.ended(), printed: program.printed(), errors: program.troubles() };
}

/** Sends CPFs wherever people, programs and mistakes put them. */
async function sendCpfs({ origin, call }: OpenProgram, cpfs: string[]) {
  const [ana = '', bruno = '', nobody = '', typed = ''] = cpfs;
  const login = { username: 'admin', password: ADMIN_PASSWORD };
  const token = (await call('login', { body: login })).body.access;
  const pen = { code: '1', name: 'Caneta', price: 2.5, active: true };
  const product = (await call('createProduct', { token, body: pen })).body;
  const client = (await call('createClient', { token, body: { cpf: ana, name: 'Ana' } })).body;
  await call('createClient', { token, body: { cpf: ana, name: 'Outra' } });
  await call('createClient', { token, body: { cpf: bruno, name: 'Brúno' } });
  await call('createStudent', { token, body: { registration: typed, name: 'Bia' } });
  await call('findClients', { token, query: { search: ana } });
  await call('findClients', { token, query: { search: nobody, page: 'x' } });
  await call('listUsers', { token, query: { search: bruno } });
  await call('login', { body: { username: nobody, password: ana } });
  const payload = aSalePayload({
    client,
    items: [{ product: { ...product, unitPrice: cents(250) } }],
    payments: [{ method: { id: 1, name: 'Dinheiro' }, amount: cents(250) }],
  });
  expect((await call('createSale', { token, body: payload })).status).toBe(201);
  await call('createSale', { token, body: { ...payload, payment_desc1: typed } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const body of [
    `{"cpf":"${nobody}"`,
    `{"cpf":${nobody},"name":"N"}`,
    `{"${nobody}":1}`,
    // PostgreSQL itself refuses a zero character, and logs that.
    JSON.stringify({ cpf: nobody, name: `N\u0000${nobody}` }),
  ]) {
    await fetch(`${origin}/api/pdv/clients/`, { method: 'POST', headers, body });
  }
  for (const address of [`pdv/clients/${ana}/`, `${bruno}/`, `pdv/products/?search=%00${typed}`]) {
    await fetch(`${origin}/api/${address}`, { headers });
  }
  return { ana, client: client.id, token };
}

/** Closes a month, reopens it and closes it again. Returns where the paper of each closing is, and waits for its seal. */
async function issueMonthTwice({ origin, call }: OpenProgram, token: string, dataDir: string) {
  const month = '2025-03';
  await using shop = await openForOperator({ dataDir, databaseUrl: undefined }, keepLog().log);
  const { db, pool } = shop;
  const createdAt = new Date(`${month}-10T15:00:00Z`);
  await aSale(pool, { ...(await saleParts(db)), seller: await aUser(db), createdAt });
  const close = async (name: string) => {
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await call('closeMonth', { token, params: { month }, headers });
    const id = body.closing?.id ?? 0;
    const address = routes.readMonthFile.path.replace(':id', `${id}`);
    const response = await fetch(`${origin}${address}?format=pdf`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const file = path.join(path.dirname(dataDir), name);
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    return { id, file };
  };
  const first = await close('v1.pdf');
  const request = { reason: 'Faltou uma venda' };
  const asked = { action: 'reopening', subject: first.id, request } as const;
  // Of the only administrator, the own password.
  const typed = { username: 'admin', password: ADMIN_PASSWORD, ...asked };
  const { approval } = (await call('approve', { token, body: typed })).body;
  const params = { id: String(first.id) };
  expect(
    (await call('reopenMonth', { token, params, body: { ...request, approval } })).status,
  ).toBe(200);
  const second = await close('v2.pdf');
  const unsealed = `SELECT FROM audit_events WHERE action = 'month.closed'
    AND id > (SELECT coalesce(max(event_id), 0) FROM audit_seals)`;
  await vi.waitUntil(async () => (await pool.query(unsealed)).rowCount === 0, 20_000);
  return { first: first.file, second: second.file };
}

/** A visit through a proxy with TLS. */
const visitOverTls = (origin: string) =>
  fetch(`${origin}/api/health/`, { headers: { 'x-forwarded-proto': 'https' } });

/** The CPFs found in one of the texts, with or without their mask. */
function leaks(texts: string[], cpfs: string[]): string[] {
  const all = texts.join('\n');
  return cpfs.filter((cpf) => all.includes(cpf) || all.includes(formatCpf(cpf).slice(0, 11)));
}

test('the commands of the operator on a shop that is open, then closed; no CPF is left anywhere it should not be', async () => {
  const dataDir = await makeShopFolder();
  const program = startProgram({ DATA_DIR: dataDir, ADMIN_PASSWORD, BACKUP_KEEP: '0' });
  const opened = await program.opened();
  const cpfs = Array.from({ length: 4 }, () => aCpf());
  const { ana, client, token } = await sendCpfs(opened, cpfs);

  const person = { token, params: { id: `${client}` } };
  const unlike = await opened.call('exportClient', { ...person, body: { name: ana } });
  expect(unlike.problem.code).toBe('name_differs');
  const exported = await opened.call('exportClient', { ...person, body: { name: 'Ana' } });
  expect(exported.body).toMatchObject({
    person: { number: ana, name: 'Ana' },
    sales: [{ client_data: { cpf: ana }, total_general: 2.5 }],
  });
  await visitOverTls(opened.origin);
  const failed = { level: 50, time: new Date().toISOString(), msg: 'Falhou.' };
  await appendFile(path.join(dataDir, 'balcao.log'), `${JSON.stringify(failed)}\n`);
  const examined = await run('doctor', dataDir);
  // An error was planted, and nothing is wrong.
  expect(examined.errors).toBe('');
  expect(examined).toMatchObject({ code: 1, printed: expect.not.stringContaining('problema') });
  for (const line of [
    `ok        loja: aberta em ${opened.origin}, Balcão ${OWN_VERSION}.\n`,
    /^atenção {3}certificado: ninguém avisa antes que ele acabe\. → .*PUBLIC_URL/m,
    `\nok        programa: Balcão ${OWN_VERSION}, Node v`,
    /^ok {8}configuração: dados em /m,
    /^ok {8}pasta de dados: .*; chaves e backups só ele lê/m,
    /^ok {8}TLS: visto pela última vez em /m,
    /^atenção {3}log: 1 erro nas últimas 24 horas; .* → Veja balcao\.log/m,
    /^ok {8}disco: .* livres em /m,
    /^ok {8}relógio: /m,
    /^ok {8}banco de dados: as configurações que guardam as vendas/m,
    /^ok {8}versão do PostgreSQL: \d+\.\d+\.$/m,
    /^ok {8}backup: nenhum desta loja .*primeira madrugada/m,
    /^ok {8}auditoria: Linhas seladas: \d+/m,
    /^atenção {3}impressos: recibos e fechamentos mostram uma escola fictícia\. → /m,
  ]) {
    if (typeof line === 'string') expect(examined.printed).toContain(line);
    else expect(examined.printed).toMatch(line);
  }
  // `doctor | head -1`: the reader may be gone before the first line. The shell says what came on its errors.
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' };
  const cut = ['-c', '"$1" "$2" | true', 'sh', process.execPath, DOCTOR];
  expect(await promisify(execFile)('sh', cut, { env })).toEqual({ stdout: '', stderr: '' });
  // Where no mail is, the log and the health have it.
  expect((await run('doctor --report', dataDir)).code).toBe(1);
  expect(await readFile(path.join(dataDir, 'balcao.log'), 'utf8')).toMatch(
    /"doctor":true,"msg":"atenção {3}impressos: /,
  );
  expect((await opened.call('readHealth')).body.doctor).toBe('attention');
  const search = { token, query: { search: ana } };
  expect((await opened.call('findClients', search)).body.count).toBe(1);
  const anonymise = () => opened.call('anonymiseClient', { ...person, body: { name: 'Ana' } });
  expect((await anonymise()).status).toBe(200);
  expect((await opened.call('findClients', search)).body.count).toBe(0);
  expect((await anonymise()).problem.code).toBe('not_found');

  const { first, second } = await issueMonthTwice(opened, token, dataDir);
  const open = await run(`audit-verify ${second}`, dataDir);
  expect(open.code).toBe(0);
  expect(open.printed).toMatch(/Linhas seladas: \d+\..*\n(?:.*\n)?Nenhuma linha selada foi tocada/);
  expect(open.printed).toContain('EMITIDO: é o PDF do fechamento de março de 2025, versão 2');
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);

  const replaced = await run(`audit-verify ${first}`, dataDir);
  expect(replaced).toMatchObject({ code: 3, printed: expect.stringContaining('SUBSTITUÍDO: ') });
  const shop = await openForOperator({ dataDir, databaseUrl: undefined }, keepLog().log);
  const changed = await readFile(second);
  changed.writeUInt8(changed.readUInt8(500) ^ 1, 500);
  await writeFile(first, changed);
  const [touchedFile, noFile] = await Promise.all([
    run(`audit-verify ${first}`, dataDir),
    run('audit-verify nada.pdf', dataDir),
  ]);
  expect(touchedFile).toMatchObject({
    code: 4,
    printed: expect.stringContaining('NÃO É UM ARQUIVO EMITIDO'),
  });
  expect(noFile).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/Não existe: .*nada.pdf/),
  });
  // The end of the audit is noted beside the database; without it a cut there would not show.
  const head = await readFile(path.join(dataDir, 'audit.head'), 'utf8');
  await rm(path.join(dataDir, 'audit.head'));
  const headless = await run(`audit-verify ${second}`, dataDir);
  expect(headless).toMatchObject({ code: 2, printed: expect.stringContaining('FALTA audit.head') });
  expect(headless.printed).toContain('Uma auditoria violada não prova este arquivo.');
  await writeFile(path.join(dataDir, 'audit.head'), head);

  const { rows } = await shop.pool.query('SELECT row_to_json(a)::text AS text FROM audit_events a');
  expect(rows.length).toBeGreaterThan(10);
  const audit = rows.map(({ text }) => text).join('\n');
  expect(audit).toContain('client.anonymised');
  const balcaoLog = await readFile(path.join(dataDir, 'balcao.log'), 'utf8');
  const postgresLog = await readFile(path.join(dataDir, 'postgres.log'), 'utf8');
  expect(balcaoLog.split('\n').length).toBeGreaterThan(20);
  const texts = [audit, balcaoLog, postgresLog, program.printed(), program.troubles()];
  expect(leaks(texts, cpfs)).toEqual([]);
  expect(leaks([...texts, `x${cpfs[3]}x`], cpfs)).toEqual([cpfs[3]]);

  const holder = await shop.pool.connect();
  await holder.query('BEGIN; LOCK TABLE audit_events');
  for (const [earlier, signal] of (['SIGINT', 'SIGTERM'] as const).entries()) {
    const interrupted = await run('audit-verify', dataDir, async (kill) => {
      // The statement of the earlier, interrupted command is still waiting.
      const waits =
        "SELECT FROM pg_locks WHERE relation = 'audit_events'::regclass AND NOT granted";
      const waiting = async () => Number((await holder.query(waits)).rowCount);
      await vi.waitUntil(async () => (await waiting()) > earlier, 20_000);
      kill(signal);
    });
    expect(interrupted).toMatchObject({ code: 1, printed: '' });
    expect(interrupted.errors).toContain('A auditoria não foi verificada: interrompido.');
  }
  await holder.query('ROLLBACK');
  holder.release();

  // A superuser changes the row before the last.
  await shop.pool.query('ALTER TABLE audit_events DISABLE TRIGGER ALL');
  const touched = await shop.pool.query(
    "UPDATE audit_events SET actor_name = 'Outra' WHERE id = (SELECT max(id) - 1 FROM audit_events) RETURNING id",
  );
  await shop.close();
  const closed = await run('audit-verify', dataDir);
  expect(closed.code).toBe(2);
  expect(closed.printed).toContain('Ainda sem selo: 0.');
  expect(closed.printed).toContain(`VIOLADA: a linha ${touched.rows[0].id} (ou o selo dela)`);
  await chmod(path.join(dataDir, 'audit.key'), 0o644);
  const ill = await run('doctor', dataDir);
  expect(ill.code).toBe(2);
  expect(ill.printed).toMatch(
    new RegExp(
      `^atenção {3}loja: fechada \\(.*\\)\\. → Abra-a: PORT=0 DATA_DIR=${dataDir} npm start$`,
      'm',
    ),
  );
  expect(ill.printed).toMatch(/^problema {2}auditoria: VIOLADA: .* → Guarde a pasta/m);
  expect(ill.printed).toMatch(
    /^problema {2}pasta de dados: outros usuários.* → chmod 600 .*audit\.key$/m,
  );

  await rm(path.join(dataDir, 'audit.key'));
  const keyless = await run('audit-verify', dataDir);
  expect(keyless).toMatchObject({ code: 1, errors: expect.stringContaining('Falta a chave') });
  const copied = await run('backup', dataDir);
  expect(copied.printed).toContain('ATENÇÃO: este backup não tem audit.key, que falta.');
  await writeFile(path.join(dataDir, 'audit.key'), 'ab'.repeat(32));
  const wrong = await run('audit-verify', dataDir);
  expect(wrong.code).toBe(2);
  expect(wrong.printed).toContain('selos de outra chave');
}, 240_000);

test('a disk that became read-only is said with what mounts it again', async ({ skip }) => {
  const dataDir = await temporaryFolder();
  // In a view of the file system of its own, which ends with the command.
  const script = 'mount -t tmpfs -o ro none "$1" && { BACKUP_DIR="$1" "$2" "$4"; exec "$2" "$3"; }';
  const backup = path.join(import.meta.dirname, 'backup-program.ts');
  const args = ['--mount', 'sh', '-c', script, 'sh', dataDir, process.execPath, DOCTOR, backup];
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' };
  const { stdout, stderr } = await promisify(execFile)('unshare', args, { env }).catch(
    (ended: { stdout?: string; stderr?: string; message: string }) => ended,
  );
  if (!stdout) skip(`only root can mount a disk: ${stderr}`);
  expect(stdout).toMatch(
    /^problema {2}pasta de dados: .* → Monte o disco com escrita \(mount -o remount,rw PONTO\)/m,
  );
  expect(stdout).toMatch(/^problema {2}backup: .*\(EROFS\).* → Monte o disco com escrita/m);
  expect(stderr).toContain(
    `O backup não foi feito: ${dataDir} está num disco só de leitura (EROFS). Monte-o com escrita.`,
  );
});

test('a folder without a shop, and a command that is not one, are said', async () => {
  const dataDir = await makeShopFolder();
  const nothing = await run('audit-verify', dataDir);
  expect(nothing).toMatchObject({ code: 1, errors: expect.stringContaining('Não há uma loja') });
  const lost = await run('doctor', dataDir);
  expect(lost.code).toBe(2);
  expect(lost.printed).toMatch(/^problema {2}banco de dados: Não há uma loja em /m);
  expect((await run('doctor exame', dataDir)).errors).toContain('Não aceita argumentos');
  const slip = runProgram(DOCTOR, { DATA_DIR: dataDir, PORT: 'banana' });
  expect(await slip.ended()).toBe(2);
  expect(slip.printed()).toMatch(/^problema {2}configuração: .*PORT.*banana.* → Corrija/);
}, 60_000);
