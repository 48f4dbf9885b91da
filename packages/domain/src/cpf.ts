/** Length of a CPF in digits, and with its mask 000.000.000-00. */
export const CPF_DIGITS = 11;
export const CPF_MASKED_LENGTH = 14;

/** Keeps the digits of what was typed. */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '');
}

/** Puts the mask 000.000.000-00 on as many digits as there are (those past the eleventh are dropped). */
export function formatCpf(typed: string): string {
  const digits = digitsOf(typed).slice(0, CPF_DIGITS);
  const [a, b, c, d] = [
    digits.slice(0, 3),
    digits.slice(3, 6),
    digits.slice(6, 9),
    digits.slice(9),
  ];
  return a + (b && `.${b}`) + (c && `.${c}`) + (d && `-${d}`);
}

/** Whether eleven digits carry the two check digits that the Receita Federal would give them. */
export function hasValidCheckDigits(cpf: string): boolean {
  const digits = digitsOf(cpf);
  // Eleven equal digits satisfy the sum but are never issued.
  if (digits.length !== CPF_DIGITS || /^(\d)\1+$/.test(digits)) return false;
  return withCheckDigits(digits.slice(0, 9)) === digits;
}

/** Nine digits to the eleven of a valid CPF. */
export function withCheckDigits(nineDigits: string): string {
  const first = nineDigits + checkDigit(nineDigits);
  return first + checkDigit(first);
}

function checkDigit(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    sum += Number(digits[index]) * (digits.length + 1 - index);
  }
  const rest = (sum * 10) % 11;
  return rest === 10 ? 0 : rest;
}
