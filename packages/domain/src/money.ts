/**
 * An amount of money in whole centavos: an integer from 0 to MAX_CENTS, or a difference of two such.
 * The brand keeps reais (what JSON and people say) from being added to centavos unseen.
 */
export type Cents = number & { readonly __unit: 'centavos' };

/** R$ 9.999.999,99: the largest amount that any field may hold. */
export const MAX_CENTS = 999_999_999 as Cents;

export const ZERO = 0 as Cents;

/** Takes an integer number of centavos as such. Throws RangeError for anything else. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not whole centavos: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/**
 * Whether a JSON number is an amount in reais that we accept: 0 to 9999999.99, at most two decimals.
 * The nearest double of a two-decimal number is what dividing its centavos by 100 gives, so the
 * comparison is exact and 0.1 + 0.2 is refused.
 */
export function isReais(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    value >= 0 &&
    value <= MAX_CENTS / 100 &&
    Math.round(value * 100) / 100 === value
  );
}

/** Reais (see isReais) to centavos. Throws RangeError for what isReais refuses. */
export function centsFromReais(reais: number): Cents {
  if (!isReais(reais)) throw new RangeError(`Not an amount in reais: ${reais}`);
  return cents(Math.round(reais * 100));
}

/** Centavos to the JSON number of reais. */
export function reaisFromCents(amount: Cents): number {
  return amount / 100;
}

/** What was typed into a money field: every digit counts, the last two are centavos. '' is 0. */
export function centsFromDigits(typed: string): Cents {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '').slice(0, 9);
  return cents(Number(digits || 0));
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

export function subtractCents(amount: Cents, taken: Cents): Cents {
  return cents(amount - taken);
}

const brazilianReais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** 'R$ 1.234,56', with the no-break space that Intl puts after the symbol. */
export function formatCents(amount: Cents): string {
  return brazilianReais.format(amount / 100);
}
