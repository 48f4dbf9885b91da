import type { NewParkedSale, TakenSale } from '@balcao/contract/parked-sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { withEdited } from '../sale/edited-item.ts';
import { EMPTY_DRAFT, type SaleDraft } from '../sale/sale-draft.ts';
import { type SaleItem, withItem } from '../sale/sale-item.ts';
import type { OrderRecord } from '../sale/stored-order.ts';

type Order = Pick<OrderRecord, 'key' | 'draft' | 'entry'>;

/** The order as the server keeps it, under the key that its sale would have. */
export function parkedOrder({ key, draft, entry }: Order): NewParkedSale {
  const { client, student } = draft;
  return {
    key,
    client: { cpf: client.digits, name: client.name },
    student: { registration: student.digits, name: student.name },
    items: withEdited(draft.items, entry).map(({ product, quantity }) => ({
      product: product.id,
      quantity,
    })),
  };
}

/** The order that a counter has taken up. Its prices are those of then, so that a change is seen. */
export function draftOfTaken({ client, student, items }: TakenSale): SaleDraft {
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
  };
}
