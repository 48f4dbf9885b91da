import type { Db, Tx } from '../../database/connection.ts';
import type { PersonKind } from '../../database/person-kind.ts';
import { Refusal } from '../../request/refusal.ts';
import type { Actor } from '../audit/audit.service.ts';
import {
  type Correction,
  type KnownPerson,
  type NewPerson,
  peopleWithNumbers,
  registrationsAlike,
} from './changes.repository.ts';
import { correctPeople, createPeople, saveLinks } from './changes.service.ts';
import { type LinkedPair, linksOfClients } from './links.repository.ts';

export type { KnownPerson };

type ByNumber = ReadonlyMap<string, KnownPerson>;

export type Roll = Record<PersonKind, ByNumber> & {
  /** By a number that nobody has, one that differs from it only in the zeros in front. */
  studentsAlike: ReadonlyMap<string, string>;
  isLinked: (client: number, student: number) => boolean;
};

const pairOf = ({ client, student }: LinkedPair) => `${client} ${student}`;

/** The people with these numbers. With `lock`, in a transaction, they stay as they are until its end. */
export async function readRoll(
  db: Db,
  numbers: Record<PersonKind, readonly string[]>,
  lock: boolean,
): Promise<Roll> {
  const known = async (kind: PersonKind): Promise<ByNumber> => {
    const people = await peopleWithNumbers(db, kind, numbers[kind], lock);
    return new Map(people.map((person) => [person.number, person]));
  };
  // Clients first, in the order in which linking locks the two.
  const [client, student] = [await known('client'), await known('student')];
  const unknown = numbers.student.filter((number) => !student.has(number));
  const studentsAlike = new Map(
    (await registrationsAlike(db, unknown)).map(({ number, alike }) => [number, alike]),
  );
  const ids = [...client.values()].map(({ id }) => id);
  const linked = new Set((await linksOfClients(db, ids)).map(pairOf));
  const isLinked = (client: number, student: number) => linked.has(pairOf({ client, student }));
  return { client, student, studentsAlike, isLinked };
}

export type PeopleChanges = {
  created: readonly NewPerson[];
  renamed: readonly Correction[];
};

export type RollChanges = Record<PersonKind, PeopleChanges> & {
  /** By their numbers. */
  links: readonly Record<PersonKind, string>[];
};

/**
 * Saves what changes in a roll that is locked, and returns the ids of the events. Throws import_changed if somebody
 * else has just added one of these people.
 */
export async function saveRoll(
  tx: Tx,
  actor: Actor,
  roll: Roll,
  { links, ...changes }: RollChanges,
): Promise<number[]> {
  const events: number[] = [];
  const save = async (kind: PersonKind) => {
    const { created, renamed } = changes[kind];
    const added = await createPeople(tx, actor, kind, created);
    if (added.created.length < created.length) throw new Refusal('import_changed');
    events.push(...added.events, ...(await correctPeople(tx, actor, kind, renamed)));
    const ids = [...roll[kind].values(), ...added.created].map(
      ({ number, id }) => [number, id] as const,
    );
    return new Map(ids);
  };
  const [client, student] = [await save('client'), await save('student')];
  const pairs = links.map((link) => ({
    client: client.get(link.client) as number,
    student: student.get(link.student) as number,
  }));
  return [...events, ...(await saveLinks(tx, actor, pairs))];
}
