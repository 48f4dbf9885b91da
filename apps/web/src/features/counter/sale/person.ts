import { digitsOf } from '@balcao/domain/cpf.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';

export type Registered = { readonly id: number; readonly name: string };

/** The client or the student of the sale, as typed and as registered. */
export type Person = {
  /** The CPF or matrícula, digits alone. */
  readonly digits: string;
  readonly name: string;
  /** The person with exactly these digits, once a look-up has found them. */
  readonly registered: Registered | null;
  /** Somebody has typed the digits to their end before, on another counter. */
  readonly complete?: true;
};

export const NOBODY: Person = { digits: '', name: '', registered: null };

/**
 * Other digits belong to another person. A name that came from the registration goes with it, or the next
 * person would be registered under it; a typed name stays.
 */
export function withDigits(person: Person, typed: string, maxDigits: number): Person {
  const digits = digitsOf(typed).slice(0, maxDigits);
  if (digits === person.digits) return person;
  const name = person.name === person.registered?.name ? '' : person.name;
  return { digits, name, registered: null };
}

/** The registered name, when the screen shows another: the sale is made under the registered one. */
export function nameOnRecord({ name, registered }: Person): string | undefined {
  return registered && tidyText(registered.name) !== tidyText(name) ? registered.name : undefined;
}

/** The name that the sale is made under. */
export function saleName({ name, registered }: Person): string {
  return registered?.name ?? tidyText(name);
}

/** The digits of a person who is registered; '' for any other. */
export function digitsOnRecord({ digits, registered }: Person): string {
  return registered ? digits : '';
}

/** Whether the sale would register a student without a name. */
export function isNamelessStudent({ digits, name, registered }: Person): boolean {
  return digits !== '' && registered === null && name.trim() === '';
}
