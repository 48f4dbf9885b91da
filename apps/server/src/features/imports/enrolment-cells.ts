import type { ImportedEnrolment } from '@balcao/contract/imports.ts';
import { CPF_DIGITS, hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { isShortened, missing, shortened } from './checks.ts';
import { type Checks, type Problem, textOf } from './comparison.ts';

export type EnrolmentChecks = Checks<'cpf' | 'client' | 'registration' | 'student'>;

/** One student, and one guardian unless `cpf` is ''. A name is '' if the file has none. */
export type Enrolment = {
  line: number;
  registration: string;
  student: string;
  cpf: string;
  client: string;
  problems: Problem[];
};

/** A spreadsheet that takes a CPF for a number drops the zeros in front. */
const FEWEST_CPF_DIGITS = 8;

/** A number with decimals, not a mask: 12.5 is not the matrícula 125. */
const DECIMALS = /^\d+\.\d{1,2}$/;

export function readEnrolment(row: ImportedEnrolment, checks: EnrolmentChecks): Enrolment {
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
  else if (checks.registration(registration)) {
    note('registration', 'A matrícula tem só algarismos, no máximo 15.');
  }
  const student = textOf(row.student ?? '');
  note('student', checks.student(student));

  const client = textOf(row.client ?? '');
  const digits = numberOf(row.cpf ?? '');
  const cpf = digits.length < FEWEST_CPF_DIGITS ? digits : digits.padStart(CPF_DIGITS, '0');
  if (cpf === '') {
    if (client !== '') note('cpf', 'Falta o CPF do responsável.');
  } else if (isShortened(row.cpf ?? '')) note('cpf', shortened('cpf', row.cpf ?? ''));
  else if (checks.cpf(cpf)) note('cpf', 'O CPF não tem 11 algarismos.');
  else if (!hasValidCheckDigits(cpf))
    note('cpf', 'O CPF está errado: os dois últimos algarismos não conferem.');
  if (client !== '') note('client', checks.client(client));
  return { line: row.line, registration, student, cpf, client, problems };
}

/** Without the marks of a mask. What else is there is refused, not dropped. */
const numberOf = (cell: string) => textOf(cell).replace(/[\s./-]/g, '');
