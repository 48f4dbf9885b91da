import { ownerInWords } from './file-owner.ts';

const CUT_OFF = /Connection terminated|terminating connection|connection error|57P0\d|ECONN|EPIPE/;
/** Codes of Node for a certificate that it does not trust. */
export const CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;

/** `sslmode=require` checks the certificate too, unlike that of psql. */
export function certificateInWords({ code, message }: NodeJS.ErrnoException): string {
  return `O certificado do PostgreSQL não foi aceito: ${message} (${code}). Ponha em DATABASE_URL sslmode=verify-full&sslrootcert=ARQUIVO, com o certificado de quem o assinou (docs/install.md).`;
}

/** The reason for a failed command, in Portuguese for known errors of the machine and PostgreSQL. */
export function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case '53100':
      return 'O disco está cheio. Libere espaço, ou escolha uma pasta em outro disco.';
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
  if (CUT_OFF.test(`${code} ${message}`)) {
    return `O banco de dados foi fechado ou caiu no meio do caminho (${message}).`;
  }
  return code ? `${message} (${code}).` : message;
}
