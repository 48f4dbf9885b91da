import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { type Actor, recordAudit, recordAudits } from '../audit/audit.service.ts';
import {
  insertLinks,
  type Link,
  type LinkedPair,
  linksOfClients,
  removeLink,
} from './links.repository.ts';
import { lockPeople } from './people.repository.ts';

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

/** Those who are linked already stay so. */
export async function saveLinks(tx: Tx, actor: Actor, pairs: readonly LinkedPair[]): Promise<void> {
  const links = await insertLinks(tx, pairs);
  await recordAudits(
    tx,
    links.map(({ client, student }) => ({
      actor,
      action: 'client.linked' as const,
      subjectId: client,
      after: { student },
    })),
  );
}

/** Throws not_found. */
export function deleteLink(db: Db, actor: Actor, id: number): Promise<{ message: string }> {
  return inTransaction(db, async (tx) => {
    const link = await removeLink(tx, id);
    if (!link) throw new Refusal('not_found');
    const { client, student } = link;
    await recordAudit(tx, {
      actor,
      action: 'client.unlinked',
      subjectId: client,
      before: { student },
    });
    return { message: 'Ligação desfeita.' };
  });
}
