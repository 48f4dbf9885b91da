import type { PageQuery } from '@balcao/contract/page.ts';
import type { Student } from '@balcao/contract/students.ts';
import { digitsOf } from '@balcao/domain/cpf.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { SignedIn } from '../../request/serve.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { findStudentByRegistration, insertStudent } from './students.repository.ts';

/** Only a whole matrícula finds its student, so that this cannot be used to read through all students. */
export async function findStudents(db: Db, query: PageQuery) {
  const slice = sliceOf(query);
  const found = await findStudentByRegistration(db, digitsOf(query.search ?? ''));
  return pageOf(found && slice.offset === 0 ? [found] : [], found ? 1 : 0, slice);
}

/** Returns the student of the matrícula, new or existing. An existing student keeps their name. */
export async function createStudent(
  db: Db,
  actor: SignedIn,
  { registration, name }: { registration: string; name: string },
): Promise<Student> {
  return inTransaction(db, async (tx) => {
    const created = await insertStudent(tx, { registration, name: tidyText(name) });
    if (!created) return (await findStudentByRegistration(tx, registration)) as Student;
    // The audit has the student's id alone, without matrícula and name.
    await recordAudit(tx, { actor, action: 'student.created', subjectId: created.id });
    return created;
  });
}
