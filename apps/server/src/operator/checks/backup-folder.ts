import { access, constants } from 'node:fs/promises';
import { findBackups } from '../../backup/found-backups.ts';
import { inWords } from '../../program/error-words.ts';
import { quoted } from '../../program/terminal.ts';
import { atNearest } from './disk.ts';
import { type Finding, problem } from './finding.ts';

const WHAT = 'backup';

/** Files that are no backups, and a folder that can have none: the list of backups leaves them out. */
export async function checkBackupFolder(backupDir: string): Promise<Finding[]> {
  const mayWrite = (folder: string) => access(folder, constants.W_OK | constants.X_OK);
  const found = await atNearest(backupDir, mayWrite).then(
    (): Finding[] => [],
    (error) => [
      problem(
        WHAT,
        `nenhum pode ser feito em ${backupDir}: ${inWords(error)}`,
        'Crie a pasta com o dono da pasta de dados, ou escolha outra em BACKUP_DIR.',
      ),
    ],
  );
  const backups = await findBackups(backupDir).catch(() => []);
  const unread = backups.filter(({ head }) => !head).map(({ file }) => quoted(file));
  if (unread.length > 0) {
    const todo =
      'Se são de outro usuário (ls -l), dê-os ao dono da pasta de dados (chown); senão faça outro backup.';
    found.push(problem(WHAT, `não dá para ler, e não conta: ${unread.join(' ')}`, todo));
  }
  const cut = backups.filter(({ isCut }) => isCut).map(({ file }) => quoted(file));
  if (cut.length > 0) {
    const words = `cortado depois de feito, e não conta: ${cut.join(' ')}`;
    found.push(problem(WHAT, words, 'Confira o disco, e faça outro backup em outro disco.'));
  }
  return found;
}
