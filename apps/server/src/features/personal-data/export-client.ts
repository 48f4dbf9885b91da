import type { Sale } from '@balcao/contract/sales.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { readSale } from '../sales/read-sale.ts';
import { deletedAmong, lockClient, saleIdsOf, studentsOf } from './personal-data.repository.ts';
import { UnknownClient } from './unknown-client.ts';

/** Everything that the shop holds of one client. */
export type PersonalData = {
  exported_at: string;
  client: { id: number; cpf: string; name: string; created_at: string };
  sales: (Sale & { deleted_at: string | null })[];
  students: { id: number; registration: string; name: string; created_at: string }[];
};

/** Reads it and records in the audit that it was read (without saying whose CPF). Throws UnknownClient. */
export async function exportClient(db: Db, cpf: string): Promise<PersonalData> {
  return inTransaction(db, async (tx) => {
    const client = await lockClient(tx, cpf);
    if (!client) throw new UnknownClient();
    const ids = await saleIdsOf(tx, client.id);
    const deleted = await deletedAmong(tx, ids);
    const sales: PersonalData['sales'] = [];
    for (const id of ids) {
      const sale = await readSale(tx, id);
      if (!sale) throw new Error(`Sale ${id} has no row`);
      sales.push({ ...sale, deleted_at: deleted.get(id)?.toISOString() ?? null });
    }
    const students = await studentsOf(tx, client.id);
    await recordAudit(tx, {
      actor: null,
      action: 'client.exported',
      subjectId: client.id,
      after: { sales: sales.length, students: students.length },
    });
    const dated = <T extends { created_at: Date }>(row: T) => ({
      ...row,
      created_at: row.created_at.toISOString(),
    });
    return {
      exported_at: new Date().toISOString(),
      client: dated(client),
      sales,
      students: students.map(dated),
    };
  });
}
