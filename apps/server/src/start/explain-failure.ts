import { existsSync } from 'node:fs';
import { damageBehind } from '../database/embedded/damaged.ts';
import type { Config } from '../program/config.ts';
import { firstOf, fullInWords, inWords, unreachableInWords } from '../program/error-words.ts';
import {
  accountName,
  currentUser,
  nearestOwner,
  ownerInWords,
  properOwner,
} from '../program/file-owner.ts';
import { ownCommand } from '../program/own-command.ts';
import { quoted } from '../program/terminal.ts';
import { wayBack } from './way-back.ts';

type SystemError = NodeJS.ErrnoException & { hostname?: string };

/** What to do about a damaged database of our own, in Portuguese; undefined when that is not the reason. */
export async function explainDamage(thrown: unknown, config: Config): Promise<string | undefined> {
  const { dataDir, backupDir, databaseUrl } = config;
  const damage = databaseUrl ? undefined : damageBehind(thrown);
  if (!damage) return undefined;
  const { list, commands } = await wayBack(config);
  return [
    damage.message,
    `Guarde a pasta ${dataDir} inteira, como está: talvez ainda se recupere dela o que não está num backup.`,
    'Antes de tudo, o diagnóstico, que não muda nada:',
    `  ${ownCommand('doctor')}`,
    ...(list.length > 0 ? ['Há backups:', ...list] : [`Não há backups em ${backupDir}.`]),
    ...commands,
  ].join('\n');
}

/**
 * The reason for a failed start, in Portuguese; undefined for a bug in the program. `service`: whom the service runs
 * as, if there is one.
 */
export function explainFailure(
  thrown: unknown,
  config: Config,
  service?: string,
): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const error: SystemError = firstOf(thrown);
  const { port, host, databaseUrl } = config;
  if (error.syscall === 'listen' || error.hostname === host) {
    switch (error.code) {
      case 'EADDRINUSE':
        return `A porta ${port} já está em uso: outro programa, ou outro Balcão, está aberto nela. Feche-o ou escolha outra em PORT.`;
      case 'EACCES':
        return `Sem permissão para abrir a porta ${port}. Escolha em PORT uma acima de 1023.`;
      default:
        return `HOST ${host} não é um endereço desta máquina (${error.code}). Tire a linha, ou use 0.0.0.0.`;
    }
  }
  const asked = databaseUrl && error.path && parameterOf(databaseUrl, error.path);
  if (asked) return `${inWords(error)} Confira ${asked} em DATABASE_URL.`;
  if (error.path)
    return explainFileError(error.path, error, { ...folderOf(error.path, config), service });
  if (databaseUrl && error.code) {
    return (
      unreachableInWords(error) ??
      `O PostgreSQL de DATABASE_URL não pôde ser aberto: ${error.message} (${error.code}).`
    );
  }
  // Balcão's own errors are in Portuguese; a TypeError is a bug.
  return error instanceof TypeError ? undefined : error.message;
}

/** Which one names this file, such as sslrootcert. */
function parameterOf(databaseUrl: string, file: string): string | undefined {
  const { searchParams } = new URL(databaseUrl.replace('@/', '@host/'));
  return [...searchParams].find(([, value]) => value === file)?.[0];
}

/** The folder of the shop that a file is in, and the variable that names it. */
function folderOf(file: string, { dataDir, backupDir }: Config) {
  const isIn = (folder: string) => `${file}/`.startsWith(`${folder}/`);
  const isBackups = isIn(backupDir) && !`${backupDir}/`.startsWith(`${dataDir}/`);
  return isBackups
    ? { folder: backupDir, variable: 'BACKUP_DIR' }
    : { folder: dataDir, variable: 'DATA_DIR' };
}

function explainFileError(
  file: string,
  error: SystemError,
  { folder, variable, service }: ReturnType<typeof folderOf> & { service: string | undefined },
): string {
  const { code, message, syscall } = error;
  switch (code) {
    case 'EROFS':
      return `${file} está num disco só de leitura. Monte-o com escrita, ou escolha outra pasta em ${variable}.`;
    case 'EACCES':
    case 'EPERM': {
      const what = `Sem permissão para usar ${file}${ownerInWords(file)}.`;
      const { seen, uid, isHidden } = nearestOwner(file);
      const hasFolder = isHidden ? `${seen}/`.startsWith(`${folder}/`) : existsSync(folder);
      if (isHidden && !hasFolder) {
        return `${what} Escolha em ${variable} uma pasta fora de ${seen}.`;
      }
      if (!hasFolder || variable === 'BACKUP_DIR') {
        const give = hasFolder ? 'chown -R' : 'install -d -m 0700 -o';
        return `${what} Inicie o Balcão com o dono da pasta, dê a pasta a quem o inicia (sudo ${give} ${currentUser()} ${quoted(folder)}), ou escolha outra em ${variable}.`;
      }
      // There is a shop in it: in another folder a new one would be opened.
      return `${what} ${wayToOwn(folder, uid, service)}`;
    }
    default:
      // What Node makes of a folder above that takes no new one.
      if (code === 'ENOENT' && syscall === 'mkdir') {
        return `${file} não pode ser criada: o disco dela é só de leitura, ou não está montado. Escolha outra em ${variable}.`;
      }
      return (
        fullInWords(error) ?? `Não foi possível usar a pasta ${folder} (${variable}): ${message}.`
      );
  }
}

const chownTo = (user: string, folder: string) =>
  `chown -R ${user}: ${quoted(folder)}; depois abra.`;

export const giveTo = (user: string, folder: string) => `Como root: ${chownTo(user, folder)}`;

/** How whoever runs a program comes to use a folder of the user `uid`. `service`: whom the service runs as, if any. */
export function wayToOwn(folder: string, uid: number, service: string | undefined): string {
  const proper = properOwner(uid, service);
  if (proper) return giveTo(proper, folder);
  if (uid === process.getuid?.()) return `Abra-a: chmod -R u+rwX ${quoted(folder)}`;
  const owner = `Rode o Balcão com o usuário ${accountName(uid)}.`;
  if (service) return owner;
  return `${owner} Se a loja agora é de quem o roda, como root: ${chownTo(currentUser(), folder)}`;
}
