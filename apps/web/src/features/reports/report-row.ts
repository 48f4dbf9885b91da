import type { Sale } from '@balcao/contract/sales.ts';
import { businessDayOf } from '@balcao/domain/business-day.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import type { ReportedSale } from '@balcao/domain/period-report.ts';
import { paymentsOfSale } from '../sales/payments-of-sale.ts';

/** A sale as the report adds it up, and the texts of its row. */
export type ReportRow = ReportedSale & {
  readonly id: number;
  readonly createdAt: string;
  readonly registration: string;
  readonly client: string;
  readonly month: string;
  readonly products: string;
  readonly paid: string;
  readonly methods: string;
};

export function reportRow(sale: Sale): ReportRow {
  const payments = paymentsOfSale(sale);
  const totalGeneral = centsFromReais(sale.total_general);
  return {
    id: sale.id,
    createdAt: sale.created_at,
    sellerId: sale.seller,
    sellerName: sale.seller_data.name,
    subtotal: centsFromReais(sale.subtotal),
    totalGeneral,
    payments,
    change: centsFromReais(sale.troco),
    registration: sale.student_data?.registration ?? '',
    client: sale.client_data.name,
    month: monthOf(sale.created_at),
    products: sale.products_data.map((item) => item.product_info.name).join(', '),
    paid: formatCents(totalGeneral),
    methods: [...new Set(payments.map((line) => line.method))].join(', '),
  };
}

/** Oldest sale first, like a cash book. */
export function inOrderOfSale(rows: readonly ReportRow[]): ReportRow[] {
  return rows.toSorted((a, b) => compare(a.createdAt, b.createdAt) || a.id - b.id);
}

/** UTC instants of one format sort as text. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The shop's month of an instant, mm/yyyy. */
function monthOf(instant: string): string {
  const day = businessDayOf(new Date(instant));
  return `${day.slice(5, 7)}/${day.slice(0, 4)}`;
}
