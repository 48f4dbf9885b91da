import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../program/config.ts';
import type { Log } from '../program/log.ts';
import { giveToOwner } from './working-folder.ts';

export type BackupPlace = Pick<Config, 'backupDir' | 'backupMount'>;

/**
 * Throws, in Portuguese, when BACKUP_MOUNT is not mounted. Backups of a network disk that is gone would fill the
 * machine's own disk, and be lost with it.
 */
export async function refuseUnmounted({ backupMount }: BackupPlace): Promise<void> {
  if (!backupMount) return;
  const device = async (folder: string) => (await stat(folder)).dev;
  const own = await device(backupMount).catch(() => undefined);
  if (own !== undefined && own !== (await device(path.dirname(backupMount)))) return;
  throw new Error(
    `O disco dos backups não está montado em ${backupMount} (BACKUP_MOUNT). Monte-o (mount ${backupMount}).`,
  );
}

/**
 * Throws when no backup could be made now. It writes a file, because neither the limits of a systemd unit nor
 * those of a network disk show in the rights of a folder.
 */
export async function tryBackupPlace(place: BackupPlace, log: Log): Promise<void> {
  await refuseUnmounted(place);
  const { backupDir } = place;
  const made = await mkdir(backupDir, { recursive: true });
  if (made) await giveToOwner(path.dirname(made), [made, backupDir], log);
  const probe = path.join(backupDir, `.prova-${randomBytes(4).toString('hex')}.new`);
  try {
    await writeFile(probe, 'x');
  } finally {
    await rm(probe, { force: true });
  }
}
