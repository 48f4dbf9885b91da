import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openLog } from '../program/log.ts';
import { openAnotherApp, openTestShop, temporaryFolder } from '../testing/app.ts';
import { hold, untilBlocked } from '../testing/books.ts';
import { aClient, aCpf } from '../testing/builders.ts';
import { openRaw } from '../testing/raw-http.ts';
import { aVisitor } from '../testing/signed-in.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const dataDir = await temporaryFolder(afterAll);
const log = openLog(dataDir);
const app = await openAnotherApp({ connection: shop.connection, logger: log }, afterAll);
const { token } = await aVisitor(shop, { admin: true });

// The log also writes to the terminal, which would look like output of the tests.
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

/** Waits until everything logged so far has been written, and returns it. */
async function logged(): Promise<string> {
  const last = `read ${randomUUID()}`;
  log.info(last);
  const read = () => readFile(path.join(dataDir, 'balcao.log'), 'utf8');
  await expect.poll(read).toContain(last);
  return read();
}

test('an unexpected error is 500 with a reference to the log, and shows no internals', async () => {
  await sql`ALTER TABLE clients RENAME TO hidden`.execute(db);
  const body = { cpf: aCpf(), name: 'Ana' };
  const { status, problem, headers } = await app.call('createClient', { token, body });
  await sql`ALTER TABLE hidden RENAME TO clients`.execute(db);
  expect(headers.get('x-request-id')).toBe(problem.reference);
  expect(status).toBe(500);
  expect(problem).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'internal',
    detail: 'Ocorreu um erro interno. Informe a referência ao suporte.',
    reference: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  const line = (await logged()).split('\n').find((each) => each.includes(problem.reference ?? '-'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 50,
    reference: problem.reference,
    err: { code: '42P01', message: expect.stringContaining('clients'), stack: expect.any(String) },
  });
});

test('every answer has the reference of its log line, of a proxy only if it looks like one', async () => {
  const ask = async (path: string, given: string) => {
    const answer = await fetch(app.origin + path, { headers: { 'x-request-id': given } });
    const { reference = '' } = (answer.ok ? {} : await answer.json()) as { reference?: string };
    return { id: answer.headers.get('x-request-id') ?? '', reference };
  };
  const ofProxy = '7e57ca5e-0000-4000-8000-00000000cafe';
  const [taken, ownOne] = [
    await ask('/api/health/', ofProxy),
    await ask('/api/users/', 'Ana Souza, 52998224725'),
  ];
  expect(taken.id).toBe(ofProxy);
  expect(ownOne.id).toMatch(/^[0-9a-f]{8}$/);
  expect(ownOne.reference).toBe(ownOne.id);
  expect((await ask('/api/users/%zz', 'ABCDEF')).reference).toMatch(/^[0-9a-f]{8}$/);
  // A CPF among zeros.
  expect((await ask('/api/users/', '0000052998224725')).reference).toMatch(/^[0-9a-f]{8}$/);
  const fromAnybody = await app.app.inject({
    url: '/api/health/',
    headers: { 'x-request-id': ofProxy },
    remoteAddress: '10.0.0.9',
  });
  expect(fromAnybody.headers['x-request-id']).toMatch(/^[0-9a-f]{8}$/);
  const content = await logged();
  for (const { id } of [taken, ownOne]) expect(content).toContain(`"reference":"${id}"`);
  expect(content).not.toContain('Ana Souza');
});

test('the log has routes and users’ ids, and no CPF, search, password or token', async () => {
  const { cpf } = await aClient(db);
  const secrets = [cpf, 'Maria da Busca', 'senha-secreta-1', token];
  await app.call('findClients', { token, query: { search: cpf } });
  await app.call('listProducts', { token, query: { search: 'Maria da Busca' } });
  await app.call('login', { body: { username: 'senha-secreta-1', password: 'senha-secreta-1' } });
  for (const address of [`/api/nada/${cpf}`, `/api/users/%zz/${cpf}`, `/?cpf=${cpf}`]) {
    await fetch(app.origin + address, { headers: { referer: `http://x/${cpf}` } });
  }
  // PostgreSQL's error about a refused row contains the whole row, with the CPF.
  const refused = { cpf: aCpf(), name: 'Ana Proibida' };
  await sql`ALTER TABLE clients ADD CONSTRAINT no_ana CHECK (name <> 'Ana Proibida')`.execute(db);
  const answer = await app.call('createClient', { token, body: refused });
  await sql`ALTER TABLE clients DROP CONSTRAINT no_ana`.execute(db);
  expect(answer.status).toBe(500);

  const content = await logged();
  for (const secret of [...secrets, ...Object.values(refused)]) {
    expect(content).not.toContain(secret);
  }
  expect(content).toContain('no_ana');
  const requests = content
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request');
  const search = { method: 'GET', route: '/api/pdv/clients/', status: 200 };
  expect(requests).toContainEqual(expect.objectContaining({ ...search, user: expect.any(Number) }));
  for (const line of requests) expect(line).not.toHaveProperty('req');
});

test('a connection that is cut during a write is 503, and nothing is written', async () => {
  const before = await tableSnapshot(db);
  const letGo = await hold(db, (tx) => sql`LOCK TABLE clients`.execute(tx));
  const body = { cpf: aCpf(), name: 'Ana' };
  const answering = app.call('createClient', { token, body });
  await untilBlocked(db);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  const answer = await answering;
  await letGo();
  expect(answer.problem).toMatchObject({ status: 503, code: 'unavailable' });
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await tableSnapshot(db)).toEqual(before);
  // The pool has dropped the broken connection.
  expect((await app.call('createClient', { token, body })).status).toBe(201);
});

test('a browser that hangs up while sending is not logged as an error', async () => {
  const before = (await logged()).length;
  const arriving = once(app.app.server, 'connection');
  const requested = once(app.app.server, 'request');
  const socket = openRaw(app.origin);
  socket.write(
    'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"user',
  );
  const [connection] = await arriving;
  await requested;
  // By now the server waits for the rest of the body.
  await app.call('readHealth');
  const closed = new Promise((resolve) => connection.once('close', resolve));
  socket.resetAndDestroy();
  await closed;
  await app.call('readHealth');
  const since = (await logged()).slice(before);
  expect(since).toContain('/api/health/');
  expect(since).not.toMatch(/unavailable|internal error/);
});
