import type { UndoneMerge } from '@balcao/contract/people/people.ts';
import type { Db } from '../../database/connection.ts';
import { peopleTables } from '../../database/person-kind.ts';
import { refusalOf } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { undoOnce } from '../bulk-changes/undo-once.service.ts';
import { type Merge, moveParkedOrders } from './changes.repository.ts';
import { countSales, lockPeople } from './people.repository.ts';
import { lockMerged, salesSince, separatePeople } from './undo.repository.ts';

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
