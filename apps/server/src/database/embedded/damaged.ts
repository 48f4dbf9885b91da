import { HopelessStart } from './assert-durable.ts';

/** Files of the database are missing or cannot be read. The message is in Portuguese. */
export class DamagedDatabase extends HopelessStart {}

/** What PostgreSQL says, in its log or to a client, about files of its own that are missing or spoilt. */
const DAMAGE = new RegExp(
  [
    'could not (open|read|access) (file|directory) "([^"]*/)?(base|global|pg_\\w+(\\.conf)?)["/].*: No such file',
    'could not find the database system',
    'is not a valid data directory',
    'required WAL directory',
    'database subdirectory "[^"]+" is missing',
    'invalid (primary )?checkpoint record',
    'could not locate a (valid|required) checkpoint record',
    'incorrect checksum in control file',
    'could not access status of transaction',
    'invalid page in block',
  ].join('|'),
  'i',
);

/** The damage that PostgreSQL's words tell of; undefined when they tell of anything else, a full disk too. */
export function damageIn(words: string, cause?: unknown): DamagedDatabase | undefined {
  if (words.includes('No space left')) return undefined;
  const line = words.split('\n').findLast((each) => DAMAGE.test(each));
  if (line === undefined) return undefined;
  const reason = line.replace(/^[\d-]+ [\d:.]+ UTC \[\d+\] /, '');
  return new DamagedDatabase(
    `O banco de dados está danificado: faltam arquivos dele, ou não podem mais ser lidos.\n  PostgreSQL: ${reason}`,
    { cause },
  );
}

/** The same for a failed connection or query. */
export function damageBehind(thrown: unknown): DamagedDatabase | undefined {
  if (thrown instanceof DamagedDatabase) return thrown;
  if (!(thrown instanceof Error)) return undefined;
  const { message, detail = '' } = thrown as Error & { detail?: string };
  return damageIn(`${message}\n${detail}`, thrown);
}
