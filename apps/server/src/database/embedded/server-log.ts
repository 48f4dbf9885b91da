import { copyFile, open, stat, truncate } from 'node:fs/promises';

const LARGEST = 10 * 1024 * 1024;

/**
 * Keeps the server's log to twice 10 MB: the full file becomes `<file>.1` and starts anew. It is
 * copied and cut rather than renamed because the server holds it open, in append mode.
 */
export async function trimServerLog(file: string, largest = LARGEST): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found || found.size <= largest) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** The last lines written at or after byte `from`, to say why a start was refused. */
export async function tailServerLog(file: string, from: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(from <= size ? from : 0, size - 4096);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    );
    return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-5).join('\n');
  } finally {
    await handle.close();
  }
}
