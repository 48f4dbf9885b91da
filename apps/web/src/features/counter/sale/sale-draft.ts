import { ZERO } from '@balcao/domain/money.ts';
import { type SaleTotals, saleTotals } from '@balcao/domain/sale-total.ts';
import { amountsOf, NO_PAYMENTS, type PaymentRow } from './payment-lines.ts';
import { NOBODY, type Person } from './person.ts';
import { type SaleItem, totalsOf } from './sale-item.ts';

/** The parts of a sale as the seller has typed them. */
export type SaleDraft = {
  readonly client: Person;
  readonly student: Person;
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
