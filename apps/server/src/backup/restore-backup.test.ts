import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { openDatabase } from '../database/open/open-database.ts';
import { withClient } from '../database/open/single-connection.ts';
import { readShop } from '../database/shop.ts';
import {
  editInstitution,
  findLogo,
  readInstitution,
} from '../features/institution/institution.service.ts';
import { makeEmptyDatabase } from '../testing/app.ts';
import { openDebianPostgres, whyNoDebianPostgres } from '../testing/debian-postgres.ts';
import { anInstitution, PNG } from '../testing/institution.ts';
import { violations } from '../testing/invariants.ts';
import { type BackupHead, openBody, writeBackupFile } from './backup-file.ts';
import { type Part, readParts, writeParts } from './backup-frames.ts';
import { type MadeBackup, makeBackup, proveBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openBackupShop } from './testing/backup-shop.ts';

// A quiet machine needs a tenth of this.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const { log } = keepLog();
const { signal } = new AbortController();

/** One shop and backup for all tests of this file, which must not change them. */
const shop = await openBackupShop(afterAll);
let good: MadeBackup;

beforeAll(async () => {
  for (let sale = 0; sale < 5; sale++) await shop.sell();
  await writeFile(path.join(shop.dataDir, 'institution.json'), '{}');
  await editInstitution(shop.db, { actor: null, sample: false }, anInstitution());
  good = await shop.backup();
});

const restore = ({ file, dataDir }: { file: string; dataDir: string }) =>
  restoreBackup({ file, dataDir, databaseUrl: undefined, log });

const NO_BACKUP = /está danificado ou incompleto|não é um backup do Balcão/;

/** Paths in a new folder; the file and the data folder do not exist yet. */
async function places() {
  const folder = await mkdtemp(path.join(path.dirname(good.file), 'try-'));
  await chmod(folder, 0o755);
  return { folder, file: path.join(folder, 'a.backup'), dataDir: path.join(folder, 'data') };
}

/** A copy of the good backup, changed by `spoil`. */
async function spoilt(spoil: (file: string) => Promise<unknown> = async () => {}) {
  const copy = await places();
  await copyFile(good.file, copy.file);
  await spoil(copy.file);
  return copy;
}

/** The good backup, written again with another head or body. */
async function forged(
  head: Partial<BackupHead>,
  change: (parts: AsyncIterable<Part>) => AsyncIterable<Part> = (parts) => parts,
) {
  const forgery = await places();
  const body = writeParts(change(readParts(await openBody(good.file, signal))));
  await writeBackupFile(forgery.file, { ...good.head, ...head }, body, signal);
  return forgery;
}

test('a byte that was flipped, anywhere, is found before anything is written', async () => {
  const flip = async (file: string, position: number) => {
    const handle = await open(file, 'r+');
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
    buffer.writeUInt8(buffer.readUInt8() ^ 1);
    await handle.write(buffer, 0, 1, position);
    await handle.close();
  };
  const positions = [
    ...[0, 15, 16, 19, 20, 120, good.bytes - 33, good.bytes - 32, good.bytes - 1],
    ...Array.from({ length: 40 }, (_, part) => Math.floor((good.bytes * part) / 40)),
  ];
  const { file, dataDir, folder } = await spoilt();
  for (const position of positions) {
    await flip(file, position);
    await expect(restore({ file, dataDir }), `byte ${position}`).rejects.toThrow(NO_BACKUP);
    await flip(file, position);
  }
  expect(await readdir(folder)).toEqual(['a.backup']);
  expect((await readFile(file)).equals(await readFile(good.file))).toBe(true);
});

test('a file that was cut or lengthened, a missing one and one of a Balcão that is not ours are refused', async () => {
  const { bytes } = good;
  for (const length of [0, 10, 16, 20, 40, 1_000, bytes - 33, bytes - 32, bytes - 1]) {
    const cut = await spoilt((copy) => truncate(copy, length));
    await expect(restore(cut), `${length} bytes`).rejects.toThrow(NO_BACKUP);
    expect(await readdir(cut.folder)).toEqual(['a.backup']);
  }
  const longer = await spoilt((copy) => writeFile(copy, 'x', { flag: 'a' }));
  await expect(restore(longer)).rejects.toThrow('está danificado');
  await expect(restore({ ...longer, file: '/no/such' })).rejects.toThrow('não existe');
  const future = { migrations: [...good.head.migrations, '9999_future'], balcao: '77.0.0' };
  const newer = await forged(future);
  await expect(restore(newer)).rejects.toThrow(
    /^O backup é do Balcão 77\.0\.0, e este é o \d.*aquela versão/,
  );
  expect(await readdir(newer.folder)).toEqual(['a.backup']);
  const released = good.head.migrations.filter((name) => name < '0011');
  const between = await forged({ migrations: [...released, '0011_people', '0012_parked_sales'] });
  await expect(restore(between)).rejects.toThrow(
    /^O backup é de um Balcão que nunca foi lançado, e este não o atualiza\. Nada foi mudado\. Restaure-o com o Balcão que o gravou/,
  );
  expect(await readdir(between.folder)).toEqual(['a.backup']);
});

test('data are never restored over', async () => {
  const { file, dataDir } = await spoilt();
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'institution.json'), '{}');
  await expect(restore({ file, dataDir })).rejects.toThrow('não está vazia');
  expect(await readdir(dataDir)).toEqual(['institution.json']);
});

