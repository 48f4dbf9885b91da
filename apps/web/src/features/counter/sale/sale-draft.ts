import { ZERO } from '@balcao/domain/money.ts';
import { type SaleTotals, saleTotals } from '@balcao/domain/sale-total.ts';
import { type Exchange, withCredit } from './exchange.ts';
import { amountsOf, NO_PAYMENTS, type PaymentRow } from './payment-lines.ts';
import { NOBODY, type Person } from './person.ts';
import { type SaleItem, totalsOf } from './sale-item.ts';

/** The parts of a sale as the seller has typed them. */
export type SaleDraft = {
  readonly client: Person;
  readonly student: Person;
  readonly items: readonly SaleItem[];
  readonly payments: readonly PaymentRow[];
  /** The sale is of the client and the student of the earlier sale, and `client` and `student` are nobody. */
  readonly exchange?: Exchange;
};

export const EMPTY_DRAFT: SaleDraft = {
  client: NOBODY,
  student: NOBODY,
  items: [],
  payments: NO_PAYMENTS,
};

type Figures = Pick<SaleDraft, 'items' | 'payments' | 'exchange'>;

/** The figures of the draft, by the same rule as the server's. */
export function draftTotals(draft: Figures): SaleTotals {
  return totalsWith(draft.items, paymentRows(draft));
}

/** The payments of the sale. In an exchange the first row is its credit. */
export function paymentRows({ items, payments, exchange }: Figures): readonly PaymentRow[] {
  if (!exchange) return payments;
  return withCredit(payments, exchange, totalsWith(items, []).totalGeneral);
}

function totalsWith(items: readonly SaleItem[], rows: readonly PaymentRow[]): SaleTotals {
  return saleTotals({
    items: items.map(totalsOf),
    generalDiscount: ZERO,
    payments: amountsOf(rows),
  });
}
