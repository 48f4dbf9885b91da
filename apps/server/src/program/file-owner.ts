import { statSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from './log.ts';

/** The file, or the nearest folder above it that may be seen, and the number of its owner. */
export function nearestOwner(file: string): { seen: string; uid: number; isHidden: boolean } {
  let isHidden = false;
  for (let seen = file; ; seen = path.dirname(seen)) {
    try {
      return { seen, uid: statSync(seen).uid, isHidden };
    } catch (error) {
      // Not to be entered, which is another thing than not to be there.
      isHidden ||= (error as NodeJS.ErrnoException).code === 'EACCES';
    }
  }
}

/** Whose it is, to go on with after its name. */
export function ownerInWords(file: string): string {
  const { seen, uid } = nearestOwner(file);
  return seen === file
    ? `, que é do usuário de número ${uid}`
    : ` (${seen} é do usuário de número ${uid})`;
}

/**
 * Files that root makes in a folder of the service's user belong to that user, who makes the next backup and
 * restores this one.
 */
export async function giveToOwner(owner: string, files: string[], log: Log): Promise<void> {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = await stat(owner);
    for (const file of files) await chown(file, uid, gid);
  } catch (error) {
    // Some network disks allow no change of owner; the backup itself is good.
    log.warn(`O dono não pôde ser mudado: ${(error as Error).message}`);
  }
}
