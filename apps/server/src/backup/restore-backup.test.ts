import {
  chmod,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { temporaryFolder } from '../testing/another-app.ts';
import { makeEmptyDatabase } from '../testing/empty-database.ts';
import { openBody, writeBackupFile } from './backup-file.ts';
import type { BackupHead } from './backup-head.ts';
import { type Part, readParts, writeParts } from './body.ts';
import { withClient } from './database/client.ts';
import { type MadeBackup, proveBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openBackupShop } from './testing/backup-shop.ts';

// A quiet machine needs a tenth of it.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const { log } = keepLog();
const { signal } = new AbortController();
const onProgress = () => {};

/** One backup for all tests of this file; none of them may change it. */
let good: MadeBackup;
const whenOver: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const parent = await temporaryFolder((close) => void whenOver.unshift(close));
  await chmod(parent, 0o755);
  const shop = await openBackupShop(
    path.join(parent, 'data'),
    (close) => void whenOver.unshift(close),
  );
  for (let sale = 0; sale < 5; sale++) await shop.sell();
  good = await shop.backup();
});

afterAll(async () => {
  for (const close of whenOver) await close();
});

const restore = ({ file, dataDir }: { file: string; dataDir: string }) =>
  restoreBackup({ file, dataDir, databaseUrl: undefined, log });

/** A copy of the good backup, spoilt, and a folder that is not there yet. */
async function spoilt(spoil: (file: string) => Promise<unknown>) {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const file = path.join(folder, 'spoilt.backup');
  await copyFile(good.file, file);
  await spoil(file);
  return { file, dataDir: path.join(folder, 'data'), folder };
}

async function flip(file: string, position: number): Promise<void> {
  const handle = await open(file, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
  buffer.writeUInt8(buffer.readUInt8() ^ 1);
  await handle.write(buffer, 0, 1, position);
  await handle.close();
}

/** The same backup, written again by somebody who changed its head or its body. */
async function forged(
  head: Partial<BackupHead>,
  change: (parts: AsyncIterable<Part>) => AsyncIterable<Part> = (parts) => parts,
) {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const file = path.join(folder, 'forged.backup');
  const body = writeParts(change(readParts(await openBody(good.file, signal))));
  await writeBackupFile(file, { ...good.head, ...head }, body, signal);
  return { file, dataDir: path.join(folder, 'data'), scratch: path.join(folder, 'scratch') };
}

test('a byte that was flipped, anywhere, is found before anything is written', async () => {
  const head = 16 + 4;
  const positions = [
    ...[0, 15, 16, 19, head, head + 100, good.bytes - 33, good.bytes - 32, good.bytes - 1],
    ...Array.from({ length: 40 }, (_, part) => Math.floor((good.bytes * part) / 40)),
  ];
  const { file, dataDir, folder } = await spoilt(async () => {});
  for (const position of positions) {
    await flip(file, position);
    const restoring = restore({ file, dataDir });
    await expect(restoring, `byte ${position}`).rejects.toThrow(
      /está danificado ou incompleto|não é um backup do Balcão/,
    );
    await flip(file, position);
  }
  expect(await readdir(folder)).toEqual(['spoilt.backup']);
  expect((await readFile(file)).equals(await readFile(good.file))).toBe(true);
});

test('a file that was cut, lengthened, or is another one, is refused', async () => {
  for (const length of [
    0,
    10,
    16,
    20,
    40,
    1_000,
    good.bytes - 33,
    good.bytes - 32,
    good.bytes - 1,
  ]) {
    const { file, dataDir, folder } = await spoilt((copy) => truncate(copy, length));
    await expect(restore({ file, dataDir }), `${length} bytes`).rejects.toThrow(
      /está danificado ou incompleto|não é um backup do Balcão/,
    );
    expect(await readdir(folder)).toEqual(['spoilt.backup']);
  }
  const longer = await spoilt((copy) => writeFile(copy, 'x', { flag: 'a' }));
  await expect(restore(longer)).rejects.toThrow('está danificado');
  await expect(restore({ ...longer, file: '/no/such' })).rejects.toThrow('não existe');
});

test('data are never restored over', async () => {
  const { file, dataDir } = await spoilt(async () => {});
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'institution.json'), '{}');
  await expect(restore({ file, dataDir })).rejects.toThrow('não está vazia');
  expect(await readdir(dataDir)).toEqual(['institution.json']);
});

test('a backup of a newer Balcão is refused with what to do', async () => {
  const newer = await forged({ migrations: [...good.head.migrations, '9999_future'] });
  await expect(restore(newer)).rejects.toThrow('Atualize o programa');
  await expect(readdir(newer.dataDir)).rejects.toThrow('ENOENT');
});

