import type { ImportedEnrolment, ImportedProduct } from '@balcao/contract/imports.ts';
import type { Product } from '@balcao/contract/products/products.ts';
import { CPF_DIGITS, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { BOTH, INCOME_WORDS, type Income } from '@balcao/domain/income.ts';
import { formatCents, reaisFromCents } from '@balcao/domain/money.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { centsTyped, type NoAmount } from '@balcao/domain/typed-money.ts';
import {
  faultOf,
  isShortened,
  missing,
  type ReadRow,
  readerOf,
  shortened,
  textOf,
} from './checks.ts';

export type ReadProduct = ReadRow & {
  code: string;
  /** The values in the file; an empty cell of a column that may be empty changes nothing. */
  given: Partial<Omit<Product, 'id' | 'code'>>;
};

/** One dot before three digits: thousands to a Brazilian, thousandths to a program in English. */
const ONE_DOT = /^\d{1,3}\.\d{3}$/;

const AMOUNT_PROBLEMS: Record<NoAmount, string> = {
  unreadable: 'O valor não é um valor em reais, como 12,90.',
  negative: 'O valor não pode ser negativo.',
  decimals: 'O valor tem mais de duas casas depois da vírgula.',
  too_large: 'O valor passa de R$ 9.999.999,99.',
};

const YES = new Set(['sim', 's', 'ativo', 'x', '1', 'verdadeiro', 'true']);
/** A school writes its own words. */
const INCOME_OF_WORD: Readonly<Record<string, Income | null>> = {
  ...{ faculdade: 'college', 'ensino superior': 'college' },
  ...{ colegio: 'school', escola: 'school' },
  ...{ ambas: null, 'as duas': null },
};

const NO = new Set(['nao', 'n', 'inativo', '0', 'falso', 'false']);

export function readProduct(cells: ImportedProduct): ReadProduct {
  const row = readerOf(cells.line);
  const { note, warnings } = row;
  const code = row.text('code', cells.code);
  const given: ReadProduct['given'] = {};
  if (isShortened(code)) warnings.push(shortened('code', code, 'parece ter encurtado'));
  if (cells.name !== undefined) given.name = row.text('name', cells.name);
  if (cells.price !== undefined) {
    const amount = centsTyped(cells.price);
    if (cells.price.trim() === '') note('price', missing('price'));
    else if (typeof amount === 'string') note('price', AMOUNT_PROBLEMS[amount]);
    else {
      given.price = reaisFromCents(amount);
      if (amount === 0) warnings.push('O valor é zero: o produto sairia de graça.');
      if (ONE_DOT.test(cells.price.replace(/R\$|\s/gi, ''))) {
        warnings.push(
          `“${cells.price.trim()}” foi lido como ${formatCents(amount)}. Se não é isso, corrija no arquivo.`,
        );
      }
    }
  }
  for (const field of ['active', 'pinned'] as const) {
    const word = foldText(cells[field] ?? '');
    if (word === '') continue;
    if (YES.has(word)) given[field] = true;
    else if (NO.has(word)) given[field] = false;
    else note(field, 'Use Sim ou Não.');
  }
  const income = foldText(cells.income ?? '');
  if (income !== '') {
    const found = INCOME_OF_WORD[income];
    if (found === undefined)
      note('income', `Use ${Object.values(INCOME_WORDS).join(', ')} ou ${BOTH}.`);
    else given.income = found;
  }
  return { ...row, code, given };
}

/** One student, and one guardian unless `cpf` is ''. A name or a class is '' if the file has none. */
export type Enrolment = ReadRow & {
  registration: string;
  student: string;
  class: string;
  cpf: string;
  client: string;
};

/** A spreadsheet that takes a CPF for a number drops the zeros in front. */
const FEWEST_CPF_DIGITS = 8;

/** A number with decimals, not a mask: 12.5 is not the matrícula 125. */
const DECIMALS = /^\d+\.\d{1,2}$/;

export function readEnrolment(cells: ImportedEnrolment): Enrolment {
  const row = readerOf(cells.line);
  const { note } = row;
  const registration = DECIMALS.test(cells.registration.trim())
    ? cells.registration
    : numberOf(cells.registration);
  if (isShortened(cells.registration)) {
    note('registration', shortened('registration', cells.registration));
  } else if (registration === '') note('registration', missing('registration'));
  else if (faultOf('registration', registration)) {
    note('registration', 'A matrícula tem só algarismos, no máximo 15.');
  }
  const student = row.text('student', cells.student);
  const ofClass = row.text('class', cells.class);

  const digits = numberOf(textOf(cells.cpf ?? '').replace(CPF_WORD, ''));
  const cpf = digits.length < FEWEST_CPF_DIGITS ? digits : digits.padStart(CPF_DIGITS, '0');
  if (cpf === '') {
    if (textOf(cells.client ?? '') !== '') note('cpf', 'Falta o CPF do responsável.');
  } else if (isShortened(cells.cpf ?? '')) note('cpf', shortened('cpf', cells.cpf ?? ''));
  else if (/\D/.test(cpf)) note('cpf', 'O CPF tem letras ou sinais que não são de um CPF.');
  else if (faultOf('cpf', cpf) || !hasValidCheckDigits(cpf)) {
    // A number without a mask may have lost zeros; one with it has lost a digit.
    const isPadded = cpf.length === CPF_DIGITS && /^\d+$/.test(textOf(cells.cpf ?? ''));
    note(
      'cpf',
      isPadded || digits.length === CPF_DIGITS
        ? WRONG_CPF
        : `O CPF tem ${counted(digits.length)}, e não ${CPF_DIGITS}.`,
    );
  }
  const client = row.text('client', cells.client);
  return { ...row, registration, student, class: ofClass, cpf, client };
}

const WRONG_CPF = 'O CPF está errado: os dois últimos algarismos não conferem.';
const counted = (digits: number) => `${digits} algarismo${digits === 1 ? '' : 's'}`;

/** A label in the cell itself. */
const CPF_WORD = /^cpf\b(?:\s*n[.º°o]*)?[\s:.]*/i;

/** Without the marks of a mask and hyphens of any kind. Other characters stay and are refused. */
const numberOf = (cell: string) => textOf(cell).replace(/[\s./\p{Pd}\u2212\u00ad]/gu, '');
