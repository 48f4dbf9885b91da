import type { NewParkedSale, TakenSale } from '@balcao/contract/parked-sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { editedLine } from '../sale/counter-state.ts';
import { quantityOf } from '../sale/quantity.ts';
import { beyondLimits } from '../sale/sale-checks.ts';
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
    items: itemsOf(draft.items, entry).map(({ product, quantity }) => ({
      product: product.id,
      quantity,
    })),
  };
}

/** A line that is being edited is in the entry fields, and would be lost. */
function itemsOf(items: readonly SaleItem[], entry: Order['entry']): readonly SaleItem[] {
  const line = editedLine(entry);
  if (!line) return items;
  const typed = quantityOf(entry.quantity);
  const changed = withItem(items, line.product, typed);
  const usable = typed > 0 && beyondLimits(changed) === undefined;
  return usable ? changed : withItem(items, line.product, line.quantity);
}

/** The order that a counter has taken up. Its prices are those of then, so that a change is seen. */
export function draftOfTaken({ client, student, items }: TakenSale): SaleDraft {
  return {
    ...EMPTY_DRAFT,
    client: { digits: client.cpf, name: client.name, registered: null, complete: true },
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
