import type { PaymentMethod } from '@balcao/contract/payment-methods.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { rowsWithSoftDeletion } from '../../database/soft-deletion.ts';
import { auditedRows } from '../audit/audited-rows.ts';

export const paymentMethods = auditedRows({
  noun: 'payment_method',
  rows: rowsWithSoftDeletion<PaymentMethod>('payment_methods', ['name']),
  shown: (row: PaymentMethod) => row,
  stored: ({ name }) => ({ name: tidyText(name) }),
  taken: { index: 'payment_methods_name', code: 'name_taken', field: 'name' },
});

const FIRST_METHODS = ['Dinheiro', 'Pix', 'Cartão de débito', 'Cartão de crédito'];

/** The payment methods of a new shop; the administrator may rename or delete them. */
export async function makeFirstPaymentMethods(db: Db): Promise<void> {
  for (const name of FIRST_METHODS) await paymentMethods.create(db, null, { name });
}
