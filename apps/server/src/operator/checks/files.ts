import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { namesIn } from '../../backup/shop-files.ts';
import { clusterPaths } from '../../database/embedded/cluster.ts';
import { inWords } from '../../program/error-words.ts';
import { accountName, nearestOwner, properOwner } from '../../program/file-owner.ts';
import { ownCommand } from '../../program/own-command.ts';
import { quoted } from '../../program/terminal.ts';
import { giveTo, wayToOwn } from '../../start/explain-failure.ts';
import { attention, type Finding, ok, problem } from './finding.ts';

const WHAT = 'pasta de dados';
/** They open the database or the chain of the audit, or hold names and CPFs. */
const SECRET = /^(audit\.(key|head)|.*\.password|superuser-password|.*\.backup)$/;
const OTHERS = 0o077;
const EVERYBODY_WRITES = 0o002;
/** It refuses to start with more than 0750. */
const MORE_THAN_POSTGRES_TAKES = 0o027;
/** Where npm run demo and the demo of a bundle keep theirs. */
const SAMPLES = ['data-demo', 'balcao-demo'];

/** Without `backupDir` nothing may be asked of it. */
export type Folders = { dataDir: string; backupDir: string | undefined };

/**
 * Whether the data folder and its keys are ours to write and nobody else's to read. `user`: whom the service runs as,
 * if there is one.
 */
export async function checkFiles(
  { dataDir, backupDir = dataDir }: Folders,
  user?: string,
): Promise<Finding[]> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const folder = await stat(dataDir);
    const found: Finding[] = [];
    const owner = accountName(folder.uid);
    const proper = properOwner(folder.uid, user);
    if (proper && user) {
      const words = `${dataDir} é do usuário ${owner}, e a loja roda como ${user}.`;
      found.push(problem(WHAT, words, giveTo(proper, dataDir)));
    } else if (proper && folder.uid !== 0) {
      // Root may use it, and the shop's user may not.
      const words = `${dataDir} é do usuário ${owner}, que esta máquina não conhece.`;
      found.push(attention(WHAT, words, giveTo(proper, dataDir)));
    }
    const cluster = clusterPaths(dataDir).folder;
    const mode = (await stat(cluster).catch(() => undefined))?.mode ?? 0;
    if (mode & MORE_THAN_POSTGRES_TAKES) {
      const words = `o PostgreSQL não abre um banco que outros usuários da máquina alcançam (${cluster}).`;
      found.push(problem(WHAT, words, `chmod -R go-rwx ${quoted(cluster)}`));
    }
    if (folder.mode & EVERYBODY_WRITES) {
      found.push(
        problem(WHAT, `qualquer um escreve em ${dataDir}.`, `chmod o-w ${quoted(dataDir)}`),
      );
    }
    const open: string[] = [];
    const foreign: string[] = [];
    for (const place of new Set([dataDir, path.join(dataDir, 'postgres'), backupDir])) {
      // What is wrong with the folder of the backups is said of them.
      const names = namesIn(place).catch((error) => {
        if (place !== backupDir || place === dataDir) throw error;
        return [];
      });
      for (const name of await names) {
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
      : [ok(WHAT, `${dataDir} é do usuário ${owner}; chaves e backups só ele lê.`)];
  } catch (error) {
    return [problem(WHAT, inWords(error), remedy(error as NodeJS.ErrnoException, dataDir, user))];
  }
}

/** For a disk that can only be read. */
export const REMOUNT = 'Monte o disco com escrita (mount -o remount,rw PONTO).';

function remedy({ code }: NodeJS.ErrnoException, dataDir: string, user?: string): string {
  if (code === 'ENOENT') {
    const sample = SAMPLES.map((name) => path.join(dataDir, '..', name)).find((each) =>
      existsSync(each),
    );
    const it = sample && ` A de demonstração: ${ownCommand('doctor', '', sample)}`;
    return `Diga em DATA_DIR onde está a loja, ou abra-a (${ownCommand('start')}).${it ?? ''}`;
  }
  if (code === 'EROFS') {
    return `${REMOUNT} Se ele fica só de leitura, está com defeito: copie a pasta para outro.`;
  }
  const { seen, uid, isHidden } = nearestOwner(dataDir);
  if (isHidden && seen !== dataDir) {
    const who = user ? `o usuário ${user}, ou como root` : 'quem abre a loja, ou como root';
    return `Rode o comando com ${who}. Se a própria loja não entra em ${seen}, escolha em DATA_DIR uma pasta fora dela.`;
  }
  return wayToOwn(dataDir, uid, user);
}
