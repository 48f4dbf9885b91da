import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { namesIn } from '../../backup/shop-files.ts';
import { inWords } from '../../program/error-words.ts';
import { quoted } from '../../program/terminal.ts';
import { attention, type Finding, ok, problem } from './finding.ts';

const WHAT = 'pasta de dados';
/** They open the database or the chain of the audit, or hold names and CPFs. */
const SECRET = /^(audit\.(key|head)|.*\.password|superuser-password|.*\.backup)$/;
const OTHERS = 0o077;
const EVERYBODY_WRITES = 0o002;

/** Without `backupDir` nothing may be asked of it. */
export type Folders = { dataDir: string; backupDir: string | undefined };

/** Whether the data folder and its keys are ours to write and nobody else's to read. */
export async function checkFiles({ dataDir, backupDir = dataDir }: Folders): Promise<Finding[]> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const folder = await stat(dataDir);
    const found: Finding[] = [];
    if (folder.mode & EVERYBODY_WRITES) {
      found.push(
        problem(WHAT, `qualquer um escreve em ${dataDir}.`, `chmod o-w ${quoted(dataDir)}`),
      );
    }
    const open: string[] = [];
    const foreign: string[] = [];
    for (const place of new Set([dataDir, path.join(dataDir, 'postgres'), backupDir])) {
      for (const name of await namesIn(place)) {
        const file = path.join(place, name);
        const stats = await stat(file).catch(() => undefined);
        if (!stats?.isFile()) continue;
        if (SECRET.test(name) && stats.mode & OTHERS) open.push(file);
        if (place === dataDir && folder.uid !== 0 && stats.uid !== folder.uid) foreign.push(file);
      }
    }
    if (open.length > 0) {
      const files = open.map(quoted).join(' ');
      found.push(
        problem(WHAT, 'outros usuários da máquina leem chaves ou backups.', `chmod 600 ${files}`),
      );
    }
    if (foreign.length > 0) {
      const files = foreign.map(quoted).join(' ');
      found.push(
        attention(
          WHAT,
          `há arquivos que não são do dono da pasta, talvez de um comando rodado como root.`,
          `chown ${folder.uid}:${folder.gid} ${files}`,
        ),
      );
    }
    return found.length > 0
      ? found
      : [ok(WHAT, `${dataDir} é do usuário de número ${folder.uid}; chaves e backups só ele lê.`)];
  } catch (error) {
    return [problem(WHAT, inWords(error), 'Rode o comando com o usuário do Balcão, ou como root.')];
  }
}
