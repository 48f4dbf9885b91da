/**
 * Reads values of a response that another server may have made: what is missing or has another type becomes
 * what is nearest to it, since one odd value must not stop a page.
 */

/** The items of a list; none for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** '' for null, missing, and what is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}

/** The number, also of a text like "150.50"; `otherwise` for anything else. */
export function numberOf(value: unknown, otherwise = 0): number {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : otherwise;
}

/** Whether the text `true` or the number 1 was meant, as some servers write it. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === 'true';
}
