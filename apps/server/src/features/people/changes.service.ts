import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { edited } from '../../request/shown-row.ts';
import { type Actor, recordAudit, recordAudits } from '../audit/audit.service.ts';
import { changeUnlessTaken } from '../audit/audited-rows.ts';
import { recordBulkChange } from '../bulk-changes/undo-once.service.ts';
import {
  type Correction,
  insertNameCorrections,
  insertPeople,
  type Merge,
  mergePeople,
  moveParkedOrders,
  type NewPerson,
  type PersonFields,
  updatePeople,
} from './changes.repository.ts';
import {
  insertLinks,
  type Link,
  type LinkedPair,
  linksOfClients,
  removeLink,
  unlinkOwnSales,
} from './links.repository.ts';
import { countSales, lockPeople, type NameAndNumber } from './people.repository.ts';

/**
 * Returns those whose number nobody had, and the ids of their events. No number and no name stands in the audit.
 */
export async function createPeople(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  people: readonly NewPerson[],
): Promise<{ created: PersonFields[]; events: number[] }> {
  const created = await insertPeople(tx, kind, people);
  const subjects = created.map((person) => ({
    subjectId: person.id,
    ...(person.class !== '' && { after: { class: person.class } }),
  }));
  return { created, events: await recordAudits(tx, actor, `${kind}.created`, subjects) };
}

/**
 * Changes names, numbers and classes of people who are locked, for sales to come; earlier sales keep their copies.
 * Those who stay as they are leave no trace. `mark` says in the events how it came about. Returns the ids of the
 * events.
 */
export async function correctPeople(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  people: readonly Correction[],
  mark?: object,
): Promise<number[]> {
  const changed = people
    .map(({ before, after }) => ({
      before,
      after,
      isRenamed: after.name !== before.name,
      isRenumbered: after.number !== before.number,
      isMoved: after.class !== before.class,
    }))
    .filter(({ isRenamed, isRenumbered, isMoved }) => isRenamed || isRenumbered || isMoved);
  if (changed.length === 0) return [];
  await updatePeople(
    tx,
    kind,
    changed.map(({ after }) => after),
  );
  await moveParkedOrders(tx, kind, changed);
  const edits = changed.map(({ before, after, isRenumbered, isMoved }) => ({
    subjectId: before.id,
    ...(isMoved && { before: { class: before.class } }),
    ...((isRenumbered || isMoved || mark) && {
      after: {
        ...(isRenumbered && { number_corrected: true }),
        ...(isMoved && { class: after.class }),
        ...mark,
      },
    }),
  }));
  const events = await recordAudits(tx, actor, `${kind}.edited`, edits);
  const corrections = changed.map(({ before, after, isRenamed }, index) => ({
    isRenamed,
    event: events[index] as number,
    person: before.id,
    from: before.name,
    to: after.name,
  }));
  await insertNameCorrections(
    tx,
    kind,
    corrections.filter(({ isRenamed }) => isRenamed),
  );
  return events;
}

const WORDS: Record<PersonKind, Record<string, string>> = {
  client: { number: 'o CPF', name: 'o nome' },
  student: { number: 'a matrícula', name: 'o nome', class: 'a turma' },
};

/**
 * Corrects one; with `shown`, what a form was shown, only what it changed. With `nameOnly` the number has to be the
 * person's, so that counting ids neither reads nor renames anybody. Throws not_found, changed_meanwhile, and
 * number_taken when somebody else has the number.
 */
