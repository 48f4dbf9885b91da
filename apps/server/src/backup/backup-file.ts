import { createHash, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

/*
 * A backup is one file: MAGIC, the length of the head (4 bytes), the head as JSON, the body (backup-frames.ts)
 * compressed with zstd, and the SHA-256 of everything before.
 */
const MAGIC = Buffer.from('BALCAO BACKUP 2\n');
const HEAD_START = MAGIC.length + 4;
const HASH_BYTES = 32;
const LARGEST_HEAD = 1024 * 1024;

export type BackupHead = {
  /** ISO 8601. */
  takenAt: string;
  /** Never changes, and tells this shop's backups from those of another. */
  shopId: string;
  /** Versions of Balcão and PostgreSQL at that time, for information only. */
  balcao: string;
  postgres: string;
  /**
   * The size of the whole file: without it a cut file would be found only by reading gigabytes. Older
   * backups do not have it.
   */
  bytes?: number;
  /** Names of the applied migrations, in order. */
  migrations: string[];
  tables: { name: string; columns: string[]; rows: number }[];
  /** The last number of each sequence; unused sequences are left out. */
  sequences: { name: string; last: number }[];
  /** Sums in centavos. */
  books: {
    /** Sales that are not deleted, and their total. */
    sales: number;
    totalCents: number;
    /** Sums over all sales, deleted ones included. */
    itemsCents: number;
    netCents: number;
    closingsCents: number;
    /** What corrections put into the cash boxes, less what they took out. Older backups do not have it. */
    correctionsCents?: number;
  };
};

/** The file is not a backup, or is damaged. The message is for the operator. */
export class BadBackupFile extends Error {}

/** Writes a new file and flushes it to the disk. If anything fails, the file has no valid hash. */
export async function writeBackupFile(
  file: string,
  head: BackupHead,
  body: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<void> {
  const jsonOf = (bytes: number) => JSON.stringify({ ...head, bytes });
  // The length is known at the end; JSON may be followed by spaces.
  const room = Buffer.byteLength(jsonOf(Number.MAX_SAFE_INTEGER));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(room);
  async function* withHead(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield Buffer.concat([MAGIC, length, Buffer.alloc(room, ' ')]);
    yield* compressed;
  }
  await pipeline(
    Readable.from(body, { objectMode: false }),
    createZstdCompress(),
    withHead,
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
  await using handle = await open(file, 'r+');
  const { size } = await handle.stat();
  await handle.write(jsonOf(size + HASH_BYTES), HEAD_START);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk);
  await handle.write(hash.digest(), 0, HASH_BYTES, size);
  await handle.sync();
}

/** Reads the whole file and returns its head. Throws BadBackupFile when any byte has changed. */
export async function checkFile(
  file: string,
  onBytes: (bytes: number, all: number) => void,
  signal: AbortSignal,
): Promise<BackupHead> {
  const damaged = new BadBackupFile(
    `${file} está danificado ou incompleto: a soma de verificação não confere. Use outro backup.`,
  );
  const { size, json, body, hash: expected } = await outlineOf(file);
  if (size <= HEAD_START + HASH_BYTES) throw damaged;
  const hash = createHash('sha256');
  let done = 0;
  for await (const chunk of createReadStream(file, { end: body.end, signal })) {
    hash.update(chunk);
    done += chunk.length;
    onBytes(done, size);
  }
  if (!timingSafeEqual(hash.digest(), expected)) throw damaged;
  return JSON.parse(json);
}

/** The head of a file that has not been checked: good enough for a list, not for a restore. */
export async function readHead(file: string): Promise<BackupHead> {
  return JSON.parse((await outlineOf(file)).json);
}

/** The body of a file that has been checked. */
export async function openBody(file: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
  const { body } = await outlineOf(file);
  // Errors of both streams reach the reader of the second one.
  return pipe(createReadStream(file, { ...body, signal }), createZstdDecompress(), () => {});
}

/** The head as text, where the body begins and ends, and the stored hash. */
async function outlineOf(file: string) {
  await using handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BadBackupFile(`O arquivo ${file} não existe.`);
    throw error;
  });
  const start = await bytesAt(handle, 0, HEAD_START);
  if (start.length < HEAD_START || !start.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BadBackupFile(`${file} não é um backup do Balcão, ou o seu começo está danificado.`);
  }
  const length = Math.min(start.readUInt32BE(MAGIC.length), LARGEST_HEAD);
  const head = await bytesAt(handle, HEAD_START, length);
  const { size } = await handle.stat();
  const end = size - HASH_BYTES;
  const hash = await bytesAt(handle, Math.max(0, end), HASH_BYTES);
  return {
    size,
    json: head.toString(),
    body: { start: HEAD_START + head.length, end: end - 1 },
    hash,
  };
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
