import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../program/config.ts';
import { inWords } from '../program/error-words.ts';
import { giveToOwner } from '../program/file-owner.ts';
import type { Log } from '../program/log.ts';
import { type FoundBackup, findBackups } from './found-backups.ts';
import { type Room, roomOf } from './room.ts';

export type BackupPlace = Pick<Config, 'backupDir' | 'backupMount'>;

/** `tries`: whether a backup could be made there. Only the server tries, because a command has other rights. */
export type PlaceToSee = BackupPlace & { tries: boolean };

export type SeenPlace = {
  /** Of any shop, as findBackups has them. */
  backups: FoundBackup[];
  /** Why no backup could be made now. */
  trouble: string | undefined;
  room: Room | undefined;
};

/** The scratch database that proves a backup takes more, besides the file itself. */
const LEAST = 50e6;
const FULL = Object.assign(new Error(), { code: 'ENOSPC' });

/** Throws when the folder can't be read. */
export async function seePlace(
  { backupDir, backupMount, tries }: PlaceToSee,
  log: Log,
): Promise<SeenPlace> {
  const trying = tries ? tryBackupPlace({ backupDir, backupMount }, log) : Promise.resolve();
  const trouble = await trying.then(() => undefined, inWords);
  const backups = await findBackups(backupDir);
  const room = await roomOf(backupDir);
  const isFull = tries && room && room.size > 0 && room.free < LEAST + (backups[0]?.bytes ?? 0);
  return { trouble: trouble ?? (isFull ? inWords(FULL) : undefined), backups, room };
}

/**
 * Throws, in Portuguese, when BACKUP_MOUNT is not mounted. Backups of a network disk that is gone would fill the
 * machine's own disk, and be lost with it.
 */
export async function refuseUnmounted({ backupDir, backupMount }: BackupPlace): Promise<void> {
  if (!backupMount) return;
  const device = async (folder: string) => (await stat(folder)).dev;
  const own = await device(backupMount).catch(() => undefined);
  if (own !== undefined && own !== (await device(path.dirname(backupMount)))) return;
  const mount = await mountOf(backupDir).catch(() => '/');
  if (mount.length > backupMount.length) {
    throw new Error(
      `O disco dos backups está montado em ${mount}, e não em ${backupMount} (BACKUP_MOUNT). Ponha BACKUP_MOUNT=${mount}.`,
    );
  }
  throw new Error(
    `O disco dos backups não está montado em ${backupMount} (BACKUP_MOUNT). Monte-o (mount ${backupMount}).`,
  );
}

/** Where the disk of a folder is mounted. */
async function mountOf(folder: string): Promise<string> {
  const above = path.dirname(folder);
  const isMount = above === folder || (await stat(folder)).dev !== (await stat(above)).dev;
  return isMount ? folder : mountOf(above);
}

/**
 * Throws when no backup could be made now. It writes a file, because neither the limits of a systemd unit nor
 * those of a network disk show in the rights of a folder.
 */
export async function tryBackupPlace(place: BackupPlace, log: Log): Promise<void> {
  await refuseUnmounted(place);
  const { backupDir } = place;
  // Not the folders above it, which a mistyped path would make on the machine's own disk.
  const isNew = await mkdir(backupDir).then(
    () => true,
    (error) =>
      stat(backupDir).then(
        () => false,
        () => Promise.reject(error),
      ),
  );
  if (isNew) await giveToOwner(path.dirname(backupDir), [backupDir], log);
  const probe = path.join(backupDir, `.prova-${randomBytes(4).toString('hex')}.new`);
  try {
    await writeFile(probe, 'x');
  } catch (error) {
    // The folder is what people know, and has an owner.
    throw Object.assign(error as Error, { path: backupDir });
  } finally {
    await rm(probe, { force: true });
  }
}
