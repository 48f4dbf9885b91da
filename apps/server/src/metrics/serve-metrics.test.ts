import { readFile } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../app/app.ts';
import type { BackupState } from '../backup/automatic/backup-state.ts';
import { roomOf } from '../backup/room.ts';
import { type Connection, connect } from '../database/connection.ts';
import { callApi, TEST_KEY, TEST_SHOP, temporaryFolder } from '../testing/app.ts';
import { openTestCounter } from '../testing/counter.ts';
import { serveMetrics } from './serve-metrics.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../../../deploy');

const FAILED: BackupState = {
  state: 'failed',
  last: { file: 'x.backup', takenAt: new Date('2026-11-20T06:00:00Z'), bytes: 12 },
  ageSeconds: 90_000,
  failure: { at: new Date('2026-11-21T06:00:00Z'), reason: 'O disco está cheio.' },
};

/** Opens a server with its figures, until the test is over. */
async function openMeasured(connection: Connection, backups = async () => FAILED) {
  const port = await freePort();
  const dataDir = await temporaryFolder();
  const rooms = { data: () => roomOf(dataDir), backups: () => roomOf(`${dataDir}/not-yet`) };
  const sources = { connection, backups, rooms };
  const app = await createApp({ connection, shop: TEST_SHOP, shopKey: async () => TEST_KEY });
  await serveMetrics(app, { port, ...sources });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const scrape = async (host = `127.0.0.1:${port}`, url = '/metrics') => {
    const asked = http.get({ host: '127.0.0.1', port, path: url, headers: { host } });
    const answer = await new Promise<http.IncomingMessage>((resolve) =>
      asked.once('response', resolve),
    );
    let text = '';
    for await (const chunk of answer) text += chunk;
    return { status: answer.statusCode, text };
  };
  const read = async () => figuresIn((await scrape()).text);
  return { origin, port, scrape, read };
}

/** Every sample by its name and labels. */
function figuresIn(text: string): Record<string, number> {
  const samples = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    samples.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

test('the figures of a shop that sells, and of its backups, without anything about people', async () => {
  const { shop, payload, token, vera } = await openTestCounter();
  const { origin, scrape, read } = await openMeasured(shop.connection);
  const before = await read();
  expect((await callApi(origin, 'createSale', { token, body: payload })).status).toBe(201);
  const refused = { token, params: { id: '1' } };
  expect((await callApi(origin, 'deleteSale', refused)).status).toBe(403);
  await fetch(`${origin}/nada/52998224725`);

  const { text } = await scrape();
  const figures = figuresIn(text);
  const requests = (labels: string) =>
    figures[`balcao_http_request_duration_seconds_count{${labels}}`];
  expect(requests('route="createSale",status="2xx"')).toBe(1);
  expect(requests('route="deleteSale",status="4xx"')).toBe(1);
  expect(requests('route="page",status="4xx"')).toBe(1);
  expect(before.balcao_sales_today).toBe(0);
  expect(figures).toMatchObject({
    balcao_database_up: 1,
    balcao_sales_today: 1,
    balcao_kept_sales_open: 0,
    balcao_pool_waiting: 0,
    balcao_audit_sealed_rows: 0,
    balcao_replicas: 0,
    balcao_archive_failing: 0,
    balcao_backup_age_seconds: 90_000,
    balcao_backup_late: 0,
    balcao_backup_failed: 1,
    balcao_backup_last_failure_timestamp_seconds: Date.parse('2026-11-21T06:00:00Z') / 1000,
    'balcao_disk_free_bytes{folder="data"}': expect.any(Number),
  });
  // Nobody seals here.
  expect(figures.balcao_audit_unsealed_rows).toBeGreaterThan(0);
  expect(figures.balcao_wal_size_bytes).toBeGreaterThan(1e6);
  expect(figures.balcao_wal_written_bytes).toBeGreaterThan(
    before.balcao_wal_written_bytes ?? Number.POSITIVE_INFINITY,
  );
  expect(figures.process_resident_memory_bytes).toBeGreaterThan(1e6);
  // A folder that is not there yet, and replicas of a database that has none.
  expect(Object.keys(figures).filter((name) => /backups"|replica_behind/.test(name))).toEqual([]);
  expect(text).not.toMatch(new RegExp(`52998224725|Ana|${vera.login}|Caneta`, 'i'));
  // The sale's total, apart from figures of bytes, which may have its digits by chance.
  expect(Object.keys(figures).join()).not.toMatch(/57[.,]?40/);
  expect(Object.values(figures)).not.toContain(57.4);
  expect(Object.values(figures)).not.toContain(5_740);
});

test('every figure that the dashboard and the alerts use is served', async () => {
  const { shop } = await openTestCounter();
  const { scrape } = await openMeasured(shop.connection);
  const { text } = await scrape();
  const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const used = (await readFile(path.join(DEPLOY, file), 'utf8')).matchAll(
      /\b(?:balcao|process|nodejs)_\w+/g,
    );
    const names = new Set([...used].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, '')));
    expect(names.size).toBeGreaterThan(5);
    expect([...names].filter((name) => !served.has(name))).toEqual([]);
  }
});

test('only this machine is told, under its own name; without the database that is said in time', async () => {
  const { shop } = await openTestCounter();
  const { port, scrape } = await openMeasured(shop.connection);
  expect((await scrape('localhost')).status).toBe(200);
  expect((await scrape('evil.example')).status).toBe(404);
  expect((await scrape(undefined, '/')).status).toBe(404);
  await expect(
    new Promise((resolve) => net.connect(port, '127.0.0.2').once('error', resolve)),
  ).resolves.toMatchObject({ code: 'ECONNREFUSED' });

  const nobody = connect({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, () => {});
  onTestFinished(() => nobody.close());
  const away = await openMeasured(nobody);
  const figures = await away.read();
  expect(figures).toMatchObject({ balcao_database_up: 0, balcao_backup_failed: 1 });
  expect(figures).not.toHaveProperty('balcao_sales_today');
});

test('a figure that throws is told to Prometheus, and the server goes on', async () => {
  const { shop } = await openTestCounter();
  let isBroken = false;
  const { origin, scrape } = await openMeasured({
    ...shop.connection,
    get pool() {
      if (isBroken) throw new Error('broken');
      return shop.connection.pool;
    },
  });
  isBroken = true;
  expect((await scrape()).status).toBe(500);
  expect((await fetch(`${origin}/api/users/`)).status).toBe(401);
});
