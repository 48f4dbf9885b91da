import type { NewExchange } from '@balcao/contract/sales/corrections.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { cents, formatCents, formatReais, reaisFromCents } from '@balcao/domain/money.ts';
import type { Wanted } from '../../approvals/approval-dialog.tsx';
import { linesOf } from '../../corrections/forms/money-rows.ts';
import { unitWords } from '../../corrections/record/returned-units.ts';
import type { PaymentRow } from './payment-lines.ts';
import {
  draftTotals,
  type Exchange,
  givenBackRows,
  paymentRows,
  type SaleDraft,
} from './sale-draft.ts';
import { type SaleItem, totalsOf } from './sale-item.ts';

export type Parties = Pick<NewSale, 'client' | 'student' | 'seller'>;
type PaymentLines = Pick<NewSale, Extract<keyof NewSale, `payment_${string}`>>;

/** A sale as it is sent, or the exchange of an earlier sale for it. */
export type SaleRequest = NewSale | { readonly exchangeOf: number; readonly body: NewExchange };

/** The body of POST sales, in reais. */
export function newSale(draft: SaleDraft, parties: Parties): NewSale {
  const { products, ...figures } = boughtIn(draft);
  return { products, ...parties, ...figures };
}

/** The body of POST exchanges, and the sale that it belongs to. */
export function newExchange(draft: SaleDraft, exchange: Exchange) {
  const { sale, items, reason, worth } = exchange;
  const { totalGeneral } = draftTotals(draft);
  const methods = sale.payments.map(({ method }) => method);
  return {
    exchangeOf: sale.id,
    body: {
      items: [...items],
      reason,
      total: reaisFromCents(worth),
      payments: linesOf(givenBackRows(exchange, totalGeneral, methods)),
      sale: boughtIn(draft),
    },
  };
}

/** Everything but who buys and who sells. */
function boughtIn(draft: SaleDraft): NewExchange['sale'] {
  const totals = draftTotals(draft);
  return {
    products: draft.items.map(itemPayload),
    ...paymentLines(paymentRows(draft)),
    subtotal: reaisFromCents(totals.subtotal),
    total: reaisFromCents(totals.total),
    total_general: reaisFromCents(totals.totalGeneral),
    desc_general: 0,
    valor_pago: reaisFromCents(totals.paid),
    troco: reaisFromCents(totals.change),
    ...(draft.parkedOrder && { parked_order: draft.parkedOrder }),
    ...(draft.lists?.length && { lists: [...draft.lists] }),
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

/** What an administrator is asked about an exchange that is ready to be sent. */
export function exchangeApproval(draft: SaleDraft, exchange: Exchange): Wanted {
  const { sale, items, worth } = exchange;
  const { totalGeneral } = draftTotals(draft);
  const { body } = newExchange(draft, exchange);
  const taken = draft.items.map(({ quantity, product }) => `${quantity} × ${product.name}`);
  return {
    action: 'exchange',
    subject: sale.id,
    request: body,
    amount: worth,
    words: `Troca da venda nº ${sale.id}: volta o valor de`,
    details: [
      `Volta: ${unitWords(sale.items, items).join(', ')}`,
      `Leva: ${taken.join(', ')}`,
      `Nova venda: ${formatCents(totalGeneral)}`,
      worth > totalGeneral
        ? `A devolver: ${body.payments.map(({ method, amount }) => `${formatReais(amount)} em ${method}`).join(' e ')}`
        : `O cliente paga: ${formatCents(cents(totalGeneral - worth))}`,
      `Motivo: ${body.reason}`,
    ],
  };
}
