import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import {
  type BackupState,
  backupStateOf,
  unreadableState,
} from '../../backup/automatic/backup-state.ts';
import { checkFile } from '../../backup/backup-file.ts';
import { type BackupPlace, refuseUnmounted, type SeenPlace } from '../../backup/backup-place.ts';
import { failureNote, readFailureNote } from '../../backup/failure-note.ts';
import { DiskSilent } from '../../backup/why-not.ts';
import type { Db } from '../../database/connection.ts';
import { readShop, shopBegan } from '../../database/shop.ts';
import type { Config } from '../../program/config.ts';
import { inWords } from '../../program/error-words.ts';
import { accountInCommand, currentUser, properOwner } from '../../program/file-owner.ts';
import { ownCommand } from '../../program/own-command.ts';
import { quoted } from '../../program/terminal.ts';
import { diskOf } from './disk.ts';
import { REMOUNT } from './files.ts';
import { attention, type Finding, ok, problem } from './finding.ts';

const WHAT = 'backup';
const BY_HAND = ownCommand('backup');
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Without a daily backup people or another server make them; older than this nobody does. */
const FORGOTTEN_S = 8 * DAY_S;

/** What was seen of BACKUP_DIR, apart, before anything else was asked of it; or why nothing was. */
export type Looked = SeenPlace | Error;

/** Then nothing more may be asked of the folder. */
export const isSilent = (place: Looked): boolean => place instanceof DiskSilent;

export async function readState(db: Db, config: Config, place: Looked): Promise<BackupState> {
  const { dataDir, backupKeep: keep } = config;
  if (place instanceof Error) return unreadableState(place, keep);
  const shop = { shopId: (await readShop(db)).id, keep, since: await shopBegan(db) };
  return backupStateOf(place, await readFailureNote(dataDir), shop);
}

/**
 * The newest backup, which counts because it was restored once; read again, in case its disk has spoilt it. `why`: what is
 * known already to keep the next one from being made.
 */
export async function checkBackups(
  { state, last, ageSeconds = 0, failure }: BackupState,
  config: Config,
  signal: AbortSignal,
  why: readonly Finding[] = [],
): Promise<Finding[]> {
  const { dataDir, backupDir } = config;
  const found: Finding[] = [];
  if (failure && !failure.isCut && state === 'off') {
    const words = `BACKUP_KEEP=0, e ficou uma falha de ${formatMoment(failure.at)}: ${failure.reason}`;
    const todo = `Outro servidor os faz? Então apague ${failureNote(dataDir).file}. Senão tire BACKUP_KEEP=0.`;
    found.push(attention(WHAT, words, todo));
  } else if (failure && !failure.isCut) {
    found.push(problem(WHAT, failure.reason, `Resolva o motivo e faça um agora: ${BY_HAND}`));
  }
  if (!last) {
    if (state === 'failed') return found;
    const none = `nenhum desta loja em ${backupDir}.`;
    if (state === 'ok' && why.length > 0) return [];
    if (state === 'ok') {
      const first = ok(WHAT, `${none} O primeiro é feito na primeira madrugada.`);
      return [first, ...(await checkSameDisk(config))];
    }
    if (state === 'late') return [problem(WHAT, none, `Faça um agora: ${BY_HAND}`)];
    return [
      ...found,
      attention(
        WHAT,
        `${none} BACKUP_KEEP=0: este servidor não faz nenhum.`,
        'Confira se outro servidor da loja os faz.',
      ),
    ];
  }
  const broken = await checkFile(last.file, () => {}, signal).then(
    () => undefined,
    (error: Error) => {
      signal.throwIfAborted();
      return error.message;
    },
  );
  if (broken)
    return [...found, problem(WHAT, broken, `Faça outro agora, em outro disco: ${BY_HAND}`)];
  const before = last.verifiedAt ? ` (lido agora; antes em ${formatMoment(last.verifiedAt)})` : '';
  const about = `${formatMoment(last.takenAt)}, há ${age(ageSeconds)}: ${last.file}, inteiro${before}.`;
  if (state === 'late' || (state === 'off' && ageSeconds > FORGOTTEN_S)) {
    const words = `o mais novo é de ${about}`;
    const todo = `A loja fica aberta de madrugada, ou ao menos uma hora por dia? Faça um agora: ${BY_HAND}`;
    found.push(problem(WHAT, words, todo));
  } else {
    const elsewhere = state === 'off' ? ' BACKUP_KEEP=0: este servidor não os faz.' : '';
    found.push(ok(WHAT, `conferido em ${about}${elsewhere}`));
  }
  return [...found, ...(await checkSameDisk(config))];
}

