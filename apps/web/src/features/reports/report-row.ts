import type { Sale } from '@balcao/contract/sales.ts';
import { businessDayOf } from '@balcao/domain/business-day.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/net-payments.ts';
import type { ReportedSale } from '@balcao/domain/period-report.ts';

/** A sale as the report counts it and as its line on the paper reads. */
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
  const payments = paymentsOf(sale);
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

/** From the first sale of the period to the last, as a cash book is read. */
export function inOrderOfSale(rows: readonly ReportRow[]): ReportRow[] {
  return rows.toSorted((a, b) => compare(a.createdAt, b.createdAt) || a.id - b.id);
}

/** Instants in UTC, all written alike, sort as text. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The shop's month of an instant, mm/yyyy. */
function monthOf(instant: string): string {
  const day = businessDayOf(new Date(instant));
  return `${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

function paymentsOf(sale: Sale): PaymentLine[] {
  const lines = [
    [sale.payment_desc1, sale.payment_method1],
    [sale.payment_desc2, sale.payment_method2],
    [sale.payment_desc3, sale.payment_method3],
    [sale.payment_desc4, sale.payment_method4],
    [sale.payment_desc5, sale.payment_method5],
  ] as const;
  return lines.flatMap(([method, amount]) =>
    method && amount ? [{ method, amount: centsFromReais(amount) }] : [],
  );
}
