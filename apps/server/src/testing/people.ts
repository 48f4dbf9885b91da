import type { Db } from '../database/connection.ts';
import type { PersonKind } from '../database/person-kind.ts';
import { aClient, aStudent } from './builders.ts';

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
