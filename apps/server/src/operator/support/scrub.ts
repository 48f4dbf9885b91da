import { isIP } from 'node:net';
import { foldText } from '@balcao/domain/search-text.ts';

/** What is personal in a shop: the words of names and logins, folded, and folders that may name a person. */
export type Personal = {
  words: ReadonlySet<string>;
  folders: readonly [path: string, as: string][];
};

const HIDDEN = '[oculto]';
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Of our keys, tokens and passwords; a name of a file or function has no digit, or is shorter. */
const LONGEST_NAME = 40;

/**
 * Removes from free text what could be a person's: names and logins of the shop, numbers that could be a
 * CPF or a matrícula, addresses, and what stands after a word for a secret. It rather hides too much.
 */
export function scrub(text: string, { words, folders }: Personal): string {
  let clean = text;
  for (const [folder, as] of folders) clean = clean.replaceAll(folder, as);
  return (
    clean
      .replaceAll(
        /((?:senha|login|password|token|chave|secret|authorization|cookie)[^:=\n]{0,60}[:=]\s*|\blogin )\S+/gi,
        `$1${HIDDEN}`,
      )
      .replaceAll(/\b(ENOTFOUND|EAI_AGAIN) \S+/g, '$1 [máquina]')
      .replaceAll(/[a-z][a-z+]*:\/\/[^\s"')]+/gi, '[endereço]')
      .replaceAll(/[^\s"'<>(=,;:]+@[^\s"'<>),;:]+/g, '[e-mail]')
      .replaceAll(/\/(home|Users)\/[^/\s"']+/g, '/$1/…')
      .replaceAll(/[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*|\d+\.\d+\.\d+\.\d+/gi, (found) =>
        isIP(found) > 0 && found !== '::' ? '[endereço IP]' : found,
      )
      .replaceAll(/[\w-]{24,}/g, (found) =>
        (/\d/.test(found) && /[a-z]/i.test(found)) || found.length > LONGEST_NAME ? HIDDEN : found,
      )
      // A CPF or a matrícula as people type it, with dots, strokes or spaces; a day is none.
      .replaceAll(/(?<!\d)\d{4}-\d\d-\d\d(?!\d)|\d(?:[.\s-]{0,2}\d){7,}|\d{5,}/g, (found) =>
        DAY.test(found) ? found : '#',
      )
      .replaceAll(/[\p{L}\p{M}]{3,}/gu, (found) => (words.has(foldText(found)) ? '[nome]' : found))
  );
}

/** Fields of a line of our log that hold no value that somebody typed. */
const PLAIN = [
  'time',
  'level',
  'method',
  'route',
  'status',
  'ms',
  'https',
  'lost',
  'reference',
  'reqId',
];

/** A line of balcao.log with the fields that are known; without `personal` none of its free text. */
export function scrubLogLine(line: string, personal: Personal | undefined): string {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(line);
  } catch {
    return '[linha que não pôde ser lida]';
  }
  const kept: Record<string, unknown> = {};
  for (const name of PLAIN) if (name in given) kept[name] = given[name];
  if (!personal) return JSON.stringify({ ...kept, code: (given.err as { code?: string })?.code });
  if (typeof given.msg === 'string') kept.msg = scrub(given.msg, personal);
  const { name, code, message, stack } = (given.err ?? {}) as Record<string, unknown>;
  if (given.err) {
    kept.err = {
      name,
      code,
      message: scrub(String(message), personal),
      // The lines above the first frame repeat the message.
      stack: String(stack)
        .split('\n')
        .filter((frame) => /^ {4}at /.test(frame))
        .map((frame) => scrub(frame, { ...personal, words: new Set() }).trim()),
    };
  }
  return JSON.stringify(kept);
}
