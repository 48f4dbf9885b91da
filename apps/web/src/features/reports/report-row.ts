import type { Correction } from '@balcao/contract/sales/corrections.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import { EXCHANGE_CREDIT } from '@balcao/domain/correction-payments.ts';
import { recordedDay } from '@balcao/domain/dates/recorded.ts';
import {
  type Cents,
  cents,
  centsFromReais,
  centsOfSum,
  formatCents,
  sumCents,
  ZERO,
} from '@balcao/domain/money.ts';
import { sumByMethod } from '@balcao/domain/net-payments.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import type { ReportedSale } from '@balcao/domain/period-report.ts';
import { netLineTotals } from '@balcao/domain/refund-worth.ts';
import { paymentsOfSale } from '../sales/payments-of-sale.ts';

/** A sale or a correction as the report adds it up, and the texts of its row. */
export type ReportRow = ReportedSale & {
  readonly id: number;
  /** Sales and corrections have numbers of their own. */
  readonly key: string;
  readonly createdAt: string;
  readonly registration: string;
  readonly client: string;
  readonly month: string;
  readonly products: string;
  readonly paid: string;
  readonly methods: string;
  /** The part that the chosen products took; undefined where the server does not say. */
  readonly ofChosen: Cents | undefined;
};

export function reportRow(sale: Sale, chosen: readonly number[] = []): ReportRow {
  const payments = paymentsOfSale(sale);
  const totalGeneral = centsFromReais(sale.total_general);
  return {
    id: sale.id,
    key: `sale ${sale.id}`,
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
    ofChosen: ofChosenItems(sale.products_data, chosen, (totals) =>
      netLineTotals(totals, centsFromReais(sale.desc_general)),
    ),
  };
}

/** A correction of payments also lists the moved amounts, because they add up to nothing. */
export function correctionRow(correction: Correction, chosen: readonly number[] = []): ReportRow {
  const { id, kind, sale, items } = correction;
  const payments = correction.payments.map(({ method, amount }) => ({
    method,
    amount: centsOfSum(amount),
  }));
  const totalGeneral = minus(centsOfSum(correction.total));
  const names = items.map((item) => item.product_info.name).join(', ');
  // A line would break after a hyphen.
  const moved = sumByMethod(payments).map(
    ({ method, amount }) => `${method} ${formatCents(amount)}`,
  );
  const methods = kind === 'payments' ? moved : payments.map(({ method }) => method);
  return {
    id,
    key: `correction ${id}`,
    createdAt: correction.created_at,
    sellerId: correction.seller,
    sellerName: correction.seller_name,
    subtotal: minus(
      sumCents(items.map((item) => cents(centsOfSum(item.product_info.price) * item.quantity))),
    ),
    totalGeneral,
    payments,
    change: ZERO,
    registration: '',
    client: correction.client_name,
    month: monthOf(correction.created_at),
    products: `${WORDS[kind]} da venda nº ${sale}${names && `: ${names}`}`,
    paid: formatCents(totalGeneral),
    methods: [...new Set(methods)].join(', '),
    ofChosen: ofChosenItems(items, chosen, (totals) => totals.map(minus)),
  };
}

type Item = { readonly total: number; readonly product_info: { readonly id: number } };

function ofChosenItems(
  items: readonly Item[],
  chosen: readonly number[],
  netOf: (totals: Cents[]) => Cents[],
): Cents | undefined {
  // The specification's sales tell the names of their products and no amounts.
  if (items.some(({ total, product_info: { id } }) => !id || Number.isNaN(total))) return undefined;
  const nets = netOf(items.map(({ total }) => centsOfSum(total)));
  return sumCents(nets.filter((_, at) => chosen.includes(items[at]?.product_info.id ?? 0)));
}

const WORDS = {
  refund: 'Devolução',
  exchange: 'Troca',
  payments: 'Correção de pagamento',
} as const satisfies Record<Correction['kind'], string>;

const minus = (amount: Cents) => cents(-amount);

/**
 * Sums per method under a filter by product. If it leaves out what came back in an exchange, or what was taken
 * for it, the credit does not cancel out; it is no payment method, but the sums need it to add up.
 */
export function shownMethods(sums: readonly PaymentLine[]): PaymentLine[] {
  const credit = sums.filter(({ method }) => method === EXCHANGE_CREDIT);
  return [
    ...sums.filter((line) => !credit.includes(line)),
    ...credit.map(({ amount }) => ({ method: 'Trocas por produtos fora do filtro', amount })),
  ];
}

/** Oldest first, like a cash book. */
export function inOrder(rows: readonly ReportRow[]): ReportRow[] {
  return rows.toSorted((a, b) => compare(a.createdAt, b.createdAt) || a.id - b.id);
}

/** UTC instants of one format sort as text. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The shop's month of an instant, mm/yyyy. */
function monthOf(recorded: string): string {
  return recordedDay(recorded).slice(3);
}
