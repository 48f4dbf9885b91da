import { type Cents, sumCents } from './money.ts';
import { netPayments, type PaymentLine, sumByMethod } from './net-payments.ts';

/** What the period report needs to know of a sale. */
export type ReportedSale = {
  readonly sellerId: number;
  /** As it was at the sale; may be empty or missing. */
  readonly sellerName: string | null;
  readonly subtotal: Cents;
  readonly totalGeneral: Cents;
  /** As paid; `change` went back out of them. */
  readonly payments: readonly PaymentLine[];
  readonly change: Cents;
};

export type SellerGroup<S extends ReportedSale> = {
  readonly sellerId: number;
  readonly sellerName: string;
  readonly sales: readonly S[];
  /** Sum of total_general. */
  readonly total: Cents;
  /** Net of change, each method once, none at zero; adds up to `total`. */
  readonly byMethod: readonly PaymentLine[];
};

export type PeriodReport<S extends ReportedSale> = {
  readonly groups: readonly SellerGroup<S>[];
  readonly subtotal: Cents;
  readonly byMethod: readonly PaymentLine[];
  /** Sum of total_general: what `byMethod` and the totals of the groups add up to. */
  readonly totalGeneral: Cents;
};

/** A seller's name as lists and papers show it. */
export function shownSeller(name: string | null): string {
  return name?.trim() || 'Desconhecido';
}

const portuguese = new Intl.Collator('pt-BR');

/**
 * Groups sales per seller, in the order of the sellers' names (and then ids), whatever order the sales
 * come in; within a group they keep it. Sellers who share a name stay apart, and one who was renamed
 * within the period stays one, under the name of their last sale in the list.
 */
export function periodReport<S extends ReportedSale>(sales: readonly S[]): PeriodReport<S> {
  const groups = [...Map.groupBy(sales, (sale) => sale.sellerId).values()]
    .map(sellerGroup)
    .sort((a, b) => portuguese.compare(a.sellerName, b.sellerName) || a.sellerId - b.sellerId);
  return {
    groups,
    subtotal: sumCents(sales.map((sale) => sale.subtotal)),
    byMethod: inOrder(sumByMethod(groups.flatMap((group) => group.byMethod))),
    totalGeneral: sumCents(groups.map((group) => group.total)),
  };
}

function sellerGroup<S extends ReportedSale>(sales: S[]): SellerGroup<S> {
  const last = sales.at(-1) as S;
  return {
    sellerId: last.sellerId,
    sellerName: shownSeller(last.sellerName),
    sales,
    total: sumCents(sales.map((sale) => sale.totalGeneral)),
    byMethod: inOrder(
      sumByMethod(sales.flatMap(({ payments, change }) => netPayments(payments, change))),
    ),
  };
}

/** As closings list them, so that the two papers can be laid side by side. */
function inOrder(lines: PaymentLine[]): PaymentLine[] {
  return lines.sort((a, b) => portuguese.compare(a.method, b.method));
}
