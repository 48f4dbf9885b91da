import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { findBackups } from '../backup/found-backups.ts';
import { movedOutInWords } from '../backup/move-shop.ts';
import { describeBackup } from '../backup/progress.ts';
import { isUsedFolder } from '../backup/restore-backup.ts';
import { clusterPaths } from '../database/embedded/cluster.ts';
import type { Config } from '../program/config.ts';
import { ownCommand } from '../program/own-command.ts';
import { quoted } from '../program/terminal.ts';

/** Files that only a shop leaves. */
const TRACES = ['audit.head', 'audit.key', 'balcao_app.password', 'postgres'];
const SHOWN = 5;

export function holdsDatabase(dataDir: string): boolean {
  return existsSync(clusterPaths(dataDir).home);
}

/**
 * Throws, with the commands that restore a backup, when there are traces of another shop: within a week the
 * backups of a new shop would replace those of the lost one. Call it when the database is empty.
 */
export async function refuseNewBesideOther({ dataDir, backupDir }: Config): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => []);
  const traces = TRACES.filter((name) => names.includes(name));
  const backups = await findBackups(backupDir);
  if (traces.length + backups.length === 0) return;
  const moved = movedOutInWords(dataDir, names);
  const lines = moved ? [moved] : [];
  lines.push('O banco de dados está vazio, mas aqui já houve uma loja:');
  if (traces.length > 0) lines.push(`  em ${dataDir}: ${traces.join(', ')}`);
  for (const { file, head } of backups.slice(0, SHOWN)) {
    lines.push(`  backup ${file} (${head ? describeBackup(head) : 'não pôde ser lido'})`);
  }
  if (backups.length > SHOWN) lines.push(`  e mais ${backups.length - SHOWN} backups`);
  lines.push('Nada foi mudado: os backups de uma loja nova tomariam o lugar dos bons.');
  const folder = `DATA_DIR=${quoted(await freeFolder(dataDir))}`;
  const file = backups[0] ? quoted(backups[0].file) : 'ARQUIVO.backup';
  lines.push(
    'Para voltar a um backup (sem DATABASE_URL):',
    `  ${folder} ${ownCommand('restore', file)}`,
    `  ${folder} ${ownCommand('start')}`,
    'Se o banco da loja ficava em outro PostgreSQL, diga qual em DATABASE_URL.',
    'Para começar outra loja, escolha outra pasta em DATA_DIR, e outra em BACKUP_DIR se há backups nela.',
  );
  throw new Error(lines.join('\n'));
}

/** A folder for a restored backup: the data folder itself, or a new one beside it. */
async function freeFolder(dataDir: string): Promise<string> {
  if (!(await isUsedFolder(dataDir))) return dataDir;
  for (let number = 1; ; number++) {
    const folder = `${dataDir}-restaurada${number > 1 ? `-${number}` : ''}`;
    if (!existsSync(folder)) return folder;
  }
}
