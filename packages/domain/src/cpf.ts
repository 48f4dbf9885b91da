export const CPF_DIGITS = 11;
/** With its mask, 000.000.000-00. */
export const CPF_MASKED_LENGTH = 14;

export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '');
}

/** Puts the mask 000.000.000-00 on the digits typed so far; drops those after the eleventh. */
export function formatCpf(typed: string): string {
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
