/** More digits than any quantity has: a scanned bar code must be refused whole, not cut down and sold. */
const DIGITS = 15;

/**
 * The text that the quantity field shows: digits without leading zeros, and 0 for anything negative. A lone
 * minus sign stays, or "-5" typed key by key would become 5.
 */
export function quantityText(typed: string): string {
  const text = typed.trim();
  if (text === '-') return text;
  if (text.startsWith('-')) return '0';
  // The decimals are dropped: "1,5" must never become 15.
  const digits = (text.split(/[.,]/)[0] ?? '').replace(/\D/g, '').slice(0, DIGITS);
  return digits.replace(/^0+(?=\d)/, '');
}

/** The number in a quantity field; an unfinished one counts as 0. */
export function quantityOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : 0;
}
