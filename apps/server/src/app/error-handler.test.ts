import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openLog } from '../program/log.ts';
import { openAnotherApp, temporaryFolder } from '../testing/another-app.ts';
import { openTestShop } from '../testing/app.ts';
import { hold, untilBlocked } from '../testing/books.ts';
import { aClient, aCpf } from '../testing/builders.ts';
import { aVisitor } from '../testing/signed-in.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';

// What the log writes to the terminal as well would be taken for the tests' own words.
vi.spyOn(process.stderr, 'write').mockReturnValue(true);

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const dataDir = await temporaryFolder(afterAll);
const log = openLog(dataDir);
const app = await openAnotherApp({ connection: shop.connection, dataDir, logger: log }, afterAll);
const { token } = await aVisitor(shop, { admin: true });

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

/** All that was logged up to now. Lines are written a little later, in their order: the last one ends them. */
async function logged(): Promise<string> {
  const last = `read ${randomUUID()}`;
  log.info(last);
  const read = () => readFile(path.join(dataDir, 'balcao.log'), 'utf8');
  await expect.poll(read).toContain(last);
  return read();
}

test('what nobody foresaw is 500 with a reference that the log has too, and no internals', async () => {
  await sql`ALTER TABLE clients RENAME TO hidden`.execute(db);
  const { status, problem } = await app.call('createClient', {
    token,
    body: { cpf: aCpf(), name: 'Ana' },
  });
  await sql`ALTER TABLE hidden RENAME TO clients`.execute(db);
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

test('the log names routes and people by number, and holds no CPF, search, password or token', async () => {
  const { cpf } = await aClient(db);
  const secrets = [cpf, 'Maria da Busca', 'senha-secreta-1', token];
  await app.call('findClients', { token, query: { search: cpf } });
  await app.call('listProducts', { token, query: { search: 'Maria da Busca' } });
  await app.call('login', { body: { username: 'senha-secreta-1', password: 'senha-secreta-1' } });
  for (const address of [`/api/nada/${cpf}`, `/api/users/%zz/${cpf}`, `/?cpf=${cpf}`]) {
    await fetch(app.origin + address, { headers: { referer: `http://x/${cpf}` } });
  }
  // PostgreSQL's own words about a row that it refuses repeat the whole row, CPF included.
  const refused = aCpf();
  await sql`ALTER TABLE clients ADD CONSTRAINT no_ana CHECK (name <> 'Ana Proibida')`.execute(db);
  const answer = await app.call('createClient', {
    token,
    body: { cpf: refused, name: 'Ana Proibida' },
  });
  await sql`ALTER TABLE clients DROP CONSTRAINT no_ana`.execute(db);
  expect(answer.status).toBe(500);

  const content = await logged();
  for (const secret of [...secrets, refused, 'Ana Proibida']) expect(content).not.toContain(secret);
  expect(content).toContain('no_ana');
  const requests = content
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request');
  expect(requests).toContainEqual(
    expect.objectContaining({
      method: 'GET',
      route: '/api/pdv/clients/',
      status: 200,
      user: expect.any(Number),
    }),
  );
  for (const line of requests) expect(line).not.toHaveProperty('req');
});

test('a connection that is cut in the middle of a write is 503, and nothing was written', async () => {
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
  // The pool has forgotten the broken connection: the next one who asks is served.
  expect((await app.call('createClient', { token, body })).status).toBe(201);
});

test('a browser that hangs up in the middle of what it sends is no trouble of the database', async () => {
  const before = (await logged()).length;
  const { hostname: host, port } = new URL(app.origin);
  const arriving = once(app.app.server, 'connection');
  const requested = once(app.app.server, 'request');
  const socket = net.connect({ host, port: Number(port) });
  socket.write(
    'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"user',
  );
  const [connection] = await arriving;
  await requested;
  // Until the server waits for the rest.
  await app.call('readHealth');
  const closed = new Promise((resolve) => connection.once('close', resolve));
  socket.resetAndDestroy();
  await closed;
  await app.call('readHealth');
  const since = (await logged()).slice(before);
  expect(since).toContain('/api/health/');
  expect(since).not.toMatch(/unavailable|internal error/);
});

test.each([
  ['no HTTP at all', 'HALLO\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a header without an end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, /^HTTP\/1\.1 431 /],
  [
    'two lengths',
    'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    /^HTTP\/1\.1 400 /,
  ],
  ['no host', 'GET /api/health/ HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
])('%s is refused and tells nothing', async (_what, request, expected) => {
  const { hostname: host, port } = new URL(app.origin);
  const socket = net.connect({ host, port: Number(port) });
  socket.write(request);
  const answer = await text(socket);
  expect(answer).toMatch(expected);
  expect(answer).not.toMatch(/node_modules|\.ts|Error:|HPE_/);
  expect((await app.call('readHealth')).status).toBe(200);
});
