// npm run backup

import { existsSync } from 'node:fs';
import path from 'node:path';
import { apartFrom } from '../backup/apart/apart.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { describeBackup, megabytes, showProgress } from '../backup/progress.ts';
import { runProgram, say, terminalLog } from '../program/terminal.ts';

await runProgram('O backup não foi feito', async (config, signal) => {
  const started = Date.now();
  const { backupDir, backupMount, dataDir, auditKey } = config;
  // A disk that hangs would keep this command, and Ctrl+C would not end it.
  await apartFrom('backups').ask('seeBackups', { backupDir, backupMount, tries: false });
  const work = { log: terminalLog, onProgress: showProgress(), signal };
  const { file, bytes, head } = await makeBackup({ ...config, ...work });
  const seconds = Math.ceil((Date.now() - started) / 1000);
  say(`\nBackup feito, restaurado à parte e comparado em ${seconds} s:\n  ${file}`);
  say(`  ${megabytes(bytes)}; ${describeBackup(head)}`);
  if (!auditKey && !existsSync(path.join(dataDir, 'audit.key'))) {
    const where = 'docs/manual/informatica.md, “Perdi audit.key ou audit.head”';
    say(`  ATENÇÃO: este backup não tem audit.key, que falta. Traga-a de um anterior: ${where}.`);
  }
});
