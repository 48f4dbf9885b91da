import type { ImportedEnrolment, ImportedProduct } from '@balcao/contract/imports.ts';
import type { Product } from '@balcao/contract/products/products.ts';
import { CPF_DIGITS, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { BOTH, INCOME_WORDS, type Income } from '@balcao/domain/income.ts';
import { formatCents, reaisFromCents } from '@balcao/domain/money.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { centsTyped, type NoAmount } from '@balcao/domain/typed-money.ts';
import { faultOf, isShortened, missing, shortened, textOf } from './checks.ts';
import type { Problem } from './comparison.ts';

export type ReadProduct = {
  line: number;
  code: string;
  /** The values in the file; an empty cell of a column that may be empty changes nothing. */
  given: Partial<Omit<Product, 'id' | 'code'>>;
  problems: Problem[];
  /** A value that looks ruined, but may be meant. */
  warnings: string[];
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

export function readProduct(row: ImportedProduct): ReadProduct {
  const code = textOf(row.code);
  const read: ReadProduct = { line: row.line, code, given: {}, problems: [], warnings: [] };
  const note = (field: string, reason: string | undefined) => {
    if (reason !== undefined) read.problems.push({ field, reason });
  };
  note('code', faultOf('code', code));
  if (isShortened(code)) read.warnings.push(shortened('code', code, 'parece ter encurtado'));
  if (row.name !== undefined) {
    read.given.name = textOf(row.name);
    note('name', faultOf('name', read.given.name));
  }
  if (row.price !== undefined) {
    const amount = centsTyped(row.price);
    if (row.price.trim() === '') note('price', missing('price'));
    else if (typeof amount === 'string') note('price', AMOUNT_PROBLEMS[amount]);
    else {
      read.given.price = reaisFromCents(amount);
      if (amount === 0) read.warnings.push('O valor é zero: o produto sairia de graça.');
      if (ONE_DOT.test(row.price.replace(/R\$|\s/gi, ''))) {
        read.warnings.push(
          `“${row.price.trim()}” foi lido como ${formatCents(amount)}. Se não é isso, corrija no arquivo.`,
        );
      }
    }
  }
  for (const field of ['active', 'pinned'] as const) {
    const word = foldText(row[field] ?? '');
    if (word === '') continue;
    if (YES.has(word)) read.given[field] = true;
    else if (NO.has(word)) read.given[field] = false;
    else note(field, 'Use Sim ou Não.');
  }
  const income = foldText(row.income ?? '');
  if (income !== '') {
    const found = INCOME_OF_WORD[income];
    if (found === undefined)
      note('income', `Use ${Object.values(INCOME_WORDS).join(', ')} ou ${BOTH}.`);
    else read.given.income = found;
  }
  return read;
}

/** One student, and one guardian unless `cpf` is ''. A name or a class is '' if the file has none. */
export type Enrolment = {
  line: number;
  registration: string;
  student: string;
  class: string;
  cpf: string;
  client: string;
  problems: Problem[];
};

/** A spreadsheet that takes a CPF for a number drops the zeros in front. */
const FEWEST_CPF_DIGITS = 8;

/** A number with decimals, not a mask: 12.5 is not the matrícula 125. */
const DECIMALS = /^\d+\.\d{1,2}$/;

export function readEnrolment(row: ImportedEnrolment): Enrolment {
  const problems: Problem[] = [];
  const note = (field: string, reason: string | undefined) => {
    if (reason !== undefined) problems.push({ field, reason });
  };
  const registration = DECIMALS.test(row.registration.trim())
    ? row.registration
    : numberOf(row.registration);
  if (isShortened(row.registration)) {
    note('registration', shortened('registration', row.registration));
  } else if (registration === '') note('registration', missing('registration'));
  else if (faultOf('registration', registration)) {
    note('registration', 'A matrícula tem só algarismos, no máximo 15.');
  }
  const student = textOf(row.student ?? '');
  note('student', faultOf('student', student));
  const ofClass = textOf(row.class ?? '');
  note('class', faultOf('class', ofClass));

  const client = textOf(row.client ?? '');
  const digits = numberOf(textOf(row.cpf ?? '').replace(CPF_WORD, ''));
  const cpf = digits.length < FEWEST_CPF_DIGITS ? digits : digits.padStart(CPF_DIGITS, '0');
  if (cpf === '') {
    if (client !== '') note('cpf', 'Falta o CPF do responsável.');
  } else if (isShortened(row.cpf ?? '')) note('cpf', shortened('cpf', row.cpf ?? ''));
  else if (/\D/.test(cpf)) note('cpf', 'O CPF tem letras ou sinais que não são de um CPF.');
  else if (faultOf('cpf', cpf) || !hasValidCheckDigits(cpf)) {
    // A number without a mask may have lost zeros; one with it has lost a digit.
    const isPadded = cpf.length === CPF_DIGITS && /^\d+$/.test(textOf(row.cpf ?? ''));
    note(
      'cpf',
      isPadded || digits.length === CPF_DIGITS
        ? WRONG_CPF
        : `O CPF tem ${counted(digits.length)}, e não ${CPF_DIGITS}.`,
    );
  }
  if (client !== '') note('client', faultOf('client', client));
  return { line: row.line, registration, student, class: ofClass, cpf, client, problems };
}

const WRONG_CPF = 'O CPF está errado: os dois últimos algarismos não conferem.';
const counted = (digits: number) => `${digits} algarismo${digits === 1 ? '' : 's'}`;

/** A label in the cell itself. */
const CPF_WORD = /^cpf\b(?:\s*n[.º°o]*)?[\s:.]*/i;

/** Without the marks of a mask, with whatever hyphen. What else is there is refused, not dropped. */
const numberOf = (cell: string) => textOf(cell).replace(/[\s./\p{Pd}\u2212\u00ad]/gu, '');
