/**
 * Whole centavos: an amount from 0 to MAX_CENTS, a sum of such amounts, or a difference. The brand prevents
 * reais, which JSON and people use, from being added to centavos by mistake.
 */
export type Cents = number & { readonly __unit: 'centavos' };

/** R$ 9.999.999,99: the largest amount of any field. */
export const MAX_CENTS = 999_999_999 as Cents;

export const ZERO = 0 as Cents;

/** Throws RangeError unless the value is an integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not whole centavos: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/**
 * Whether a JSON number is an amount in reais: 0 to 9999999.99 with at most two decimals. The comparison is
 * exact, because dividing centavos by 100 gives the nearest double: 0.1 + 0.2 is refused.
 */
export function isReais(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    value >= 0 &&
    value <= MAX_CENTS / 100 &&
    Math.round(value * 100) / 100 === value
  );
}

/** Throws RangeError unless isReais. */
export function centsFromReais(reais: number): Cents {
  if (!isReais(reais)) throw new RangeError(`Not an amount in reais: ${reais}`);
  return cents(Math.round(reais * 100));
}

/** Converts a difference or a sum, which may be below zero or large. Throws RangeError if it is no number. */
export function centsOfSum(reais: number): Cents {
  return cents(Math.round(reais * 100));
}

export function reaisFromCents(amount: Cents): number {
  return amount / 100;
}

/** Reads a money field: every digit counts, and the last two are centavos. '' is 0. */
export function centsFromDigits(typed: string): Cents {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '').slice(0, 9);
  return cents(Number(digits || 0));
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

/** Adds amounts in reais, to the centavo. Throws as centsOfSum and sumCents. */
export function sumReais(amounts: readonly number[]): number {
  return reaisFromCents(sumCents(amounts.map(centsOfSum)));
}

export function subtractCents(amount: Cents, taken: Cents): Cents {
  return cents(amount - taken);
}

const brazilianReais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** 'R$ 1.234,56', with a no-break space after the symbol; less than zero with a minus as wide as a figure. */
export function formatCents(amount: Cents): string {
  return brazilianReais.format(amount / 100).replace('-', '−');
}

/** The same for a sum of any size in reais. Throws RangeError if it is no number. */
export function formatReais(reais: number): string {
  return formatCents(centsOfSum(reais));
}