test('a restore follows a start that was refused in its folder, which leaves a log there', async () => {
  const { file, dataDir } = await spoilt();
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'balcao.log'), 'refused\n');
  const databaseUrl = await makeEmptyDatabase();
  await restoreBackup({ file, dataDir, databaseUrl, log });
  expect(await readFile(path.join(dataDir, 'balcao.log'), 'utf8')).toBe('refused\n');
});

/** Restores into a database of the tests' server, which takes a fraction of a new cluster's time. */
async function refusal(forgery: { file: string; dataDir: string }): Promise<string> {
  const databaseUrl = await makeEmptyDatabase();
  const reason = await restoreBackup({ ...forgery, databaseUrl, log }).then(
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

test('a copy that differs from its head is no backup, and nothing of it is left', async () => {
  const { books, tables, migrations } = good.head;
  const more = tables.map((table) => (table.name === 'sales' ? { ...table, rows: 6 } : table));
  const moreSales = await forged({ tables: more });
  expect(await refusal(moreSales)).toContain('sales tem 5 linhas e devia ter 6');
  const scratch = path.join(moreSales.folder, 'scratch');
  const proving = proveBackup(moreSales.file, scratch, { log, onProgress: () => {}, signal });
  await expect(proving).rejects.toThrow('sales tem 5 linhas e devia ter 6');

  const otherSum = await forged({ books: { ...books, totalCents: 1 } });
  expect(await refusal(otherSum)).toMatch(/totalCents soma \d+ e devia somar 1/);
  const corrected = await forged({ books: { ...books, correctionsCents: 1 } });
  expect(await refusal(corrected)).toContain('correctionsCents soma 0 e devia somar 1');
  expect(await refusal(await forged({ tables: tables.slice(1) }))).toContain('outras tabelas');
  const older = await forged({ migrations: migrations.slice(0, 3) });
  expect(await refusal(older)).toContain('outras tabelas');
});

async function* firstLine(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const all = await buffer(content);
  yield all.subarray(0, all.indexOf('\n') + 1);
}

const cutShort = (part: Part) => [{ ...part, content: firstLine(part.content) }];
const injected = (part: Part) => [{ ...part, name: 'sales; DROP TABLE sales' }];
const escaping = (part: Part): Part[] => [
  { kind: 'file', name: '../shop', content: Readable.from([]) },
  part,
];

test.each<[string, string, (part: Part) => Part[], RegExp]>([
  ['is missing', 'audit_events', () => [], /audit_events tem 0 linhas/],
  ['comes twice', 'sales', (part) => [part, part], /uma tabela a mais: sales/],
  ['is cut short', 'audit_events', cutShort, /audit_events tem 1 linhas/],
  ['lacks rows that others point to', 'sales', cutShort, /violates foreign key/],
  ['has a name made to be run', 'sales', injected, /uma tabela a mais/],
  ['brings a file for another folder', 'shop', escaping, /nome impossível/],
])('a table that %s is found, and nothing is left', async (_what, table, change, words) => {
  const forgery = await forged({}, async function* (parts) {
    for await (const part of parts) yield* part.name === table ? change(part) : [part];
  });
  expect(await refusal(forgery)).toMatch(words);
});

/** The shop moves to the server of `databaseUrl`, and from there into another data folder. */
async function moveThereAndBack(databaseUrl: string, name: string): Promise<void> {
  const folder = (suffix: string) => shop.folder(`${name}-${suffix}`);
  const there = { dataDir: folder('there'), databaseUrl, log };
  await restoreBackup({ ...there, file: good.file });
  expect(await readdir(there.dataDir)).toContain('institution.json');
  const other = { ...there, dataDir: folder('other'), file: good.file };
  await expect(restoreBackup(other)).rejects.toThrow('O banco de DATABASE_URL não está vazio');
  await checkShop(there);

  const second = await makeBackup({ ...there, backupDir: folder('backups') });
  const back = { dataDir: folder('back'), databaseUrl: undefined, log };
  await restoreBackup({ ...back, file: second.file });
  await checkShop(back);
  const { books, tables, sequences, shopId } = good.head;
  expect(second.head).toMatchObject({ books, tables, sequences, shopId });
}

/** Opens the shop as a start does. */
async function checkShop(options: Parameters<typeof openDatabase>[0]): Promise<void> {
  const { connection, close } = await openDatabase(options, log);
  try {
    expect(await violations(connection.db)).toEqual([]);
    expect((await readShop(connection.db)).id).toBe(good.head.shopId);
    const { city, institutions } = await readInstitution(connection.db, false);
    const logo = await findLogo(connection.db, institutions[0].logo?.split('/').at(-1) ?? '');
    expect([city, logo?.content.equals(PNG)]).toEqual([anInstitution().city, true]);
  } finally {
    await close();
  }
}

test('a shop moves from a data folder to an empty database of another server and back', async () => {
  await moveThereAndBack(await makeEmptyDatabase(), 'server');
});

test('a shop moves to PostgreSQL 15, sorted by other rules, and back, without REPLICATION', async ({
  skip,
}) => {
  const why = whyNoDebianPostgres();
  if (why) skip(why);
  const { url, query } = await openDebianPostgres();
  await query('CREATE ROLE loja LOGIN NOSUPERUSER NOREPLICATION');
  await query('ALTER DATABASE loja OWNER TO loja');
  await moveThereAndBack(url('loja').replace('dono@', 'loja@'), 'debian');
});
