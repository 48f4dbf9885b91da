const CUT_OFF = /Connection terminated|terminating connection|connection error|57P0\d|ECONN|EPIPE/;

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
    case 'EROFS':
      return `Sem permissão para usar ${path ?? 'a pasta'}: ${message}.`;
    case 'ENOENT':
      if (path) return `Não existe: ${path}.`;
  }
  if (CUT_OFF.test(`${code} ${message}`)) {
    return `O banco de dados foi fechado ou caiu no meio do caminho (${message}).`;
  }
  return code ? `${message} (${code}).` : message;
}