export function correctPerson(
  db: Db,
  actor: Actor,
  kind: PersonKind,
  { id, number, name, class: ofClass }: NameAndNumber & { class?: string },
  { nameOnly = false, shown }: { nameOnly?: boolean; shown?: string | undefined } = {},
): Promise<PersonFields> {
  const index = peopleTables[kind].keyIndex;
  const taken = { index, code: 'number_taken', field: 'body/number' } as const;
  return changeUnlessTaken(db, taken, async (tx) => {
    const [before] = await lockPeople(tx, kind, [id]);
    if (!before || (nameOnly && before.number !== number)) throw new Refusal('not_found');
    const typed = { number, name: tidyText(name), class: tidyText(ofClass ?? before.class) };
    const current = { number: before.number, name: before.name, class: before.class };
    const after = { id, ...edited(current, typed, shown, WORDS[kind]) };
    await correctPeople(tx, actor, kind, [{ before, after }]);
    return after;
  });
}

/**
 * Joins two records of one person. The sales, links and parked orders of `merged` are then those of `id`; what
 * sales and papers say stays. Throws not_found, same_person and unknown_person.
 */
export async function mergeRecords(
  db: Db,
  actor: NonNullable<Actor>,
  kind: PersonKind,
  { id, merged }: { id: number; merged: number },
): Promise<void> {
  if (id === merged) throw new Refusal('same_person', { field: 'body/merged' });
  await inTransaction(db, async (tx) => {
    const people = await lockPeople(tx, kind, [id, merged]);
    const kept = people.find((person) => person.id === id);
    if (!kept) throw new Refusal('not_found');
    const other = people.find((person) => person.id === merged);
    if (!other) throw new Refusal('unknown_person', { field: 'body/merged' });
    const sales = await countSales(tx, kind, merged);
    const moved = await mergePeople(tx, kind, id, merged);
    const parked = await moveParkedOrders(tx, kind, [{ before: other, after: kept }]);
    const after = { merged, sales };
    const event = await recordAudit(tx, actor, `${kind}.merged`, { subjectId: id, after });
    const details: Merge = { kept: id, merged, ...moved, parked };
    await recordBulkChange(tx, actor, { kind: `${kind}_merge`, events: [event], details });
  });
}

/** The counter then offers the one with the other. Throws unknown_client and unknown_student. */
export function createLink(db: Db, actor: Actor, pair: LinkedPair): Promise<Link> {
  return inTransaction(db, async (tx) => {
    for (const kind of ['client', 'student'] as const) {
      const [person] = await lockPeople(tx, kind, [pair[kind]]);
      if (!person) throw new Refusal(`unknown_${kind}`, { field: `body/${kind}` });
    }
    await saveLinks(tx, actor, [pair]);
    const links = await linksOfClients(tx, [pair.client]);
    return links.find(({ student }) => student === pair.student) as Link;
  });
}

/** Those who are linked already stay so. Returns the ids of the events. */
export async function saveLinks(
  tx: Tx,
  actor: Actor,
  pairs: readonly LinkedPair[],
): Promise<number[]> {
  const links = await insertLinks(tx, pairs);
  const events = links.map(({ client, student }) => ({ subjectId: client, after: { student } }));
  return recordAudits(tx, actor, 'client.linked', events);
}

/**
 * For the seller whose sales of today, made for the wrong student, alone link the two; the sales stay as they are.
 * Throws not_found for any other two, so that nobody learns who exists.
 */
export function unlinkOwnSale(
  db: Db,
  seller: NonNullable<Actor>,
  pair: LinkedPair,
): Promise<{ message: string }> {
  return inTransaction(db, async (tx) => {
    if ((await unlinkOwnSales(tx, pair, seller.id)) === 0) throw new Refusal('not_found');
    return recordUnlinked(tx, seller, pair);
  });
}

/** Throws not_found. */
export function deleteLink(db: Db, actor: Actor, id: number): Promise<{ message: string }> {
  return inTransaction(db, async (tx) => {
    const link = await removeLink(tx, id);
    if (!link) throw new Refusal('not_found');
    return recordUnlinked(tx, actor, link);
  });
}

async function recordUnlinked(tx: Tx, actor: Actor, { client, student }: LinkedPair) {
  await recordAudit(tx, actor, 'client.unlinked', { subjectId: client, before: { student } });
  return { message: 'Ligação desfeita.' };
}
