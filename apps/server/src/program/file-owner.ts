import { statSync } from 'node:fs';
import path from 'node:path';

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
