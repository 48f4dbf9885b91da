import { appendFile, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connectAsOwner } from './backup/testing/backup-shop.ts';
import { processesOfCluster } from './database/embedded/orphans.ts';
import { clusterOf, makeShopFolder } from './database/embedded/testing/shop-folder.ts';
import { aCpf } from './testing/builders.ts';
import { startProgram } from './testing/program.ts';
import { signIn } from './testing/signed-in.ts';

const ADMIN = { id: 1, name: 'Administrador', login: 'admin', admin: true };

const isOpen = (origin: string) =>
  fetch(new URL('/api/health/', origin)).then(
    () => true,
    () => false,
  );

const postgresOf = (dataDir: string) => processesOfCluster(clusterOf(dataDir));
const passwordIn = (printed: string) => /senha provisória .*: (\S+)/.exec(printed)?.[1] ?? '';

test('the first start says once who may sign in; stopping lets what is under way end', async () => {
  const dataDir = await makeShopFolder();
  const first = startProgram({ DATA_DIR: dataDir });
  const { origin, call } = await first.opened();
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(first.printed()).toContain('Primeiro administrador: login admin');
  expect(first.printed()).toContain('Recibos e fechamentos mostram uma escola fictícia');
  const password = passwordIn(first.printed());
  expect(password).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
  expect(await readFile(path.join(dataDir, 'balcao.log'), 'utf8')).not.toContain(password);
  expect((await stat(path.join(dataDir, 'balcao_app.password'))).mode & 0o777).toBe(0o600);

  const body = { username: 'admin', password };
  const signedIn = await call('login', { body });
  expect(signedIn.body.user).toMatchObject({ admin: true, must_change_password: true });
  const token = signedIn.body.access;
  const methods = await call('listPaymentMethods', { token });
  expect(methods.body.results.map(({ name }) => name)).toEqual([
    'Cartão de crédito',
    'Cartão de débito',
    'Dinheiro',
    'Pix',
  ]);

  // The request waits for another transaction that has added a client with the same CPF.
  const cpf = aCpf();
  const owner = await connectAsOwner(dataDir);
  const other = await owner.pool.connect();
  await other.query('BEGIN');
  await other.query('INSERT INTO clients (cpf, name) VALUES ($1, $2)', [cpf, 'Outra']);
  const creating = call('createClient', { token, body: { cpf, name: 'Ana' } });
  const waiting =
    "SELECT FROM pg_stat_activity WHERE application_name = 'balcao' AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  first.kill('SIGTERM');
  await expect.poll(() => isOpen(origin), { interval: 20 }).toBe(false);
  first.kill('SIGINT');
  first.kill('SIGTERM');
  await other.query('ROLLBACK');
  const created = await creating;
  expect(created).toMatchObject({ status: 201, body: { cpf, name: 'Ana' } });
  other.release();
  await owner.close();
  expect(await first.ended()).toBe(0);
  expect(first.troubles()).toBe('');
  expect(await postgresOf(dataDir)).toEqual([]);

  const second = startProgram({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'nao-vale-mais' });
  const again = await second.opened();
  expect(second.printed()).not.toMatch(/senha provisória|Primeiro administrador/);
  const { token: newToken } = await signIn(again, ADMIN, password);
  const found = await again.call('findClients', { token: newToken, query: { search: cpf } });
  expect(found.body.results).toEqual([created.body]);

  second.kill('SIGINT');
  expect(await second.ended()).toBe(0);
  expect(await postgresOf(dataDir)).toEqual([]);

  // A start that is retried for 30 s gives up at once.
  await appendFile(path.join(clusterOf(dataDir), 'postgresql.conf'), 'nonsense\n');
  const third = startProgram({ DATA_DIR: dataDir });
  await expect.poll(third.troubles, { timeout: 20_000 }).toContain('Tentando de novo');
  const stopped = performance.now();
  third.kill('SIGINT');
  expect(await third.ended()).toBe(0);
  expect(performance.now() - stopped).toBeLessThan(5_000);
  expect(await postgresOf(dataDir)).toEqual([]);
}, 60_000);

test('a start that is stopped at any time leaves nothing behind, and no password is lost', async () => {
  const dataDir = await makeShopFolder();
  const hurried = startProgram({ DATA_DIR: dataDir });
  await expect.poll(() => postgresOf(dataDir), { timeout: 20_000, interval: 20 }).not.toEqual([]);
  hurried.kill('SIGTERM');
  expect(await hurried.ended()).toBe(0);
  expect(hurried.troubles()).toBe('');
  expect(await postgresOf(dataDir)).toEqual([]);

  const next = startProgram({ DATA_DIR: dataDir, HOST: '127.0.0.1' });
  const opened = await next.opened();
  const password = passwordIn(hurried.printed() + next.printed());
  expect((await signIn(opened, ADMIN, password)).token).toBeTruthy();
}, 60_000);
