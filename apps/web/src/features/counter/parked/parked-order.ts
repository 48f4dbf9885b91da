import type { NewParkedSale, TakenSale } from '@balcao/contract/sales/parked-sales.ts';
import { isHiddenCpf } from '@balcao/domain/cpf.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import type { CounterState } from '../sale/counter-state.ts';
import { withEdited } from '../sale/edited-item.ts';
import { NO_PAYMENTS } from '../sale/payment-lines.ts';
import { EMPTY_DRAFT, type SaleDraft } from '../sale/sale-draft.ts';
import { type SaleItem, withItem } from '../sale/sale-item.ts';

/** The order as the server keeps it, under the key that its sale would have. */
export function parkedOrder({
  key,
  draft,
  entry,
}: Pick<CounterState, 'key' | 'draft' | 'entry'>): NewParkedSale {
  const { client, student } = draft;
  const payments = draft.payments.flatMap(({ method, amount }) =>
    method === null ? [] : [{ method, amount: amount === null ? null : reaisFromCents(amount) }],
  );
  return {
    key,
    // A hidden CPF finds nobody; the student brings the client back.
    client: { cpf: isHiddenCpf(client.digits) ? '' : client.digits, name: client.name },
    student: { registration: student.digits, name: student.name },
    items: withEdited(draft.items, entry).map(({ product, quantity }) => ({
      product: product.id,
      quantity,
    })),
    ...(payments.length > 0 && { payments }),
  };
}

/** The order that a counter has taken up. Its prices are those of then, so that a change is seen. */
export function draftOfTaken({ client, student, items, payments }: TakenSale): SaleDraft {
  return {
    ...EMPTY_DRAFT,
    client: { digits: client.cpf, name: client.name, registered: null },
    student: {
      digits: student.registration,
      name: student.name,
      registered: null,
      complete: true,
    },
    items: items.reduce<readonly SaleItem[]>(
      (all, { product, quantity }) =>
        withItem(all, { ...product, price: centsFromReais(product.price) }, quantity),
      [],
    ),
    payments: NO_PAYMENTS.map((none, row) => {
      const { method, amount } = payments[row] ?? {};
      if (method === undefined) return none;
      return { method, amount: typeof amount === 'number' ? centsFromReais(amount) : null };
    }),
  };
}
