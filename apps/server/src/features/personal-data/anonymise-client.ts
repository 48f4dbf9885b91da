import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockClient, replaceIdentity, saleIdsOf, studentsOf } from './personal-data.repository.ts';
import { UnknownClient } from './unknown-client.ts';

export type Anonymised = { id: number; pseudonym: string; sales: number; students: number };

/**
 * Makes of a client somebody whom nobody can name: name and CPF give way to a pseudonym, in their row and
 * in every sale. Sales, sums and papers' figures stay. The CPF is free again, for a new client. Needs the
 * owner's rights: the role that serves requests may not change a sale. Throws UnknownClient.
 */
export async function anonymiseClient(db: Db, cpf: string): Promise<Anonymised> {
  return inTransaction(db, async (tx) => {
    const client = await lockClient(tx, cpf);
    if (!client) throw new UnknownClient();
    const { id } = client;
    const sales = (await saleIdsOf(tx, id)).length;
    const students = (await studentsOf(tx, id)).length;
    const pseudonym = `Cliente anonimizado ${id}`;
    await replaceIdentity(tx, id, pseudonym);
    await recordAudit(tx, {
      actor: null,
      action: 'client.anonymised',
      subjectId: id,
      after: { sales },
    });
    return { id, pseudonym, sales, students };
  });
}
