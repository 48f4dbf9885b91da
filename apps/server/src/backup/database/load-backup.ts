import type pg from 'pg';
import { openBody } from '../backup-file.ts';
import type { BackupHead } from '../backup-head.ts';
import { type Part, readParts } from '../body.ts';
import type { OnProgress } from '../progress.ts';
import type { ShopFile } from '../shop-files.ts';
import { loadShop } from './load-shop.ts';

/**
 * Loads a checked file into an empty database and compares it with the file. `saveFiles` gets the shop's
 * own files after the rows are proven and before they are committed. Both proof and restore are this.
 */
export async function loadBackup(
  client: pg.Client,
  { file, head }: { file: string; head: BackupHead },
  work: { onProgress: OnProgress; signal: AbortSignal },
  saveFiles: (files: ShopFile[]) => Promise<void> = async () => {},
): Promise<void> {
  const { onProgress, signal } = work;
  const files: ShopFile[] = [];
  async function* tables(): AsyncGenerator<Part> {
    for await (const part of readParts(await openBody(file, signal))) {
      if (part.kind === 'table') yield part;
      else files.push({ name: part.name, content: await whole(part.content) });
    }
  }
  const loading = {
    head,
    tables: tables(),
    onBytes: (bytes: number) => onProgress('load', bytes),
    onCompare: () => onProgress('compare'),
    signal,
  };
  await loadShop(client, loading, () => saveFiles(files));
}

async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
