import type { PaymentMethod } from '@balcao/contract/shop/payment-methods.ts';
import { EXCHANGE_CREDIT } from '@balcao/domain/correction-payments.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { rowsWithSoftDeletion } from '../../database/soft-deletion.ts';
import { Refusal } from '../../request/refusal.ts';
import { auditedRows } from '../audit/audited-rows.ts';

const NAME_TAKEN = { code: 'name_taken', field: 'name' } as const;

/** Throws name_taken for the credit of an exchange, which no method of a shop may be taken for. */
function methodName(typed: string): string {
  const name = tidyText(typed);
  const isCredit = foldText(name) === foldText(EXCHANGE_CREDIT);
  if (isCredit) throw new Refusal(NAME_TAKEN.code, { field: NAME_TAKEN.field });
  return name;
}

export const paymentMethods = auditedRows({
  noun: 'payment_method',
  rows: rowsWithSoftDeletion<PaymentMethod>('payment_methods', ['name']),
  shown: (row: PaymentMethod) => row,
  stored: ({ name }) => ({ name: methodName(name) }),
  taken: { index: 'payment_methods_name', ...NAME_TAKEN },
});

const FIRST_METHODS = ['Dinheiro', 'Pix', 'Cartão de débito', 'Cartão de crédito'];

/** The payment methods of a new shop; the administrator may rename or delete them. */
export async function makeFirstPaymentMethods(db: Db): Promise<void> {
  for (const name of FIRST_METHODS) await paymentMethods.create(db, null, { name });
}