async function checkSameDisk({ dataDir, backupDir }: Config): Promise<Finding[]> {
  const [data, backups] = [await diskOf(dataDir), await diskOf(backupDir)];
  if (data.device !== backups.device) return [];
  const words = 'os backups ficam no mesmo disco que os dados, e se perdem com ele.';
  return [attention(WHAT, words, 'Ponha BACKUP_DIR em outro disco.')];
}

function age(seconds: number): string {
  if (seconds < HOUR_S) return 'menos de uma hora';
  if (seconds < 2 * DAY_S) return `${Math.round(seconds / HOUR_S)} horas`;
  return `${Math.floor(seconds / DAY_S)} dias`;
}

/**
 * Files that are no backups, and a folder that can have none: the list of backups leaves them out. `user`: whom the
 * service runs as, if there is one.
 */
export async function checkBackupFolder(
  { dataDir, ...place }: BackupPlace & Pick<Config, 'dataDir'>,
  looked: Looked,
  user?: string,
): Promise<Finding[]> {
  const { backupDir, backupMount } = place;
  if (isSilent(looked)) {
    const disk = quoted(backupMount ?? backupDir);
    const todo = `Veja se o servidor dele está ligado e na rede. Se não volta, solte o disco (umount -f -l ${disk}); a loja vende enquanto isso, sem backup novo.`;
    return [problem(WHAT, inWords(looked), todo)];
  }
  const mayWrite = (folder: string) => access(folder, constants.W_OK | constants.X_OK);
  // A backup makes the folder, and none above it.
  const mayUse = () =>
    mayWrite(backupDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return mayWrite(path.dirname(backupDir));
    });
  const none = `nenhum pode ser feito em ${backupDir}`;
  const uid = (await stat(dataDir).catch(() => undefined))?.uid;
  const proper = uid === undefined ? (user ?? currentUser()) : properOwner(uid, user);
  const owner = proper ?? accountInCommand(uid ?? 0);
  // Then the line of the data folder says what is wrong with both.
  const isWithin = `${backupDir}/`.startsWith(`${dataDir}/`);
  const isClosed = isWithin && (await isRefused(dataDir));
  const make = `install -d -o ${owner} -m 0700 ${quoted(backupDir)}`;
  const todo = `Monte o disco, ou dê a pasta ao dono da pasta de dados, como root: ${make}`;
  const found = await refuseUnmounted(place).then(
    () =>
      mayUse().then(
        (): Finding[] => [],
        (error) =>
          isClosed
            ? []
            : [
                problem(
                  WHAT,
                  `${none}: ${inWords(error)}`,
                  error.code === 'EROFS' ? REMOUNT : todo,
                ),
              ],
      ),
    // Which says what to do.
    ({ message }: Error) => [problem(WHAT, `${none}.`, message)],
  );
  const backups = looked instanceof Error ? [] : looked.backups;
  const unread = backups.filter(({ head, isCut }) => !head && !isCut);
  if (unread.length > 0) {
    const todo =
      'Se são de outro usuário (ls -l), dê-os ao dono da pasta de dados (chown); senão faça outro backup.';
    const files = unread.map(({ file }) => quoted(file)).join(' ');
    found.push(problem(WHAT, `não dá para ler, e não conta: ${files}`, todo));
  }
  const cut = backups.filter(({ isCut }) => isCut).map(({ file }) => quoted(file));
  if (cut.length > 0) {
    const words = `cortado depois de feito, e não conta: ${cut.join(' ')}`;
    found.push(problem(WHAT, words, 'Confira o disco, e faça outro backup em outro disco.'));
  }
  return found;
}

/** Whether a folder is not there, or not ours to use. */
const isRefused = (folder: string): Promise<boolean> =>
  access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'EACCES' || code === 'ENOENT',
  );
