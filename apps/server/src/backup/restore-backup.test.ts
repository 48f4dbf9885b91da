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
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { temporaryFolder } from '../testing/another-app.ts';
import type { BackupFacts } from './backup-facts.ts';
import { openTar, writeBackupFile } from './backup-file.ts';
import { dataFolderTar } from './data-folder-tar.ts';
import type { BaseBackupPart } from './database/base-backup.ts';
import { proveBackup } from './prove-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openBackupShop } from './testing/backup-shop.ts';

// A quiet machine needs a tenth of it.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const { log } = keepLog();
const { signal } = new AbortController();

/** One backup for all tests of this file; none of them may change it. */
let good: { file: string; facts: BackupFacts; bytes: number };
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

/** The same backup, sealed anew by somebody who changed its facts or its content. */
async function forged(
  facts: Partial<BackupFacts>,
  tar = (original: AsyncIterable<Buffer>) => original,
) {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const file = path.join(folder, 'forged.backup');
  const content = tar(await openTar(good.file, signal));
  await writeBackupFile(file, { ...good.facts, ...facts }, content, signal);
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
    const restoring = restoreBackup({ file, dataDir, log });
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
    await expect(restoreBackup({ file, dataDir, log }), `${length} bytes`).rejects.toThrow(
      /está danificado ou incompleto|não é um backup do Balcão/,
    );
    expect(await readdir(folder)).toEqual(['spoilt.backup']);
  }
  const longer = await spoilt((copy) => writeFile(copy, 'x', { flag: 'a' }));
  await expect(restoreBackup({ ...longer, log })).rejects.toThrow('está danificado');
  await expect(restoreBackup({ ...longer, file: '/no/such', log })).rejects.toThrow('não existe');
});

test('data are never restored over', async () => {
  const { file, dataDir } = await spoilt(async () => {});
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'institution.json'), '{}');
  await expect(restoreBackup({ file, dataDir, log })).rejects.toThrow('não está vazia');
  expect(await readdir(dataDir)).toEqual(['institution.json']);
});

test('a backup of a newer Balcão or of another PostgreSQL is refused with what to do', async () => {
  const newer = await forged({ schema: [...good.facts.schema, '9999_future'] });
  await expect(restoreBackup({ ...newer, log })).rejects.toThrow('Atualize o programa');
  const other = await forged({ postgresMajor: '17' });
  await expect(restoreBackup({ ...other, log })).rejects.toThrow(/PostgreSQL 17.*usa o 18/);
  await expect(readdir(newer.dataDir)).rejects.toThrow('ENOENT');
});

test('a file of the database that is not as PostgreSQL sent it is named, and nothing is left', async () => {
  let flipped = false;
  const inATable = Buffer.from('postgres/cluster');
  const { file, dataDir, scratch } = await forged({}, async function* (original) {
    for await (const chunk of original) {
      // Far into the archive, where the tables are; not in the head of an entry.
      const at = chunk.indexOf(Buffer.from('Pessoa'));
      if (at >= 0 && !flipped && !chunk.subarray(at, at + 512).includes(inATable)) {
        flipped = true;
        chunk.writeUInt8(chunk.readUInt8(at) ^ 1, at);
      }
      yield chunk;
    }
  });
  expect(flipped).toBe(true);
  await expect(restoreBackup({ file, dataDir, log })).rejects.toThrow(
    /base\/\d+\/\d+ .*danificado/,
  );
  expect(await readdir(dataDir)).toEqual(['balcao.lock']);
  const proving = proveBackup(file, scratch, { log, onProgress: () => {}, signal });
  await expect(proving).rejects.toThrow(/base\/\d+\/\d+ .*danificado/);
});

test('a copy that lacks a sale is no backup', async () => {
  const [sales, ...others] = good.facts.ledger;
  if (!sales) throw new Error('No facts about the sales');
  const { file, scratch } = await forged({ ledger: [{ ...sales, rows: 6 }, ...others] });
  const proving = proveBackup(file, scratch, { log, onProgress: () => {}, signal });
  await expect(proving).rejects.toThrow('sales tem 5 linhas e devia ter 6');
});

test("a copy whose list of files is not PostgreSQL's, or is not there, is refused", async () => {
  async function* listOf(content?: string): AsyncGenerator<BaseBackupPart> {
    if (content) yield { of: 'manifest', chunk: Buffer.from(content) };
  }
  for (const content of [undefined, '{"Files":[],"Manifest-Checksum":"0"}']) {
    const { file, dataDir } = await forged({}, () => dataFolderTar([], listOf(content)));
    const restoring = restoreBackup({ file, dataDir, log });
    await expect(restoring).rejects.toThrow('lista de arquivos do PostgreSQL está danificada');
  }
  const { file, dataDir } = await forged({}, async function* () {});
  await expect(restoreBackup({ file, dataDir, log })).rejects.toThrow('não tem a lista');
});