/** Restores into an empty database of the tests' server, which takes a fraction of a new cluster's time. */
async function refusal(forgery: { file: string; dataDir: string }): Promise<string> {
  const databaseUrl = await makeEmptyDatabase();
  const restoring = restoreBackup({ ...forgery, databaseUrl, log });
  const reason = await restoring.then(
    () => 'restored',
    (error: Error) => error.message,
  );
  expect(await readdir(forgery.dataDir)).toEqual(['balcao.lock']);
  const { rows } = await withClient({ connectionString: databaseUrl }, signal, (client) =>
    client.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
  );
  expect(rows).toEqual([]);
  return reason;
}

test('a copy that is not what its head says is no backup, and nothing of it is left', async () => {
  const { books, tables, migrations } = good.head;
  const more = tables.map((table) => (table.name === 'sales' ? { ...table, rows: 6 } : table));
  const wrongSales = await forged({ tables: more });
  expect(await refusal(wrongSales)).toContain('sales tem 5 linhas e devia ter 6');
  const proving = proveBackup(wrongSales.file, wrongSales.scratch, { log, onProgress, signal });
  await expect(proving).rejects.toThrow('sales tem 5 linhas e devia ter 6');

  const wrongSum = await forged({ books: { ...books, totalCents: 1 } });
  expect(await refusal(wrongSum)).toMatch(/totalCents soma \d+ e devia somar 1/);
  expect(await refusal(await forged({ tables: tables.slice(1) }))).toContain('outras tabelas');
  const older = await forged({ migrations: migrations.slice(0, 3) });
  expect(await refusal(older)).toContain('outras tabelas');
});

type Change = (part: Part) => Part[];
const ofTable =
  (name: string, change: Change): Change =>
  (part) =>
    part.name === name ? change(part) : [part];

test.each<[string, Change, RegExp]>([
  ['is missing', ofTable('audit_events', () => []), /audit_events tem 0 linhas/],
  ['comes twice', ofTable('sales', (part) => [part, part]), /uma tabela a mais: sales/],
  [
    'is cut short',
    ofTable('audit_events', (part) => [{ ...part, content: firstLine(part.content) }]),
    /audit_events tem 1 linhas/,
  ],
  [
    'lacks rows that others point to',
    ofTable('sales', (part) => [{ ...part, content: firstLine(part.content) }]),
    /violates foreign key/,
  ],
  [
    'has a name made to be run',
    ofTable('sales', (part) => [{ ...part, name: 'sales; DROP TABLE sales' }]),
    /uma tabela a mais/,
  ],
  [
    'brings a file for another folder',
    ofTable('shop', (part) => [{ kind: 'file', name: '../shop', content: each([]) }, part]),
    /nome impossível/,
  ],
])('a table that %s is found, and nothing is left', async (_what, change, words) => {
  const forgery = await forged({}, async function* (parts) {
    for await (const part of parts) yield* change(part);
  });
  expect(await refusal(forgery)).toMatch(words);
});

async function* firstLine(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first = true;
  for await (const chunk of content) {
    if (first) yield chunk.subarray(0, chunk.indexOf('\n') + 1);
    first = false;
  }
}

test('any body can be read in pieces of any size, and one that is cut is refused', async () => {
  const part = fc.record({
    kind: fc.constantFrom('file' as const, 'table' as const),
    name: fc.string({ maxLength: 20 }),
    chunks: fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 4 }),
      fc.integer({ min: 1, max: 400 }),
      async (given, size) => {
        const body = await whole(
          writeParts(
            each(
              given.map(({ chunks, ...rest }) => ({
                ...rest,
                content: each(chunks.map(Buffer.from)),
              })),
            ),
          ),
        );
        const read = [];
        for await (const { kind, name, content } of readParts(inPieces(body, size))) {
          read.push({ kind, name, content: (await whole(content)).toString('hex') });
        }
        expect(read).toEqual(
          given.map(({ kind, name, chunks }) => ({
            kind,
            name,
            content: Buffer.concat(chunks).toString('hex'),
          })),
        );
        if (body.length === 0) return;
        const cut = async () => {
          for await (const { content } of readParts(inPieces(body.subarray(0, -1), size)))
            await whole(content);
        };
        await expect(cut()).rejects.toThrow('termina antes do fim');
      },
    ),
    { numRuns: 100 },
  );
});

async function* each<T>(list: T[]): AsyncGenerator<T> {
  yield* list;
}

async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
