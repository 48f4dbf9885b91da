import { statfs } from 'node:fs/promises';

/** In bytes, of the disk that holds a folder. */
export type Room = { free: number; size: number };

/** Undefined when there is no such folder. */
export async function roomOf(folder: string): Promise<Room | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
}
