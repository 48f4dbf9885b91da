import type { Student } from '@balcao/contract/students.ts';
import type { Db, Tx } from '../../database/connection.ts';

const columns = ['id', 'registration', 'name'] as const;

export function findStudentByRegistration(
  db: Db | Tx,
  registration: string,
): Promise<Student | undefined> {
  return db
    .selectFrom('students')
    .select(columns)
    .where('registration', '=', registration)
    .executeTakeFirst();
}

/** Undefined when the matrícula already exists, also when a concurrent request is adding it. */
export function insertStudent(
  tx: Tx,
  student: { registration: string; name: string },
): Promise<Student | undefined> {
  return tx
    .insertInto('students')
    .values(student)
    .onConflict((conflict) => conflict.column('registration').doNothing())
    .returning(columns)
    .executeTakeFirst();
}
