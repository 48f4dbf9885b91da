import type { NewSale } from '@balcao/contract/sales.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import type { PaymentRow } from './payment-lines.ts';
import { draftTotals, type SaleDraft } from './sale-draft.ts';
import { type SaleItem, totalsOf } from './sale-item.ts';

type Parties = { client: number; student: number | null; seller: number };
type PaymentLines = Pick<NewSale, Extract<keyof NewSale, `payment_${string}`>>;

/** The body of POST sales, in reais. */
export function newSale(draft: SaleDraft, parties: Parties): NewSale {
  const totals = draftTotals(draft);
  return {
    products: draft.items.map(itemPayload),
    ...parties,
    ...paymentLines(draft.payments),
    subtotal: reaisFromCents(totals.subtotal),
    total: reaisFromCents(totals.total),
    total_general: reaisFromCents(totals.totalGeneral),
    desc_general: 0,
    valor_pago: reaisFromCents(totals.paid),
    troco: reaisFromCents(totals.change),
  };
}

function itemPayload(item: SaleItem): NewSale['products'][number] {
  const { subtotal, discount, total } = totalsOf(item);
  return {
    product: item.product.id,
    quantity: item.quantity,
    subtotal: reaisFromCents(subtotal),
    desc_percent: 0,
    desc_value: reaisFromCents(discount),
    total: reaisFromCents(total),
  };
}

/** A row without an amount is sent as null, and so is its method. */
function paymentLines(rows: readonly PaymentRow[]): PaymentLines {
  const lines = rows.map(({ method, amount }, index) => ({
    [`payment_method${index + 1}`]: amount === null ? null : reaisFromCents(amount),
    [`payment_desc${index + 1}`]: amount === null ? null : method,
  }));
  return Object.assign({}, ...lines);
}
