import { CPF_DIGITS, digitsOf } from '@balcao/domain/cpf.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';

export type Registered = { readonly id: number; readonly name: string };

/** The client or the student of the sale: what was typed, and who answers to it. */
export type Buyer = {
  /** The CPF or matrícula, digits alone. */
  readonly digits: string;
  readonly name: string;
  /** Who has exactly these digits, once the look-up has said so. */
  readonly registered: Registered | null;
};

export const NOBODY: Buyer = { digits: '', name: '', registered: null };

/** A look-up starts at exactly this many digits, of a CPF and of a matrícula alike. */
export const LOOKUP_DIGITS = CPF_DIGITS;

/**
 * Other digits are another person: who was found goes, and so does a name that came from there, or the
 * next person would be registered under it. A name that was typed stays.
 */
export function withDigits(buyer: Buyer, typed: string, maxDigits: number): Buyer {
  const digits = digitsOf(typed).slice(0, maxDigits);
  if (digits === buyer.digits) return buyer;
  const borrowed = buyer.registered !== null && buyer.name === buyer.registered.name;
  return { digits, name: borrowed ? '' : buyer.name, registered: null };
}

/**
 * The answer of a look-up; one for digits that are no longer there is dropped. It fills in the name, but
 * not over the hands of somebody who has begun to type one while it was awaited.
 */
export function withFound(
  buyer: Buyer,
  digits: string,
  found: Registered,
  { keepName = false } = {},
): Buyer {
  if (digits !== buyer.digits) return buyer;
  const name = keepName ? buyer.name : found.name;
  return { digits, name, registered: { id: found.id, name: found.name } };
}

/** The registered name, when what is on the screen differs from it: the sale is made with that one. */
export function nameOnRecord(buyer: Buyer): string | undefined {
  const name = buyer.registered?.name;
  return name !== undefined && tidyText(name) !== tidyText(buyer.name) ? name : undefined;
}

/** Whether the sale would register a student whom nobody can tell by name. */
export function isNamelessStudent({ digits, name, registered }: Buyer): boolean {
  return digits !== '' && registered === null && name.trim() === '';
}
