import type { PersonKind } from '../../database/clients-and-students.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { type Actor, recordAudits } from '../audit/audit.service.ts';
import { type NameAndNumber, NUMBERS } from './people.repository.ts';
import {
  insertLinks,
  insertNameCorrections,
  insertPeople,
  type KnownPerson,
  type LinkedPair,
  linksOfClients,
  peopleWithNumbers,
  registrationsAlike,
  renamePeople,
} from './roll.repository.ts';

export type { KnownPerson };
/** Violated when somebody else has just added a person with the same number. */
export const NUMBER_INDEXES = Object.values(NUMBERS);

export type Roll = {
  /** By number. */
  clients: ReadonlyMap<string, KnownPerson>;
  students: ReadonlyMap<string, KnownPerson>;
  /** By a number that nobody has, one that differs from it only in the zeros in front. */
  studentsAlike: ReadonlyMap<string, string>;
  isLinked: (client: number, student: number) => boolean;
};

const pairOf = ({ client, student }: LinkedPair) => `${client} ${student}`;

/** What is known of these numbers. With `lock`, in a transaction, it stays so until its end. */
export async function readRoll(
  db: Db,
  numbers: { clients: readonly string[]; students: readonly string[] },
  lock: boolean,
): Promise<Roll> {
  const byNumber = (people: readonly KnownPerson[]) =>
    new Map(people.map((person) => [person.number, person]));
  // Clients first, as whoever links the two locks them.
  const clients = byNumber(await peopleWithNumbers(db, 'client', numbers.clients, lock));
  const students = byNumber(await peopleWithNumbers(db, 'student', numbers.students, lock));
  const unknown = numbers.students.filter((number) => !students.has(number));
  const studentsAlike = new Map(
    (await registrationsAlike(db, unknown)).map(({ number, alike }) => [number, alike]),
  );
  const ids = [...clients.values()].map(({ id }) => id);
  const linked = new Set((await linksOfClients(db, ids)).map(pairOf));
  const isLinked = (client: number, student: number) => linked.has(pairOf({ client, student }));
  return { clients, students, studentsAlike, isLinked };
}

export type PeopleChanges = {
  created: readonly Omit<NameAndNumber, 'id'>[];
  renamed: readonly { before: KnownPerson; name: string }[];
};

/**
 * Creates and renames many who are locked, each as createClient and correctClient do one, with the same
 * events. Returns the ids of the new ones by number.
 */
export async function savePeople(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  { created, renamed }: PeopleChanges,
): Promise<Map<string, number>> {
  const inserted = await insertPeople(tx, kind, created);
  const corrected = renamed.map(({ before: { id, number }, name }) => ({ id, number, name }));
  if (corrected.length > 0) await renamePeople(tx, kind, corrected);
  const newcomers = inserted.map(({ id }) => ({
    actor,
    action: `${kind}.created` as const,
    subjectId: id,
  }));
  await recordAudits(tx, newcomers);
  const events = await recordAudits(
    tx,
    corrected.map(({ id }) => ({ actor, action: `${kind}.edited` as const, subjectId: id })),
  );
  const corrections = renamed.map(({ before, name }, index) => ({
    event: events[index] as number,
    person: before.id,
    from: before.name,
    to: name,
  }));
  await insertNameCorrections(tx, kind, corrections);
  return new Map(inserted.map(({ id, number }) => [number, id]));
}

/** Links clients and students who are not linked yet. */
export async function saveLinks(tx: Tx, actor: Actor, links: readonly LinkedPair[]): Promise<void> {
  await insertLinks(tx, links);
  const events = links.map(({ client, student }) => ({
    actor,
    action: 'client.linked' as const,
    subjectId: client,
    after: { student },
  }));
  await recordAudits(tx, events);
}
