import { readFileSync, statSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import os from 'node:os';
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

/** The name of an account of this machine; of one that it does not know, its number. */
export function accountName(uid: number): string {
  return knownAccount(uid) ?? `de número ${uid}`;
}

function knownAccount(uid: number): string | undefined {
  const known = readAccounts().find((line) => line.split(':')[2] === String(uid));
  return known?.split(':')[0];
}

/** The same for a command, which takes a bare number. */
export const accountInCommand = (uid: number): string => knownAccount(uid) ?? String(uid);

export function currentUser(): string {
  // Throws for a user without an entry in the system's directory.
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/**
 * Who a folder with the owner `uid` should be given to; undefined where that owner may well be the shop's user.
 * `service`: whom the service runs as. Root's is one that root has taken by mistake; an unknown number comes from
 * another machine.
 */
export function properOwner(uid: number, service?: string): string | undefined {
  const known = knownAccount(uid);
  if (service) return [known, String(uid)].includes(service) ? undefined : service;
  if (uid === process.getuid?.()) return undefined;
  if (known !== undefined && uid !== 0) return undefined;
  if (process.getuid?.() !== 0) return currentUser();
  // Root examines for the user of a service that it does not see.
  const usual = readAccounts().some((line) => line.startsWith('balcao:'));
  return usual ? 'balcao' : 'USUÁRIO';
}

function readAccounts(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Whose it is, to go on with after its name. */
export function ownerInWords(file: string): string {
  const { seen, uid } = nearestOwner(file);
  return seen === file
    ? `, que é do usuário ${accountName(uid)}`
    : ` (${seen} é do usuário ${accountName(uid)})`;
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
