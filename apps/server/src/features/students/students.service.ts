import type { Student } from '@balcao/contract/students.ts';
import { digitsOf } from '@balcao/domain/cpf.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { SignedIn } from '../../request/serve.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { findStudentByRegistration, insertStudent } from './students.repository.ts';

/** Only the whole matrícula finds its owner: the call must not be a way to leaf through students. */
export async function findStudents(
  db: Db,
  query: { search?: string; page?: string; page_size?: string },
) {
  const slice = sliceOf(query);
  const found = await findStudentByRegistration(db, digitsOf(query.search ?? ''));
  return pageOf(found && slice.offset === 0 ? [found] : [], found ? 1 : 0, slice);
}

/** Answers the student of the matrícula, made now if there was none; an existing one keeps its name. */
export async function createStudent(
  db: Db,
  actor: SignedIn,
  { registration, name }: { registration: string; name: string },
): Promise<Student> {
  return inTransaction(db, async (tx) => {
    const created = await insertStudent(tx, { registration, name: tidyText(name) });
    if (!created) return (await findStudentByRegistration(tx, registration)) as Student;
    // The audit keeps no matrícula and no name: the row's id says who.
    await recordAudit(tx, { actor, action: 'student.created', subjectId: created.id });
    return created;
  });
}
