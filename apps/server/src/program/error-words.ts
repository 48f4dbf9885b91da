import { ownerInWords } from './file-owner.ts';

type Failed = NodeJS.ErrnoException & { cert?: { subjectaltname?: string } };

/*
 * An error's code, system call, path and message stand one after the other; the first row that fits has its words.
 * The start, the commands, the doctor and the backups all say these.
 */
const FULL = {
  // A program of PostgreSQL that was started ends with pages of words.
  '^(ENOSPC|EDQUOT|53100) |No space left on device|Disk quota exceeded':
    'O disco está cheio. Libere espaço, ou escolha uma pasta em outro disco.',
};
const ON_DISK = {
  ...FULL,
  // As a backup that root has copied to another machine.
  '^(EACCES|EPERM) ': 'Sem permissão para usar {owned}: {message}.',
  '^EROFS ': '{path} está num disco só de leitura ({code}). Monte-o com escrita.',
  // Also what Node makes of a folder above that takes no new one.
  '^ENOENT mkdir \\S':
    '{path} não pode ser criada: a pasta acima dela não existe, ou o disco dela é só de leitura ou não está montado.',
  '^ENOENT \\S* \\S': 'Não existe: {path}.',
};
/** Why the PostgreSQL of DATABASE_URL can't be reached. */
const NOT_REACHED = {
  '^ERR_TLS_CERT_ALTNAME_INVALID ':
    'O certificado do PostgreSQL é de {names}, e não do servidor que DATABASE_URL diz. Ponha nela um nome que está no certificado, ou um certificado com o dela no PostgreSQL.',
  '^CERT_(HAS_EXPIRED|NOT_YET_VALID) ':
    'O certificado do PostgreSQL venceu ou ainda não vale ({code}). Renove-o, ou acerte a data e a hora.',
  // Node does not trust it: `sslmode=require` checks the certificate too, unlike that of psql.
  '^\\S*(CERT|UNABLE_TO_VERIFY)':
    'O certificado do PostgreSQL não foi aceito: {message} ({code}). Ponha em DATABASE_URL sslmode=verify-full&sslrootcert=ARQUIVO, com o certificado de quem o assinou (docs/install.md).',
  // Without the name that was looked up: behind a password with an @ it is a piece of the password.
  '^(ENOTFOUND|EAI_AGAIN) ':
    'O servidor de DATABASE_URL não foi encontrado ({code}). Confira o nome. Se a senha tem @ / # : ? ou %, escreva-os %40 %2F %23 %3A %3F %25.',
  '^\\S* connect ':
    'Nenhum PostgreSQL responde no endereço de DATABASE_URL ({message}). Ele está aberto, e o endereço é o dele?',
  '^(28P01|28000) ': 'O PostgreSQL não aceitou o usuário ou a senha de DATABASE_URL ({code}).',
  '^3D000 ': 'No PostgreSQL de DATABASE_URL não há o banco de dados que ela diz ({code}).',
};
const CUT_OFF = {
  'Connection terminated|terminating connection|connection error|57P0\\d|ECONN|EPIPE':
    'O banco de dados foi fechado ou caiu no meio do caminho ({message}).',
};

function wordsIn(table: Readonly<Record<string, string>>, error: Error): string | undefined {
  const { code = '', syscall = '', path = '', message, cert }: Failed = error;
  const text = `${code} ${syscall} ${path} ${message}`;
  const found = Object.entries(table).find(([begins]) => new RegExp(begins).test(text));
  const owned = () => (path ? `${path}${ownerInWords(path)}` : 'a pasta');
  return found?.[1]
    .replace('{owned}', owned)
    .replace('{path}', () => path || 'a pasta')
    .replace('{names}', () => cert?.subjectaltname ?? 'outro nome')
    .replace('{code}', () => code)
    .replace('{message}', () => message);
}

/** Node tries all addresses of a name and wraps their errors. */
export const firstOf = (error: Error): Failed =>
  (error instanceof AggregateError && error.errors[0]) || error;

export const fullInWords = (error: Error) => wordsIn(FULL, error);
export const unreachableInWords = (error: Error) => wordsIn(NOT_REACHED, error);

/** The reason for a failed command, in Portuguese for known errors of the machine and PostgreSQL. */
export function inWords(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const error = firstOf(thrown);
  const { code, message } = error;
  const words = wordsIn({ ...ON_DISK, ...NOT_REACHED, ...CUT_OFF }, error);
  return words ?? (code ? `${message} (${code}).` : message);
}
