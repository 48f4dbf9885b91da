import { ownerInWords } from './file-owner.ts';

const FULL = /^(ENOSPC|EDQUOT|53100) |No space left on device|Disk quota exceeded/;
const NOWHERE = /^(ENOTFOUND|EAI_AGAIN)$/;
const CUT_OFF = /Connection terminated|terminating connection|connection error|57P0\d|ECONN|EPIPE/;
/** Codes of Node for a certificate that it does not trust. */
export const CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;

/** `sslmode=require` checks the certificate too, unlike that of psql. */
export function certificateInWords({ code, message }: NodeJS.ErrnoException): string {
  return `O certificado do PostgreSQL não foi aceito: ${message} (${code}). Ponha em DATABASE_URL sslmode=verify-full&sslrootcert=ARQUIVO, com o certificado de quem o assinou (docs/install.md).`;
}

/**
 * Why the PostgreSQL of DATABASE_URL can't be reached; undefined for anything else. The name that was looked up is
 * left out: behind a password with an @ it is a piece of the password.
 */
export function unreachableInWords({ code = '', syscall, message }: NodeJS.ErrnoException) {
  if (NOWHERE.test(code)) {
    return `O servidor de DATABASE_URL não foi encontrado (${code}). Confira o nome. Se a senha tem @ / # : ? ou %, escreva-os %40 %2F %23 %3A %3F %25.`;
  }
  if (syscall === 'connect') {
    return `Nenhum PostgreSQL responde no endereço de DATABASE_URL (${message}). Ele está aberto, e o endereço é o dele?`;
  }
  if (code === '28P01' || code === '28000') {
    return `O PostgreSQL não aceitou o usuário ou a senha de DATABASE_URL (${code}).`;
  }
  if (code === '3D000') {
    return `No PostgreSQL de DATABASE_URL não há o banco de dados que ela diz (${code}).`;
  }
  return undefined;
}

/** The reason for a failed command, in Portuguese for known errors of the machine and PostgreSQL. */
export function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node tries all addresses of a name and wraps their errors.
  if (error instanceof AggregateError && error.errors[0]) return inWords(error.errors[0]);
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  // A program of PostgreSQL that was started ends with pages of words.
  if (FULL.test(`${code} ${message}`)) {
    return 'O disco está cheio. Libere espaço, ou escolha uma pasta em outro disco.';
  }
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      // As a backup that root has copied to another machine.
      return `Sem permissão para usar ${path ? `${path}${ownerInWords(path)}` : 'a pasta'}: ${message}.`;
    case 'EROFS':
      return `Sem permissão para usar ${path ?? 'a pasta'}: ${message}.`;
    case 'ENOENT':
      if (path) return `Não existe: ${path}.`;
  }
  if (CERTIFICATE.test(code)) return certificateInWords(error);
  const unreachable = unreachableInWords(error);
  if (unreachable) return unreachable;
  if (CUT_OFF.test(`${code} ${message}`)) {
    return `O banco de dados foi fechado ou caiu no meio do caminho (${message}).`;
  }
  return code ? `${message} (${code}).` : message;
}
