import { existsSync } from 'node:fs';
import { apartFrom } from '../backup/apart/apart.ts';
import { describeBackup } from '../backup/progress.ts';
import { isUsedFolder } from '../backup/restore-backup.ts';
import type { Config } from '../program/config.ts';
import { ownCommand } from '../program/own-command.ts';
import { quoted } from '../program/terminal.ts';

const SHOWN = 5;

/** For the words of a refused start: the backups that there are, and the commands that restore the newest. */
export async function wayBack({ dataDir, backupDir, backupMount }: Config) {
  const place = { backupDir, backupMount, tries: false };
  const { backups } = await apartFrom('backups').ask('seeBackups', place);
  const list = backups.slice(0, SHOWN).map(({ file, head, isCut }) => {
    const about = head ? describeBackup(head) : 'não pôde ser lido';
    return `  backup ${file} (${isCut ? 'cortado: não serve' : about})`;
  });
  if (backups.length > SHOWN) list.push(`  e mais ${backups.length - SHOWN} backups`);
  const folder = await freeFolder(dataDir);
  const newest = backups.find(({ head, isCut }) => head && !isCut) ?? backups[0];
  const file = newest ? quoted(newest.file) : 'ARQUIVO.backup';
  const commands = [
    'Para voltar a um backup (sem DATABASE_URL):',
    `  ${ownCommand('restore', file, folder)}`,
    `  ${ownCommand('start', '', folder)}`,
    'Se a loja é um serviço (systemd), o usuário dele não pode criar essa pasta: pare o serviço e siga “Restaurar um backup” em docs/manual/informatica.md.',
  ];
  return { backups, list, commands };
}

/** A folder for a restored backup: the data folder itself, or a new one beside it. */
async function freeFolder(dataDir: string): Promise<string> {
  if (!(await isUsedFolder(dataDir))) return dataDir;
  for (let number = 1; ; number++) {
    const folder = `${dataDir}-restaurada${number > 1 ? `-${number}` : ''}`;
    if (!existsSync(folder)) return folder;
  }
}
