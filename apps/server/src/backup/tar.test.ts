import fc from 'fast-check';
import { expect, test } from 'vitest';
import { END_OF_ARCHIVE, fileHeader, movedInto, padding, tarEntries } from './tar.ts';

type File = { name: string; content: Buffer };

function archiveOf(files: File[]): Buffer {
  const parts = files.flatMap(({ name, content }) => [
    fileHeader(name, content.length),
    content,
    padding(content.length),
  ]);
  return Buffer.concat([...parts, END_OF_ARCHIVE]);
}

/** The archive in pieces of whatever size, as a socket or a decompressor hands them over. */
async function* inPieces(archive: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < archive.length; at += size) yield archive.subarray(at, at + size);
}

async function read(source: AsyncIterable<Buffer>, skipped = ''): Promise<File[]> {
  const files: File[] = [];
  for await (const entry of tarEntries(source)) {
    if (entry.name === skipped) continue;
    const parts: Buffer[] = [];
    for await (const part of entry.content) parts.push(part);
    files.push({ name: entry.name, content: Buffer.concat(parts) });
  }
  return files;
}

const file = fc.record({
  name: fc.stringMatching(/^[a-z_]{1,90}$/),
  content: fc.uint8Array({ maxLength: 1_500 }).map((bytes) => Buffer.from(bytes)),
});

test('what is written is read, however it is cut into pieces', async () => {
  const files = fc.array(file, { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 2_000 }), async (given, size) => {
      expect(await read(inPieces(archiveOf(given), size))).toEqual(given);
    }),
    { numRuns: 100 },
  );
});

test('an entry that nobody reads is passed over, and an archive may follow another', async () => {
  const [first, second] = ['a', 'b'].map((name) => ({ name, content: Buffer.alloc(700, name) }));
  const both = Buffer.concat([archiveOf([first as File]), archiveOf([second as File])]);
  expect(await read(inPieces(both, 100), 'a')).toEqual([second]);
});

test('an entry moves into a folder', async () => {
  const header = movedInto('postgres/cluster', fileHeader('base/1/2', 0));
  expect(await read(inPieces(header, 512))).toMatchObject([{ name: 'postgres/cluster/base/1/2' }]);
});

test('a cut archive and a damaged header are refused', async () => {
  const archive = archiveOf([{ name: 'a', content: Buffer.alloc(700) }]);
  for (const length of [100, 512, 900, 1_300]) {
    await expect(read(inPieces(archive.subarray(0, length), 64))).rejects.toThrow('antes do fim');
  }
  archive.writeUInt8(1, 20);
  await expect(read(inPieces(archive, 64))).rejects.toThrow('danificado');
});

test('a file of more than 8 GB has its size in binary', async () => {
  const header = fileHeader('large', 0);
  header.fill(0, 124, 136);
  header.writeUInt8(0x80, 124);
  header.writeBigUInt64BE(10_000_000_000n, 128);
  const entries = tarEntries(inPieces(movedInto('', header), 512));
  expect((await entries.next()).value).toMatchObject({ size: 10_000_000_000 });
});
