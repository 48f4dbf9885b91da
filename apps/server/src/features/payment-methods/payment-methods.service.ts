import type { PageQuery } from '@balcao/contract/page.ts';
import type { PaymentMethod } from '@balcao/contract/payment-methods.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import type { SignedIn } from '../../request/serve.ts';
import { auditedRows } from '../audit/audited-rows.ts';
import { paymentMethodRows } from './payment-methods.repository.ts';

const paymentMethods = auditedRows({
  noun: 'payment_method',
  rows: paymentMethodRows,
  shown: (row: PaymentMethod) => row,
  taken: { index: 'payment_methods_name', code: 'name_taken', field: 'name' },
});

const FIRST_METHODS = ['Dinheiro', 'Pix', 'Cartão de débito', 'Cartão de crédito'];

/** The payment methods of a new shop; the administrator may rename or delete them. */
export async function makeFirstPaymentMethods(db: Db): Promise<void> {
  for (const name of FIRST_METHODS) await paymentMethods.create(db, null, { name });
}

export async function listPaymentMethods(db: Db, query: PageQuery) {
  const slice = sliceOf(query);
  const { rows, count } = await paymentMethodRows.page(db, query.search, slice);
  return pageOf(rows, count, slice);
}

/** Throws name_taken. */
export function createPaymentMethod(db: Db, actor: SignedIn, name: string): Promise<PaymentMethod> {
  return paymentMethods.create(db, actor, { name: tidyText(name) });
}

/** Throws not_found and name_taken. */
export function editPaymentMethod(
  db: Db,
  actor: SignedIn,
  id: number,
  name: string,
): Promise<PaymentMethod> {
  return paymentMethods.edit(db, actor, id, { name: tidyText(name) });
}

/** Throws not_found. */
export const deletePaymentMethod = paymentMethods.remove;
