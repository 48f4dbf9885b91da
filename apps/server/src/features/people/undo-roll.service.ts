import type { Tx } from '../../database/connection.ts';
import type { PersonKind } from '../../database/person-kind.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudits } from '../audit/audit.service.ts';
import type { BulkChange, BulkEvent, Kept, UndoneRows } from '../bulk-changes/undo-once.service.ts';
import type { Correction, PersonFields } from './changes.repository.ts';
import { correctPeople } from './changes.service.ts';
import { type LinkedPair, linksOfClients } from './links.repository.ts';
import { lockPeople } from './people.repository.ts';
import { deleteUnusedPeople, removeLinks } from './undo.repository.ts';

export { namesOf } from './undo.repository.ts';

type Actor = Pick<SignedIn, 'id' | 'name'>;

/**
 * Undoes an import of the roll: its links go, names are again what they were, and the people whom it brought are
 * deleted, unless somebody has corrected, merged, linked or sold to them since. A link that was taken off and made
 * again stays.
 */
export async function undoRoll(
  tx: Tx,
  actor: Actor,
  change: BulkChange,
  events: readonly BulkEvent[],
): Promise<UndoneRows> {
  const mark = { undone_change: change.id };
  const kept: Kept[] = [];
  const idsOf = (kind: PersonKind) => [
    ...new Set(
      events.flatMap(({ action, subject_id }) =>
        action === `${kind}.created` || action === `${kind}.edited` ? subject_id : [],
      ),
    ),
  ];
  // Clients first, as an import does.
  const client = await lockPeople(tx, 'client', idsOf('client'));
  const student = await lockPeople(tx, 'student', idsOf('student'));
  const links = await undoLinks(tx, actor, change, events, kept);

  let restored = 0;
  let removed = links;
  for (const [kind, people] of Object.entries({ client, student }) as [
    PersonKind,
    typeof client,
  ][]) {
    const now = new Map(people.map((person) => [person.id, person]));
    const keep = (id: number, why: Kept['why']) => kept.push({ what: kind, id, why });
    const corrections: Correction[] = [];
    const created: number[] = [];
    for (const event of events) {
      const { action, subject_id: id } = event;
      if (action !== `${kind}.created` && action !== `${kind}.edited`) continue;
      const person = now.get(id);
      if (!person) keep(id, 'gone');
      else if (action === `${kind}.created`) created.push(id);
      else if (hasChangedSince(person, event)) keep(id, 'changed');
      else corrections.push({ before: person, after: { ...person, ...fieldsBefore(event) } });
    }
    await correctPeople(tx, actor, kind, corrections, mark);
    const deleted = new Set(await deleteUnusedPeople(tx, kind, created));
    const subjects = [...deleted].map((subjectId) => ({ subjectId, after: mark }));
    await recordAudits(tx, actor, `${kind}.deleted`, subjects);
    for (const id of created) if (!deleted.has(id)) keep(id, 'used');
    restored += corrections.length;
    removed += deleted.size;
  }
  return { restored, removed, kept };
}

/** Only what the event changed counts: a name, a class or both. */
function hasChangedSince({ name, class: ofClass }: PersonFields, event: BulkEvent): boolean {
  const isRenamed = event.new_name !== null && event.new_name !== name;
  return isRenamed || (event.before?.class !== undefined && event.after?.class !== ofClass);
}

const fieldsBefore = ({ old_name, before }: BulkEvent) => ({
  ...(old_name !== null && { name: old_name }),
  ...(before?.class !== undefined && { class: String(before.class) }),
});

/** Returns how many links are gone by it. */
async function undoLinks(
  tx: Tx,
  actor: Actor,
  { id: undone_change, created_at: madeBy }: BulkChange,
  events: readonly BulkEvent[],
  kept: Kept[],
): Promise<number> {
  const pairs = events
    .filter(({ action }) => action === 'client.linked')
    .map(({ subject_id, after }) => ({ client: subject_id, student: Number(after?.student) }));
  const removed = await removeLinks(tx, pairs, { madeBy });
  const nameOf = ({ client, student }: LinkedPair) => `${client} ${student}`;
  const gone = new Set(removed.map(nameOf));
  const left = await linksOfClients(tx, [...new Set(pairs.map(({ client }) => client))]);
  const again = new Set(left.map(nameOf));
  for (const pair of pairs) {
    if (gone.has(nameOf(pair))) continue;
    const why = again.has(nameOf(pair)) ? 'changed' : 'gone';
    kept.push({ what: 'link', id: pair.client, other: pair.student, why });
  }
  const unlinked = removed.map(({ client, student }) => {
    return { subjectId: client, before: { student }, after: { undone_change } };
  });
  await recordAudits(tx, actor, 'client.unlinked', unlinked);
  return removed.length;
}
