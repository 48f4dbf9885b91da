import { ZERO } from '@balcao/domain/money.ts';
import { type SaleTotals, saleTotals } from '@balcao/domain/sale-total.ts';
import { amountsOf, NO_PAYMENTS, type PaymentRow } from './payment-rows.ts';
import { type Buyer, NOBODY } from './person.ts';
import { type SaleItem, totalsOf } from './sale-item.ts';

/** What a seller has typed of a sale: all that is needed to make it, and to show it again. */
export type SaleDraft = {
  readonly client: Buyer;
  readonly student: Buyer;
  readonly items: readonly SaleItem[];
  readonly payments: readonly PaymentRow[];
};

export const EMPTY_DRAFT: SaleDraft = {
  client: NOBODY,
  student: NOBODY,
  items: [],
  payments: NO_PAYMENTS,
};

/** The figures of the draft, by the same rule as the server's. */
export function draftTotals(draft: Pick<SaleDraft, 'items' | 'payments'>): SaleTotals {
  return saleTotals({
    items: draft.items.map(totalsOf),
    generalDiscount: ZERO,
    payments: amountsOf(draft.payments),
  });
}
