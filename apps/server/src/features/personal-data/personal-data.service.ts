import type { Sale } from '@balcao/contract/sales.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { listCorrectionsOfClient } from '../corrections/corrections.service.ts';
import { readSale } from '../sales/sales.service.ts';
import {
  lockClient,
  nameCorrectionsOf,
  parkedSalesOf,
  replaceIdentity,
  salesOf,
  studentsOf,
} from './personal-data.repository.ts';

/** Everything that the shop stores about one client. Throws in Portuguese when no client has the CPF. */
export async function exportClient(db: Db, cpf: string) {
  return inTransaction(db, async (tx) => {
    const client = await lockedClient(tx, cpf);
    const sales: (Sale & { deleted_at: Date | null })[] = [];
    for (const { id, deleted_at } of await salesOf(tx, client.id)) {
      const sale = await readSale(tx, id);
      if (!sale) throw new Error(`Sale ${id} has no row`);
      sales.push({ ...sale, deleted_at });
    }
    const students = await studentsOf(tx, client.id);
    const names = await nameCorrectionsOf(tx, client.id);
    const corrections = await listCorrectionsOfClient(tx, client.id);
    const parked_sales = await parkedSalesOf(tx, cpf);
    await recordAudit(tx, {
      actor: null,
      action: 'client.exported',
      subjectId: client.id,
      after: { sales: sales.length, students: students.length },
    });
    return { exported_at: new Date(), client, names, sales, corrections, students, parked_sales };
  });
}

/**
 * Replaces a client's name and CPF by a pseudonym, in their row, its corrections and all their sales; sales
 * and sums stay. Their parked orders stay without a client, their returns without a reason.
 * A new client may use the CPF again. Needs the owner's rights, because the role that serves requests may not
 * change a sale. Throws in Portuguese when no client has the CPF.
 */
export async function anonymiseClient(db: Db, cpf: string) {
  return inTransaction(db, async (tx) => {
    const { id } = await lockedClient(tx, cpf);
    const sales = (await salesOf(tx, id)).length;
    const students = (await studentsOf(tx, id)).length;
    const pseudonym = `Cliente anonimizado ${id}`;
    await replaceIdentity(tx, { id, cpf }, pseudonym);
    await recordAudit(tx, {
      actor: null,
      action: 'client.anonymised',
      subjectId: id,
      after: { sales },
    });
    return { id, pseudonym, sales, students };
  });
}

async function lockedClient(tx: Tx, cpf: string) {
  const client = await lockClient(tx, cpf);
  // The CPF is not repeated: terminals keep what they show.
  if (!client) throw new Error('Não há cliente com este CPF.');
  return client;
}
