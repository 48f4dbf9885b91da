/**
 * More digits than any quantity has: a bar code scanned into this field must be seen whole and refused,
 * not cut down to its first digits and sold.
 */
const DIGITS = 15;

/**
 * What the quantity field shows for what was typed: digits without leading zeros, and 0 for anything
 * negative. A lone minus sign stays, or "-5" typed key by key would become 5.
 */
export function quantityText(typed: string): string {
  const text = typed.trim();
  if (text === '-') return text;
  if (text.startsWith('-')) return '0';
  // A decimal part is dropped, not glued on: "1,5" must never become 15.
  const digits = (text.split(/[.,]/)[0] ?? '').replace(/\D/g, '').slice(0, DIGITS);
  return digits.replace(/^0+(?=\d)/, '');
}

/** The number that a quantity field's text stands for; an unfinished one counts as 0. */
export function quantityOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : 0;
}
