import { digitsOf, isHiddenCpf } from '@balcao/domain/cpf.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';

export type Registered = { readonly id: number; readonly name: string };

/** The client or the student of the sale, as typed and as registered. */
export type Person = {
  /** The CPF or matrícula, digits alone. The CPF of a client who was offered is hidden. */
  readonly digits: string;
  readonly name: string;
  /** The person with exactly these digits, once a look-up has found them. */
  readonly registered: Registered | null;
  /** The digits are all there: they were chosen, or their field was left, perhaps on another counter. */
  readonly complete?: true;
};

export const NOBODY: Person = { digits: '', name: '', registered: null };

/** Whether a text is these digits with one more among them. */
function isOneLonger(digits: string, typed: string): boolean {
  const at = [...digits].findIndex((digit, index) => typed[index] !== digit);
  const place = at < 0 ? digits.length : at;
  return typed.length === digits.length + 1 && typed.slice(place + 1) === digits.slice(place);
}

/**
 * Other digits belong to another person. A name that came from the registration goes with it, or the next
 * person would be registered under it; a typed name stays. A number that is all there takes no further digit,
 * which was meant for another field: to change the number, something is deleted or typed over.
 */
export function withDigits(person: Person, typed: string, maxDigits: number): Person {
  // The visible digits of a hidden CPF are no part of another.
  const shown = isHiddenCpf(person.digits) ? digitsOf(person.digits) : '';
  const typedDigits = digitsOf(typed).replace(shown, '');
  const isWhole = person.digits.length === maxDigits || (person.complete && person.registered);
  if (isWhole && isOneLonger(person.digits, typedDigits)) return person;
  const digits = typedDigits.slice(0, maxDigits);
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

/** The digits of a person who is registered; '' for any other, and for a hidden CPF. */
export function digitsOnRecord({ digits, registered }: Person): string {
  return registered && !isHiddenCpf(digits) ? digits : '';
}
