import type { NewSale } from '@balcao/contract/sales.ts';
import { reaisFromCents, ZERO } from '@balcao/domain/money.ts';
import { draftTotals, type SaleDraft } from './sale-draft.ts';
import { type SaleItem, totalsOf } from './sale-item.ts';

type Parties = { client: number; student: number | null; seller: number };

function itemPayload(item: SaleItem): NewSale['products'][number] {
  const totals = totalsOf(item);
  return {
    product: item.product.id,
    quantity: item.quantity,
    subtotal: reaisFromCents(totals.subtotal),
    desc_percent: item.discount / 100,
    desc_value: reaisFromCents(totals.discount),
    total: reaisFromCents(totals.total),
  };
}

/** The body of POST sales, in reais. A payment row without an amount goes as null, method and all. */
export function newSale(draft: SaleDraft, parties: Parties): NewSale {
  const totals = draftTotals(draft);
  const row = (index: number) => {
    const { method, amount } = draft.payments[index] ?? { method: null, amount: null };
    return method !== null && amount !== null
      ? { method, amount: reaisFromCents(amount) }
      : { method: null, amount: null };
  };
  const [first, second, third, fourth, fifth] = [row(0), row(1), row(2), row(3), row(4)];
  return {
    products: draft.items.map(itemPayload),
    ...parties,
    payment_method1: first.amount,
    payment_method2: second.amount,
    payment_method3: third.amount,
    payment_method4: fourth.amount,
    payment_method5: fifth.amount,
    payment_desc1: first.method,
    payment_desc2: second.method,
    payment_desc3: third.method,
    payment_desc4: fourth.method,
    payment_desc5: fifth.method,
    subtotal: reaisFromCents(totals.subtotal),
    total: reaisFromCents(totals.total),
    total_general: reaisFromCents(totals.totalGeneral),
    desc_general: reaisFromCents(ZERO),
    valor_pago: reaisFromCents(totals.paid),
    troco: reaisFromCents(totals.change),
  };
}
