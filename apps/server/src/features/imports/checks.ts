import type { ComparedRow } from '@balcao/contract/imports.ts';
import { peopleEndpoints } from '@balcao/contract/people/people-endpoints.ts';
import { materialListEndpoints } from '@balcao/contract/products/material-lists.ts';
import { productEndpoints } from '@balcao/contract/products/products.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { Compile } from 'typebox/compile';

const SUBJECTS: Record<string, string> = {
  code: 'O código',
  name: 'O nome',
  price: 'O valor',
  list: 'O nome da lista',
  product: 'O código do produto',
  registration: 'A matrícula',
  student: 'O nome do aluno',
  class: 'A turma',
  cpf: 'O CPF',
  client: 'O nome do responsável',
};

export const missing = (field: string) => `Falta ${lowerFirst(SUBJECTS[field] ?? 'um dado')}.`;

/** 7,89E+12: what a spreadsheet shows of a long number, whose last digits are lost. */
export const isShortened = (cell: string) => /^\d+(?:[.,]\d+)?E[+-]\d+$/i.test(cell.trim());

export const shortened = (field: string, cell: string, verb = 'encurtou') =>
  `A planilha ${verb} ${lowerFirst(SUBJECTS[field] ?? 'um dado')}: ${cell.trim()}. No arquivo, formate a coluna como texto e digite de novo.`;

const lowerFirst = (text: string) => text[0]?.toLowerCase() + text.slice(1);

const REASONS: Record<string, (field: string, params: Record<string, unknown>) => string> = {
  minLength: missing,
  maxLength: (field, { limit }) => `${SUBJECTS[field]} passa de ${limit} caracteres.`,
  not: (field) => `${SUBJECTS[field]} tem caracteres que não aparecem na tela.`,
};

const { name: list } = materialListEndpoints.createMaterialList.body.properties;
const { code, name } = productEndpoints.createProduct.body.properties;
const { number: cpf, name: client } = peopleEndpoints.correctClient.body.properties;
const {
  number: registration,
  name: student,
  class: ofClass,
} = peopleEndpoints.correctStudent.body.properties;
/** The rules are those of the contract's forms, so that a file can bring in nothing that a form refuses. */
const RULES = {
  code: Compile(code),
  name: Compile(name),
  list: Compile(list),
  cpf: Compile(cpf),
  client: Compile(client),
  registration: Compile(registration),
  student: Compile(student),
  class: Compile(ofClass),
};

/** Why a text cannot be stored, in words; undefined if it can. */
export function faultOf(field: keyof typeof RULES, text: string): string | undefined {
  if (RULES[field].Check(text)) return undefined;
  const [broken] = RULES[field].Errors(text);
  const reason = broken && REASONS[broken.keyword]?.(field, { ...broken.params });
  return reason ?? `${SUBJECTS[field]} não é aceito assim.`;
}

/** A text as it would be stored. Our CSV puts an apostrophe in front of what a spreadsheet would compute. */
export const textOf = (cell: string): string => tidyText(cell.replace(/^'(?=[=+\-@\t\r])/, ''));

const MAY_BE_EMPTY = new Set(['list', 'student', 'class', 'client']);

/** A row of a file that is being read: what keeps it out, and values that look ruined, but may be meant. */
export type ReadRow = ReturnType<typeof readerOf>;

export function readerOf(line: number) {
  const problems: ComparedRow['problems'] = [];
  const warnings: string[] = [];
  const note = (field: string, reason: string | undefined) => {
    if (reason !== undefined) problems.push({ field, reason });
  };
  /** The text of a cell; notes why it cannot be stored. */
  const text = (field: keyof typeof RULES, cell = '') => {
    const read = textOf(cell);
    if (read !== '' || !MAY_BE_EMPTY.has(field)) note(field, faultOf(field, read));
    return read;
  };
  return { line, problems, warnings, note, text };
}
