/**
 * Text as search compares it: no accents, no case, single spaces. "Lápis  HB" and "lapis hb" are equal.
 * The database's fold_text() does the same; sale and product lists and the counter agree that way.
 */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
