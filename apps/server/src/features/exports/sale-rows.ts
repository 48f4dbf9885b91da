import type { Correction } from '@balcao/contract/sales/corrections.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import type { EntryKind } from '@balcao/domain/entry-sums.ts';
import {
  type Cents,
  cents,
  centsFromReais,
  centsOfSum,
  sumCents,
  ZERO,
} from '@balcao/domain/money.ts';
import { netPayments } from '@balcao/domain/net-payments.ts';
import { PAYMENT_LINE_NUMBERS, type PaymentLine } from '@balcao/domain/payment-lines.ts';
import type { ReportedSale } from '@balcao/domain/period-report.ts';
import { netLineTotals } from '@balcao/domain/refund-worth.ts';

/** A line of a sale, or units that came back, with a minus. */
export type ItemRow = {
  product: number;
  code: string;
  name: string;
  quantity: number;
  price: Cents;
  subtotal: Cents;
  /** Its total less its share of the discount of the sale. */
  total: Cents;
};

/** A sale, or what puts one right: a row of its own, on its own day, with a minus for what came back. */
export type SaleRow = ReportedSale & {
  type: string;
  id: number;
  at: Date;
  /** The sale that it puts right, or exchanges. */
  of: number | null;
  client: string;
  cpf: string | null;
  student: string | null;
  registration: string | null;
  /** Only of sales. */
  received: Cents | null;
  given: Cents | null;
  reason: string | null;
  items: ItemRow[];
};

export function rowOfSale(sale: Sale): SaleRow {
  const lines = PAYMENT_LINE_NUMBERS.flatMap((line) => {
    const method = sale[`payment_desc${line}`];
    const amount = sale[`payment_method${line}`];
    return method && amount ? [{ method, amount: centsFromReais(amount) }] : [];
  });
  const change = centsFromReais(sale.troco);
  const totals = netLineTotals(
    sale.products_data.map(({ total }) => centsFromReais(total)),
    centsFromReais(sale.desc_general),
  );
  return {
    type: TYPES.sale,
    id: sale.id,
    at: new Date(sale.created_at),
    of: sale.corrections?.exchange_of ?? null,
    sellerId: sale.seller,
    sellerName: sale.seller_data.name,
    client: sale.client_data.name,
    cpf: sale.client_data.cpf,
    student: sale.student_data?.name ?? null,
    registration: sale.student_data?.registration ?? null,
    subtotal: centsFromReais(sale.subtotal),
    totalGeneral: centsFromReais(sale.total_general),
    payments: netPayments(lines, change),
    change: ZERO,
    received: centsFromReais(sale.valor_pago),
    given: change,
    reason: null,
    items: sale.products_data.map((item, index) => ({
      product: item.product_info.id,
      code: item.product_info.code,
      name: item.product_info.name,
      quantity: item.quantity,
      price: centsFromReais(item.product_info.price),
      subtotal: centsFromReais(item.subtotal),
      total: totals[index] ?? ZERO,
    })),
  };
}

export const TYPES = {
  sale: 'Venda',
  refund: 'Devolução',
  exchange: 'Troca',
  payments: 'Correção de pagamento',
} as const satisfies Record<EntryKind, string>;

export function rowOfCorrection(correction: Correction): SaleRow {
  const items = correction.items.map(
    ({ quantity, total, product_info: { id, code, name, price } }) => ({
      product: id,
      code,
      name,
      quantity: -quantity,
      price: centsFromReais(price),
      subtotal: cents(-centsFromReais(price) * quantity),
      total: cents(-centsFromReais(total)),
    }),
  );
  return {
    type: TYPES[correction.kind],
    id: correction.id,
    at: new Date(correction.created_at),
    of: correction.sale,
    sellerId: correction.seller,
    sellerName: correction.seller_name,
    client: correction.client_name,
    cpf: null,
    student: correction.student_name,
    registration: null,
    subtotal: sumCents(items.map(({ subtotal }) => subtotal)),
    totalGeneral: cents(-centsFromReais(correction.total)),
    payments: correction.payments.map(
      ({ method, amount }): PaymentLine => ({ method, amount: centsOfSum(amount) }),
    ),
    change: ZERO,
    received: null,
    given: null,
    reason: correction.reason,
    items,
  };
}
