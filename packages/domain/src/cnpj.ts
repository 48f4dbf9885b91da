/** 18, with its mask 00.000.000/0000-00. */
export const CNPJ_MASKED_LENGTH = 18;

/**
 * The tax number of an institution with its mask; undefined unless its check digits are those of the Receita
 * Federal. Since July 2026 the first twelve signs may be letters too, which count as their ASCII code less 48.
 */
export function formatCnpj(typed: string): string | undefined {
  const signs = typed.replace(/[.\-/\s]/g, '').toUpperCase();
  // Fourteen equal digits are never issued.
  if (!/^[0-9A-Z]{12}\d\d$/.test(signs) || /^(\d)\1+$/.test(signs)) return undefined;
  const first = checkDigit(signs.slice(0, 12));
  const second = checkDigit(signs.slice(0, 12) + first);
  if (signs.slice(12) !== `${first}${second}`) return undefined;
  return signs.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

/** The weights run from 2 to 9 from the right, and again. */
function checkDigit(signs: string): number {
  let sum = 0;
  for (let at = 0; at < signs.length; at++) {
    sum += (signs.charCodeAt(at) - 48) * (2 + ((signs.length - 1 - at) % 8));
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
