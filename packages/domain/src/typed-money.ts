import { type Cents, cents, MAX_CENTS } from './money.ts';

/** Why a text is no amount. */
export type NoAmount = 'unreadable' | 'negative' | 'decimals' | 'too_large';

const BRAZILIAN = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d*))?$/;
const ENGLISH = /^(\d{1,3}(?:,\d{3})+|\d+)\.(\d{1,2})$/;

const isMarkedNegative = (bare: string) =>
  /^[-−]/.test(bare) || (bare.startsWith('(') && bare.endsWith(')')) || /\d-$/.test(bare);

/**
 * Reads an amount as a spreadsheet or another program writes it: 'R$ 1.234,50', '12,9', '12.90'. A dot before
 * three digits groups thousands, as Brazilians write. Three decimals are refused: '12,900' may be thousands.
 */
export function centsTyped(text: string): Cents | NoAmount {
  const bare = text.replace(/\s/g, '').replace(/^([-−]?)R\$/i, '$1');
  if (/\d/.test(bare) && isMarkedNegative(bare)) return 'negative';
  const [, whole, decimals = ''] = BRAZILIAN.exec(bare) ?? ENGLISH.exec(bare) ?? [];
  if (whole === undefined) return 'unreadable';
  if (decimals.length > 2) return 'decimals';
  // So long a number of digits only compares; it is never rounded and stored.
  const amount = Number(whole.replace(/\D/g, '') + decimals.padEnd(2, '0'));
  return amount > MAX_CENTS ? 'too_large' : cents(amount);
}
