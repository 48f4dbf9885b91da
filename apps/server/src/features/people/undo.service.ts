import type { UndoneMerge } from '@balcao/contract/people/people.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { refusalOf } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit, recordAudits } from '../audit/audit.service.ts';
import {
  type BulkChange,
  type BulkEvent,
  type Kept,
  type UndoneRows,
  undoOnce,
} from '../bulk-changes/undo-once.service.ts';
import {
  type Correction,
  type Merge,
  moveParkedOrders,
  type PersonFields,
} from './changes.repository.ts';
import { correctPeople } from './changes.service.ts';
import { type LinkedPair, linksOfClients } from './links.repository.ts';
import { countSales, lockPeople } from './people.repository.ts';
import {
  deleteUnusedPeople,
  lockMerged,
  removeLinks,
  salesSince,
  separatePeople,
} from './undo.repository.ts';

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

/**
 * Makes two records of a merged one again, for a day: docs/decisions/0028-people.md. The sales since the merge
 * stay with the record that stayed, whose number they were made with. Throws not_found, undo_ended, number_taken
 * when the number has a new record, and merge_stays when either record was merged again or anonymised.
 */
export async function undoMerge(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  id: number,
): Promise<UndoneMerge> {
  const kinds = ['client_merge', 'student_merge'] as const;
  const undone = await undoOnce(db, actor, { id, kinds }, async (tx, change) => {
    const kind = change.kind === 'client_merge' ? 'client' : 'student';
    const merge = change.details as Merge;
    const [kept] = await lockPeople(tx, kind, [merge.kept]);
    const records = await lockMerged(tx, kind, merge.kept, merge.records);
    const merged = records.find((record) => record.id === merge.merged);
    if (!kept || !merged || records.length < merge.records.length) throw new Refusal('merge_stays');
    const linksLost = await separatePeople(tx, kind, merge);
    await moveParkedOrders(tx, kind, [{ before: kept, after: merged }], merge.parked);
    const sales = await countSales(tx, kind, merge.merged);
    const after = { merged: merge.merged, sales };
    await recordAudit(tx, actor, `${kind}.unmerged`, { subjectId: merge.kept, after });
    const since = await salesSince(tx, kind, merge.kept, change.created_at);
    const counts = { merged: merge.merged, sales, sales_since: since, links_lost: linksLost };
    return { restored: 1, removed: 0, kept: [], counts };
  }).catch((error) => {
    const indexes = Object.values(peopleTables).map(({ keyIndex }) => [keyIndex, 'number_taken']);
    throw refusalOf(error, Object.fromEntries(indexes));
  });
  return undone.counts as UndoneMerge;
}
