import { foldText } from '../search-text.ts';

/** Whether money came or went. */
export type Direction = 'in' | 'out';

const WORDS: Record<Direction, readonly string[]> = {
  in: 'c cr cred credito creditos credit entrada entradas'.split(' '),
  out: 'd db deb debito debitos debit saida saidas'.split(' '),
};
const MINUS = /[-−–]/;

/** What a text says that holds nothing else: 'D', 'Crédito', 'C - Cred.', '+'. Undefined for any other text. */
export function directionWord(text: string): Direction | undefined {
  const words = foldText(text).match(/[a-z0-9]+/g);
  if (!words) return signIn(text);
  return (['in', 'out'] as const).find((way) => words.every((word) => WORDS[way].includes(word)));
}

const signIn = (text: string): Direction | undefined =>
  MINUS.test(text) ? 'out' : text.includes('+') ? 'in' : undefined;

/** Cells that say the direction and nothing else, under any heading; some may be blank. Dashes alone are blanks. */
export function saysDirection(cells: readonly string[]): boolean {
  const said = cells.filter((cell) => cell.trim() !== '');
  const isDash = said.every((cell) => signIn(cell) === 'out' && !/[a-z]/i.test(cell));
  return !isDash && said.every((cell) => directionWord(cell) !== undefined);
}

/** An amount as banks write it, in its parts: '-R$ 1,00', '1,00 D', '(1,00)', 'CR 1,00', '1,00-'. */
export function partsOfAmount(text: string): {
  /** Without sign and mark; a text that is no amount stays as it is. */
  bare: string;
  sign: Direction | undefined;
  mark: Direction | undefined;
} {
  const close = text.replace(/R\$|\s/gi, '');
  const [, before = '', bare = '', after = ''] = /^(\D*)(\d[\d.,]*)(\D*)$/.exec(close) ?? [];
  const around = before + after;
  const isBracketed = before.endsWith('(') && after.startsWith(')');
  const sign = isBracketed ? 'out' : signIn(around);
  const mark = /[a-z]/i.test(around) ? directionWord(around) : undefined;
  // Of other letters around an amount, such as another currency's, nothing is known.
  const isAmount = bare !== '' && (mark !== undefined || /^[-−–+()]*$/.test(around));
  return isAmount ? { bare, sign, mark } : { bare: close, sign: undefined, mark: undefined };
}
