import { tidyText } from '@balcao/domain/typed-text.ts';
import type { TSchema } from 'typebox';

/** Why a value cannot be stored, in words; undefined if it can. */
export type Check = (value: unknown) => string | undefined;
export type Checks<Field extends string> = Record<Field, Check>;

type Validate = {
  (value: unknown): boolean | PromiseLike<unknown>;
  errors?: { keyword: string; params: Record<string, unknown> }[] | null | undefined;
};

const SUBJECTS: Record<string, string> = {
  code: 'O código',
  name: 'O nome',
  price: 'O valor',
  registration: 'A matrícula',
  student: 'O nome do aluno',
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

/** The rules are those of the contract's forms, so that a file can bring in nothing that a form refuses. */
export function checksOf<Field extends string>(
  schemas: Readonly<Record<Field, TSchema>>,
  compile: (schema: TSchema) => Validate,
): Checks<Field> {
  const checks = Object.entries<TSchema>(schemas).map(([field, schema]): [string, Check] => {
    const validate = compile(schema);
    const check: Check = (value) => {
      if (validate(value) === true) return undefined;
      const [broken] = validate.errors ?? [];
      const reason = broken && REASONS[broken.keyword]?.(field, broken.params);
      return reason ?? `${SUBJECTS[field]} não é aceito assim.`;
    };
    return [field, check];
  });
  return Object.fromEntries(checks) as Checks<Field>;
}

/** A text as it would be stored. Our CSV puts an apostrophe in front of what a spreadsheet would compute. */
export const textOf = (cell: string): string => tidyText(cell.replace(/^'(?=[=+\-@\t\r])/, ''));
