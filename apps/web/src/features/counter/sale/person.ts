import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { CPF_DIGITS, digitsOf, hiddenCpf, isHiddenCpf } from '@balcao/domain/cpf.ts';
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
  /** Of a student: the first client whom the counter knew while the student was on it. */
  readonly beside?: Beside;
};

type Beside = {
  /** The CPF is hidden: it is stored in one place alone. Without an id the look-up was still on its way. */
  readonly client: { readonly id?: number | undefined; readonly hidden: string };
  /** offered: the student came through the client. read: by a card, onto the client's order. */
  readonly how: 'offered' | 'read' | 'typed';
  /** The hidden CPF of the client for whom the seller has confirmed the student. */
  readonly confirmed?: string;
};

/** Of a CPF and of a matrícula. */
export const MAX_DIGITS = { client: CPF_DIGITS, student: MAX_LENGTH.registration };

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

/** What is odd about the name that the sale is made under: digits alone may be the code of a product. */
export function nameDoubt(person: Person): string | undefined {
  const name = saleName(person);
  if (person.digits === '') return undefined;
  if (name === '') return 'sem nome';
  const isNumber = person.registered === null && /\d/.test(name) && !/\p{L}/u.test(name);
  return isNumber ? 'com nome só de números' : undefined;
}

/** The digits of a person who is registered; '' for any other, and for a hidden CPF. */
export function digitsOnRecord({ digits, registered }: Person): string {
  return registered && !isHiddenCpf(digits) ? digits : '';
}

/** The matrículas of the students whom a client bought for. */
export type Family = {
  readonly of: string;
  readonly students: readonly string[];
  /** There may be others, but for this matrícula. */
  readonly more: boolean;
  readonly sure?: string;
};

type Couple = { readonly client: Person; readonly student: Person };

export const besideClient = (
  { digits, registered }: Person,
  how: Beside['how'],
): Pick<Person, 'beside'> =>
  registered || digits.length === CPF_DIGITS
    ? { beside: { client: { id: registered?.id, hidden: hidden(digits) }, how } }
    : {};

export const hidden = (cpf: string) => (isHiddenCpf(cpf) ? cpf : hiddenCpf(cpf));

/** Nobody is somebody else while the CPF is being typed. */
function isOther({ digits, registered }: Person, { client }: Beside): boolean {
  if (registered && client.id) return registered.id !== client.id;
  return (registered !== null || digits.length === CPF_DIGITS) && hidden(digits) !== client.hidden;
}

const bought = (family: Family | null, { client, student }: Couple) =>
  family?.of === client.digits && family.students.includes(student.digits);

/**
 * The student as the client leaves them: undefined if they go with a former client, through whom they came. Where
 * the client bought for the student of a card, the student came through the client.
 */
export function studentBeside(couple: Couple, family: Family | null): Person | undefined {
  const { client, student } = couple;
  const { beside } = student;
  if (student.digits === '') return student;
  if (!beside)
    return client.registered ? { ...student, ...besideClient(client, 'typed') } : student;
  if (isOther(client, beside)) return beside.how === 'offered' ? undefined : student;
  if (beside.how !== 'read' || !bought(family, couple)) return student;
  return { ...student, ...besideClient(client, 'offered') };
}

/** Whether the student may be of another family: read onto the order of somebody, or there since a former client. */
export const isInDoubt = ({ client, student: { beside } }: Couple): boolean =>
  beside !== undefined &&
  (isOther(client, beside) || (beside.how === 'read' && client.registered !== null));

/** Whether somebody typed a known student for a client who so far bought for others alone. */
export function isNewToFamily(couple: Couple, family: Family | null): boolean {
  const { client, student } = couple;
  const knows = family?.of === client.digits && !family.more && family.students.length > 0;
  return knows && student.registered !== null && !bought(family, couple);
}

/** Whether the client, as far as the counter knows, never bought for the student. */
export function isStranger(couple: Couple, family: Family | null): boolean {
  const { client, student } = couple;
  if (!isInDoubt(couple) || family?.of !== client.digits) return false;
  if (family.more && family.sure !== student.digits) return false;
  // A new student's card is of no other family.
  const isNew = student.registered === null && student.beside?.how === 'read';
  return !isNew && !bought(family, couple);
}
