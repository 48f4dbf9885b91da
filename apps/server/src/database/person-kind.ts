import type { PersonKind } from '@balcao/contract/fields/person-kinds.ts';
import { type RawBuilder, sql } from 'kysely';

export type { PersonKind };

/**
 * Where the database keeps each kind of people. `key` is their number: a CPF or a matrícula. `inSales` is also
 * the column of links and of corrected names.
 */
export const peopleTables = {
  client: {
    other: 'student',
    table: sql.table('clients'),
    key: sql.ref('cpf'),
    /** Only a student has a class. */
    classIn: () => sql`''`,
    /** The unique index of numbers, as refusals of the database name it. */
    keyIndex: 'clients_cpf',
    inSales: sql.ref('client_id'),
    parkedNumber: 'client_cpf',
    parkedName: 'client_name',
  },
  student: {
    other: 'client',
    table: sql.table('students'),
    key: sql.ref('registration'),
    classIn: (alias: string) => sql.ref(`${alias}.class`),
    keyIndex: 'students_registration',
    inSales: sql.ref('student_id'),
    parkedNumber: 'student_registration',
    parkedName: 'student_name',
  },
} as const;

/** The ids of a person's record and of those that were merged into it: their sales are the person's. */
export function recordsOf(kind: PersonKind, id: number): RawBuilder<unknown> {
  const { table } = peopleTables[kind];
  return sql`(SELECT id FROM ${table} WHERE id = ${id} OR merged_into = ${id})`;
}
