import type { Db } from '../database/connection.ts';
import type { PersonKind } from '../database/person-kind.ts';
import { aClient, aStudent } from './builders.ts';

/** What the calls of each kind of people are named after, and how those of the counter name a number. */
export const PEOPLE = [
  {
    kind: 'client',
    One: 'Client',
    Many: 'Clients',
    field: 'cpf',
    companions: 'findStudentsOfClient',
  },
  {
    kind: 'student',
    One: 'Student',
    Many: 'Students',
    field: 'registration',
    companions: 'findClientsOfStudent',
  },
] as const;

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
