import { createHash, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { BackupFacts } from './backup-facts.ts';

/*
 * A backup is one file: MAGIC, the length of the facts (4 bytes), the facts as JSON, a tar compressed with
 * zstd, and the SHA-256 of everything before it. The tar is a data folder as the shop has it.
 */
const MAGIC = Buffer.from('BALCAO BACKUP 1\n');
const SEAL_BYTES = 32;
const LARGEST_FACTS = 16 * 1024 * 1024;

/** The file is no backup, or not the one that was made; the message is for a person. */
export class BadBackupFile extends Error {}

/** Writes a new file and brings it to the disk. Whatever fails, it then has no valid seal. */
export async function writeBackupFile(
  file: string,
  facts: BackupFacts,
  tar: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<void> {
  const json = Buffer.from(JSON.stringify(facts));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const seal = createHash('sha256');
  async function* sealed(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const head = Buffer.concat([MAGIC, length, json]);
    seal.update(head);
    yield head;
    for await (const chunk of compressed) {
      seal.update(chunk);
      yield chunk;
    }
    yield seal.digest();
  }
  await pipeline(
    Readable.from(tar, { objectMode: false }),
    createZstdCompress(),
    sealed,
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  );
}

/** Reads all of a file; throws BadBackupFile unless every byte is the one that was written. */
export async function checkSeal(
  file: string,
  onBytes: (bytes: number, all: number) => void,
  signal: AbortSignal,
): Promise<BackupFacts> {
  const facts = await readFacts(file);
  const { size, seal } = await withFile(file, async (handle) => {
    const stats = await handle.stat();
    return { size: stats.size, seal: await bytesAt(handle, stats.size - SEAL_BYTES, SEAL_BYTES) };
  });
  const damaged = new BadBackupFile(
    `${file} está danificado ou incompleto: a soma de verificação não confere. Use outro backup.`,
  );
  if (size <= MAGIC.length + 4 + SEAL_BYTES) throw damaged;
  const hash = createHash('sha256');
  let done = 0;
  for await (const chunk of createReadStream(file, { end: size - SEAL_BYTES - 1, signal })) {
    hash.update(chunk);
    done += chunk.length;
    onBytes(done, size);
  }
  if (!timingSafeEqual(hash.digest(), seal)) throw damaged;
  return facts();
}

/** What the head of a file says, unchecked: good for a list, not for a restore. */
export async function glanceAtFacts(file: string): Promise<BackupFacts> {
  return (await readFacts(file))();
}

/** The tar in a file whose seal has been checked. */
export async function openTar(file: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
  const { start, end } = await withFile(file, async (handle) => {
    const { size } = await handle.stat();
    const length = await factsLength(handle, file);
    return { start: MAGIC.length + 4 + length, end: size - SEAL_BYTES - 1 };
  });
  // Its errors, and those of the reading before it, come out where the answer is read.
  return pipe(createReadStream(file, { start, end, signal }), createZstdDecompress(), () => {});
}

/** The answer parses them later: a damaged file shall be called that, and not ill-formed. */
async function readFacts(file: string): Promise<() => BackupFacts> {
  const json = await withFile(file, async (handle) => {
    const length = await factsLength(handle, file);
    return bytesAt(handle, MAGIC.length + 4, length);
  });
  return () => JSON.parse(json.toString('utf8'));
}

async function factsLength(handle: FileHandle, file: string): Promise<number> {
  const head = await bytesAt(handle, 0, MAGIC.length + 4);
  if (head.length < MAGIC.length + 4 || !head.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BadBackupFile(`${file} não é um backup do Balcão, ou o seu começo está danificado.`);
  }
  return Math.min(head.readUInt32BE(MAGIC.length), LARGEST_FACTS);
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function withFile<T>(file: string, read: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BadBackupFile(`O arquivo ${file} não existe.`);
    throw error;
  });
  try {
    return await read(handle);
  } finally {
    await handle.close();
  }
}
