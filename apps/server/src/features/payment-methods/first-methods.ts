import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { insertPaymentMethod } from './payment-methods.repository.ts';

const FIRST_METHODS = ['Dinheiro', 'Pix', 'Cartão de débito', 'Cartão de crédito'];

/** The payment methods that a new shop starts with; the administrator may rename or delete them. */
export async function makeFirstPaymentMethods(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const name of FIRST_METHODS) {
      const after = await insertPaymentMethod(tx, name);
      await recordAudit(tx, {
        actor: null,
        action: 'payment_method.created',
        subjectId: after.id,
        after,
      });
    }
  });
}
