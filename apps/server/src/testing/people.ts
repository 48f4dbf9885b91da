import type { Db } from '../database/connection.ts';
import type { PersonKind } from '../database/person-kind.ts';
import { personWithNumber } from '../features/people/people.repository.ts';
import { aClient, aStudent } from './builders.ts';

/** The person with the number, as an administrator asks for their data. */
export async function whose(db: Db, kind: PersonKind, number: string) {
  const person = await personWithNumber(db, kind, number);
  if (!person) throw new Error('Nobody has this number.');
  return { kind, id: person.id, consent: person.name || number, actor: null };
}

/** A client or a student with the number under one name. */
export async function aPerson(
  db: Db,
  kind: PersonKind,
  { number, ...given }: { number?: string; name?: string } = {},
): Promise<{ id: number; number: string; name: string }> {
  if (kind === 'client') {
    const { cpf, ...client } = await aClient(db, { ...given, ...(number && { cpf: number }) });
    return { ...client, number: cpf };
  }
  const registered = { ...given, ...(number && { registration: number }) };
  const { registration, ...student } = await aStudent(db, registered);
  return { ...student, number: registration };
}
