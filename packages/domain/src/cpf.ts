export const CPF_DIGITS = 11;
/** The length of a CPF with its mask, 000.000.000-00. */
export const CPF_MASKED_LENGTH = 14;

export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '');
}

const HIDDEN = '•';

/** The CPF of somebody who has not said it: •••.982.247-••. */
export function hiddenCpf(cpf: string): string {
  const digits = digitsOf(cpf);
  return `${HIDDEN.repeat(3)}.${digits.slice(3, 6)}.${digits.slice(6, 9)}-${HIDDEN.repeat(2)}`;
}

export const isHiddenCpf = (text: string): boolean => text.includes(HIDDEN);

/**
 * Puts the mask 000.000.000-00 on the digits typed so far; drops those after the eleventh. A hidden CPF has its
 * mask.
 */
export function formatCpf(typed: string): string {
  if (isHiddenCpf(typed)) return typed;
  return digitsOf(typed)
    .slice(0, CPF_DIGITS)
    .replace(/^(\d{9})(?=\d)/, '$1-')
    .replace(/^(\d{6})(?=\d)/, '$1.')
    .replace(/^(\d{3})(?=\d)/, '$1.');
}

/** Whether a CPF has eleven digits and the check digits of the Receita Federal. */
export function hasValidCheckDigits(cpf: string): boolean {
  const digits = digitsOf(cpf);
  // Eleven equal digits have valid check digits but are never issued.
  if (digits.length !== CPF_DIGITS || /^(\d)\1+$/.test(digits)) return false;
  return withCheckDigits(digits.slice(0, 9)) === digits;
}

export function withCheckDigits(nineDigits: string): string {
  const tenDigits = nineDigits + checkDigit(nineDigits);
  return tenDigits + checkDigit(tenDigits);
}

function checkDigit(digits: string): number {
  let sum = 0;
  for (const [index, digit] of [...digits].entries()) {
    sum += Number(digit) * (digits.length + 1 - index);
  }
  const rest = (sum * 10) % 11;
  return rest === 10 ? 0 : rest;
}
