import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from './launch.ts';
import { SOCKET_PORT } from './settings.ts';

/** Bytes. sun_path holds 108 on Linux and 104 on macOS, the closing zero included. */
const LONGEST = 100;
const PREFIX = 'balcao-';

/**
 * Makes a 0700 folder for the socket: inside the cluster's home, or in the system's temporary folder
 * when that path would be too long. A file in the home names the temporary one, so that the next start
 * removes it if this one is killed.
 */
export async function makeSocketFolder(home: string, account: Account): Promise<string> {
  await removeSocketFolder(home);
  let folder = join(home, 'socket');
  if (!fits(folder)) {
    // Root's TMPDIR may be closed to the account, or too long itself.
    const parent = account || !fits(`${tmpdir()}/${PREFIX}123456`) ? '/tmp' : tmpdir();
    folder = await mkdtemp(join(parent, PREFIX));
    await writeFile(noteIn(home), folder);
  } else {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Removes the temporary folder of an earlier start, if there is one. */
export async function removeSocketFolder(home: string): Promise<void> {
  const folder = await readFile(noteIn(home), 'utf8').catch(() => '');
  // The account can write any path into this file, and root would remove it.
  if (!basename(folder).startsWith(PREFIX)) return;
  if (!['/tmp', tmpdir()].includes(dirname(folder))) return;
  await rm(folder, { recursive: true, force: true }).catch(() => {});
  await rm(noteIn(home), { force: true });
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST;
}

function noteIn(home: string): string {
  return join(home, 'socket-folder');
}
