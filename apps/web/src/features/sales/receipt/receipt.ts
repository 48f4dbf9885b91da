import type { Correction } from '@balcao/contract/corrections.ts';
import type { ReprintedSale, Sale } from '@balcao/contract/sales.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatCents, formatReais } from '@balcao/domain/money.ts';
import { currentPaymentsOfSale } from '../payments-of-sale.ts';

/** A sale, with what it was the exchange of. */
export type MadeSale = Sale & { readonly exchange?: Correction };

export type Receipt = {
  number: number;
  client: string;
  /** undefined for an anonymised client. */
  cpf: string | undefined;
  amount: string;
  products: string;
  /** undefined when nothing was paid. */
  payments: string | undefined;
  day: string;
  items: ReceiptItem[];
  /** The discounts of the items and of the sale; undefined when there are none. */
  discount: string | undefined;
  /** When, by whom and for which student. */
  details: string[];
  /** When a copy was printed; undefined on the first paper. */
  reprinted: string | undefined;
};

/** `total` is before discounts. */
export type ReceiptItem = { name: string; quantity: string; unitPrice: string; total: string };

/** Returns undefined if `stored` is not a sale. */
export function receiptOf(stored: unknown): Receipt | undefined {
  try {
    return receiptOfSale(stored as Sale | ReprintedSale);
  } catch {
    // The browser's storage may hold anything: a closing, an older format.
    return undefined;
  }
}

/** What a recorded sale shows, on paper and on the screen. */
export function receiptOfSale(sale: Sale | ReprintedSale): Receipt {
  return {
    number: sale.id,
    client: sale.client_data.name,
    cpf: formatCpf(sale.client_data.cpf) || undefined,
    amount: formatReais(sale.total_general),
    products: sale.products_data
      .map(({ product_info, quantity }) => `${product_info.name}: x${quantity}`)
      .join(', '),
    payments: paymentsOf(sale) || undefined,
    day: formatDay(new Date(sale.created_at)),
    items: sale.products_data.map(({ product_info, quantity, subtotal }) => ({
      name: product_info.name,
      quantity: quantity.toLocaleString('pt-BR'),
      unitPrice: formatReais(product_info.price),
      total: formatReais(subtotal),
    })),
    discount:
      sale.subtotal > sale.total_general
        ? formatReais(sale.subtotal - sale.total_general)
        : undefined,
    details: detailsOf(sale),
    reprinted: 'reprinted_at' in sale ? formatMoment(new Date(sale.reprinted_at)) : undefined,
  };
}

function detailsOf({ created_at, seller_data, student_data }: Sale): string[] {
  const details = [formatMoment(new Date(created_at)), `Vendedor: ${seller_data.name}`];
  if (student_data) {
    const { name, registration } = student_data;
    details.push(`Aluno: ${[name, `matrícula ${registration}`].filter(Boolean).join(', ')}`);
  }
  return details;
}

function paymentsOf(sale: Sale): string {
  const { lines, change } = currentPaymentsOfSale(sale);
  const parts = lines.map(({ method, amount }) => `${method} ${formatCents(amount)}`);
  if (change > 0) parts.push(`troco ${formatCents(change)}`);
  return parts.join('; ');
}
