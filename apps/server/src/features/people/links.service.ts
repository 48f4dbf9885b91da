import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { insertLink, removeLink } from './links.repository.ts';
import { lockPeople } from './people.repository.ts';

type Link = { client: number; student: number };

/** The counter then offers the one with the other. Throws unknown_client and unknown_student. */
export function createLink(db: Db, actor: Actor, link: Link): Promise<Link & { id: number }> {
  return inTransaction(db, async (tx) => {
    const [client] = await lockPeople(tx, 'client', [link.client]);
    if (!client) throw new Refusal('unknown_client', { field: 'body/client' });
    const [student] = await lockPeople(tx, 'student', [link.student]);
    if (!student) throw new Refusal('unknown_student', { field: 'body/student' });
    const { id, isNew } = await insertLink(tx, link);
    if (isNew) {
      const after = { student: link.student };
      await recordAudit(tx, { actor, action: 'client.linked', subjectId: link.client, after });
    }
    return { id, ...link };
  });
}

/** Throws not_found. */
export function deleteLink(db: Db, actor: Actor, id: number): Promise<{ message: string }> {
  return inTransaction(db, async (tx) => {
    const link = await removeLink(tx, id);
    if (!link) throw new Refusal('not_found');
    const before = { student: link.student_id };
    await recordAudit(tx, { actor, action: 'client.unlinked', subjectId: link.client_id, before });
    return { message: 'Ligação desfeita.' };
  });
}
