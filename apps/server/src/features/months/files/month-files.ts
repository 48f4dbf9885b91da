import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Institution } from '@balcao/contract/shop/institution.ts';
import type { Issue } from './issue.ts';

export type MonthFiles = { pdf: Buffer; xlsx: Buffer };
export type ToWrite = { issue: Issue; institutions: Institution['institutions'] };

/**
 * Writes both files of a closing in a thread of its own: laying out the paper takes a second, in which no counter
 * could sell, and 40 MB of libraries that a server needs once a month.
 */
export async function monthFiles({ issue, institutions }: ToWrite): Promise<MonthFiles> {
  const writer = new Worker(new URL('./write-month-files.ts', import.meta.url), {
    workerData: { issue, institutions } satisfies ToWrite,
  });
  const [files] = (await once(writer, 'message')) as [Record<keyof MonthFiles, Uint8Array>];
  await writer.terminate();
  return { pdf: Buffer.from(files.pdf), xlsx: Buffer.from(files.xlsx) };
}
