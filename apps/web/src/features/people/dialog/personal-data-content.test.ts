import { PersonalData } from '@balcao/contract/people/personal-data.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { CORRECTION_NAMES } from '../../corrections/correction-words.ts';
import { personalDataContent } from './personal-data-content.ts';

/** Values of the JSON that the PDF has in another way. A field that is new in the JSON has to be in one of the two. */
const LEFT_OUT: Record<string, string> = {
  'sales[].client': 'a number of the shop alone: name and CPF stand there',
  'sales[].student': 'the same: name and matrícula',
  'sales[].seller': 'the same: the name',
  'sales[].client_data.id': 'the same',
  'sales[].student_data.id': 'the same',
  'sales[].seller_data.id': 'the same',
  'sales[].products_data[].product_info.id': 'the same: code and name',
  'sales[].corrections.returned[].line': 'the return stands in its own section, with the product',
  'sales[].corrections.returned[].quantity': 'the same',
  'sales[].corrections.exchanged': 'the same',
  'corrections[].seller': 'a number of the shop alone: the name stands there',
  'corrections[].items[].line': 'the product stands there',
  'corrections[].items[].product_info.id': 'a number of the shop alone: code and name',
  'corrections[].items[].damaged': 'a word: avariado',
};

/** A value of a schema, with every field that it may have; no number, text or moment is there twice. */
function exampleOf(schema: Schema, next = counter()): unknown {
  const { anyOf, enum: choices, properties, items, type, format } = schema;
  if (anyOf?.[0]) return exampleOf(anyOf[0], next);
  if (choices) return choices[0];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, exampleOf(field, next)]),
    );
  }
  if (items) return [exampleOf(items, next)];
  if (type === 'boolean') return true;
  if (type === 'string') {
    return format === 'date-time' ? new Date(next() * 86_460_000).toISOString() : `texto${next()}`;
  }
  if (type === 'integer' || type === 'number') return next();
  throw new Error(`No example of ${JSON.stringify(schema)}`);
}

type Schema = {
  anyOf?: Schema[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  type?: string;
  format?: string;
};

/** Of four digits, so that none is a part of another. */
function counter() {
  let last = 1_000;
  return () => ++last;
}

function leavesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, `${path}[]`));
  if (value === null || typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([name, field]) =>
    leavesOf(field, path === '' ? name : `${path}.${name}`),
  );
}

/** The ways in which a value may stand in the PDF. */
function formsOf(value: unknown): string[] {
  if (typeof value === 'number') {
    return [
      `${value}`,
      value.toLocaleString('pt-BR'),
      formatReais(value),
      formatReais(value / 100),
    ];
  }
  const moment = recordedMoment(`${value}`);
  return [moment || (CORRECTION_NAMES[value as 'refund'] ?? `${value}`)];
}

function missingIn(kind: 'client' | 'student', data: PersonalData): string[] {
  const text = JSON.stringify(personalDataContent(kind, 'Dados pessoais', data), ['text']);
  return leavesOf(data)
    .filter(([, value]) => !formsOf(value).some((form) => text.includes(form)))
    .map(([path]) => path);
}

test.each(['client', 'student'] as const)(
  'every value of the JSON of a %s stands in the PDF, but for those that it has in another way',
  (kind) => {
    const data = exampleOf(PersonalData as Schema) as PersonalData;
    expect(leavesOf(data).length).toBeGreaterThan(90);
    expect(missingIn(kind, data)).toEqual(Object.keys(LEFT_OUT));
    const sales = data.sales.map((sale) => ({ ...sale, new_field: 'texto9999' }));
    const later: PersonalData = { ...data, sales };
    expect(missingIn(kind, later)).toContain('sales[].new_field');
  },
);
