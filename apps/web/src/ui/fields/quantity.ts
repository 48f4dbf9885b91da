/** More characters than any quantity has: a bar code must be refused whole, not cut down and sold. */
const LENGTH = 15;

/** A negative number, whose field goes on showing 0: "-12" key by key must not become 2. */
const NEGATIVE = '-0';

export const NOT_WHOLE = 'A quantidade é um número inteiro.';

/**
 * The text of a quantity, with what the field held before. A text that is no whole number stays as it was typed, to be
 * refused: "1,5" must become neither 15 nor 1.
 */
export function quantityText(typed: string, before = ''): string {
  const text = typed.trim();
  if (text === '-') return text;
  const goesOn = before === NEGATIVE && text.length > 1 && text.startsWith('0');
  if (goesOn || text.startsWith('-')) return NEGATIVE;
  const kept = text.slice(0, LENGTH);
  return /^\d+$/.test(kept) ? kept.replace(/^0+(?=\d)/, '') : kept;
}

/** The text that the field shows. */
export const shownQuantity = (text: string): string => (text === NEGATIVE ? '0' : text);

/** The number in a quantity field; what is no whole number counts as 0. */
export function quantityOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : 0;
}

/** Whether the text has to be refused as no whole number. An unfinished one is none yet. */
export const isNotWhole = (text: string): boolean =>
  !/^\d+$/.test(text) && !['', '-', NEGATIVE].includes(text);
