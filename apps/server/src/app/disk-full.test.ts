import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { compareBooks } from '../../../../trials/torture/check-books.ts';
import { Ledger } from '../../../../trials/torture/ledger.ts';
import { stock } from '../../../../trials/torture/staff-and-stock.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { connectAsOwner } from '../backup/testing/backup-shop.ts';
import { clusterOf, keepLog } from '../database/embedded/testing/shop-folder.ts';
import { inWords } from '../program/error-words.ts';
import { violations } from '../testing/invariants.ts';
import { startProgram } from '../testing/program.ts';
import { smallDisk } from '../testing/small-disk.ts';

const ADMIN = { username: 'admin', password: 'senha-do-disco' };
const SELLERS = 4;
const OLDER = 'balcao-2026-01-02T03-04-05.backup';
const UNAVAILABLE = { status: 503, code: 'unavailable' };

test('on a full disk nothing is sold and nothing is lost; with room the shop goes on', async (context) => {
  const disk = await smallDisk(200);
  if ('why' in disk) return context.skip(disk.why);
  const dataDir = path.join(disk.folder, 'data');
  const backupDir = path.join(disk.folder, 'backups');
  await mkdir(backupDir);
  await writeFile(path.join(backupDir, OLDER), 'an older backup');
  const program = startProgram({
    DATA_DIR: dataDir,
    BACKUP_KEEP: '0',
    ADMIN_PASSWORD: ADMIN.password,
  });
  const { origin, call } = await program.opened();
  const token = (await call('login', { body: ADMIN })).body.access;
  const [sale] = (await stock(origin, token)) as [NewSale];
  const ledger = new Ledger();
  const details = new Set<string>();
  let goesOn = true;

  /** Like a counter: retries under one key until the sale is recorded. */
  const sell = async () => {
    const key = randomUUID();
    ledger.willSend(key);
    for (;;) {
      const headers = { 'idempotency-key': key };
      const { status, body, problem } = await call('createSale', { token, body: sale, headers });
      if (status === 201) {
        const totalCents = centsFromReais(body.total_general);
        return ledger.acknowledge(key, { id: body.id, totalCents });
      }
      expect(problem).toMatchObject(UNAVAILABLE);
      details.add(problem.detail);
    }
  };
  const selling = Promise.all(
    Array.from({ length: SELLERS }, async () => {
      while (goesOn) await sell();
    }),
  );
  await orFail(ledger.replies.next(50), selling);
  await disk.fill();
  // Some sales still fit into existing pages.
  const refused = () => [...details].join('\n');
  const words = 'O disco do servidor está cheio: nada pode ser gravado';
  await orFail(expect.poll(refused, { timeout: 20_000 }).toContain(words), selling);
  expect((await call('listProducts', { token })).status).toBe(200);
  const unwell = (await call('readHealth')).problem;
  expect(unwell).toMatchObject(UNAVAILABLE);
  expect(unwell.detail).toContain('disco');
  expect([200, 503]).toContain((await call('login', { body: ADMIN })).status);
  const backup = makeBackup({ dataDir, databaseUrl: undefined, backupDir, log: keepLog().log });
  expect(await backup.then(() => 'made', inWords)).toMatch(/^O disco está cheio/);
  expect(await readFile(path.join(backupDir, OLDER), 'utf8')).toBe('an older backup');
  expect((await readdir(backupDir)).filter((name) => name.endsWith('.backup'))).toEqual([OLDER]);

  // Without room for the write-ahead log PostgreSQL cannot even start.
  await useUpLog(dataDir);
  const refusedStarts = () => program.troubles().split('O PostgreSQL não abriu').length - 1;
  await orFail(expect.poll(refusedStarts, { timeout: 20_000 }).toBeGreaterThan(1), selling);
  expect(program.troubles()).toMatch(/O PostgreSQL não abriu \(código 1\): o disco está cheio/);
  for (const answer of [
    call('listProducts', { token }),
    call('login', { body: ADMIN }),
    call('readHealth'),
  ]) {
    expect((await answer).problem).toMatchObject(UNAVAILABLE);
  }

  const soldAgain = ledger.replies.next(50);
  await disk.free();
  await orFail(soldAgain, selling);
  goesOn = false;
  await selling;
  const health = async () => (await call('readHealth')).status;
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  expect(program.troubles()).toMatch(/O log não pôde ser escrito .*ENOSPC/);
  const log = () => readFile(path.join(dataDir, 'balcao.log'), 'utf8');
  await expect.poll(log).toContain('linhas do log perdidas');
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);

  const { db, close } = await connectAsOwner(dataDir);
  onTestFinished(close);
  const { size } = ledger.entries;
  expect(await compareBooks(db, ledger)).toMatchObject({
    lost: [],
    doubled: [],
    acknowledged: size,
    stored: size,
  });
  expect(await violations(db)).toEqual([]);
  ledger.willSend('never stored');
  ledger.acknowledge('never stored', { id: 0, totalCents: 1 });
  expect((await compareBooks(db, ledger)).lost).toEqual(['never stored']);
}, 90_000);

/** Fills the write-ahead log, as a superuser, until PostgreSQL crashes. */
async function useUpLog(dataDir: string): Promise<void> {
  const postmaster = await readFile(path.join(clusterOf(dataDir), 'postmaster.pid'), 'utf8');
  const password = await readFile(path.join(dataDir, 'postgres', 'superuser-password'), 'utf8');
  const client = new pg.Client({
    host: postmaster.split('\n')[4] ?? '',
    user: 'postgres',
    database: 'balcao',
    password: password.trim(),
    ssl: false,
  });
  client.on('error', () => {});
  await client.connect();
  const write = "SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000), true)";
  const writing = (async () => {
    for (;;) await client.query(write);
  })();
  await expect(writing).rejects.toThrow();
  await client.end().catch(() => {});
}

/** Waits for `wanted`, or throws the error of a seller. */
function orFail<T>(wanted: Promise<T>, sellers: Promise<unknown>): Promise<T> {
  return Promise.race([wanted, sellers.then(() => wanted)]);
}
