import type { PaymentMethod } from '@balcao/contract/payment-methods.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction, violates } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  insertPaymentMethod,
  lockPaymentMethod,
  markPaymentMethodDeleted,
  paymentMethodsPage,
  renamePaymentMethod,
} from './payment-methods.repository.ts';

export async function listPaymentMethods(
  db: Db,
  query: { search?: string; page?: string; page_size?: string },
) {
  const slice = sliceOf(query);
  const { rows, count } = await paymentMethodsPage(db, query.search, slice);
  return pageOf(rows, count, slice);
}

/** Throws name_taken. */
export async function createPaymentMethod(
  db: Db,
  actor: SignedIn,
  name: string,
): Promise<PaymentMethod> {
  return whileNameIsFree(() =>
    inTransaction(db, async (tx) => {
      const after = await insertPaymentMethod(tx, tidyText(name));
      await recordAudit(tx, {
        actor,
        action: 'payment_method.created',
        subjectId: after.id,
        after,
      });
      return after;
    }),
  );
}

/** Throws not_found and name_taken. */
export async function editPaymentMethod(
  db: Db,
  actor: SignedIn,
  id: number,
  name: string,
): Promise<PaymentMethod> {
  return whileNameIsFree(() =>
    inTransaction(db, async (tx) => {
      const before = await lockPaymentMethod(tx, id);
      if (!before) throw new Refusal('not_found');
      const after = await renamePaymentMethod(tx, id, tidyText(name));
      await recordAudit(tx, {
        actor,
        action: 'payment_method.edited',
        subjectId: id,
        before,
        after,
      });
      return after;
    }),
  );
}

/** Throws not_found. Old sales keep the method's name. */
export async function deletePaymentMethod(db: Db, actor: SignedIn, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockPaymentMethod(tx, id);
    if (!before) throw new Refusal('not_found');
    await markPaymentMethodDeleted(tx, id, actor.id);
    await recordAudit(tx, { actor, action: 'payment_method.deleted', subjectId: id, before });
  });
}

async function whileNameIsFree<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'payment_methods_name')) throw new Refusal('name_taken', { field: 'name' });
    throw error;
  }
}
