import { type Cents, sumCents } from './money.ts';
import { netPayments, sumByMethod } from './net-payments.ts';
import type { PaymentLine } from './payment-lines.ts';

/**
 * A sale, or a correction. The amounts of a correction are what it adds: below zero what came back and what
 * was paid out. It has no change.
 */
export type ReportedSale = {
  /** 0 where it is not known; such sellers are distinguished by their names. */
  readonly sellerId: number;
  /** The name at the time of the sale; may be empty or missing. */
  readonly sellerName: string | null;
  readonly subtotal: Cents;
  readonly totalGeneral: Cents;
  /** Before `change` is subtracted. */
  readonly payments: readonly PaymentLine[];
  readonly change: Cents;
};

export type PeriodReport<S extends ReportedSale> = ReturnType<typeof periodReport<S>>;
export type SellerGroup<S extends ReportedSale> = PeriodReport<S>['groups'][number];

/** A seller's name on lists and papers. */
export function shownSeller(name: string | null): string {
  return name?.trim() || 'Desconhecido';
}

const portuguese = new Intl.Collator('pt-BR');

/**
 * Groups sales by seller id, in the order of names, and the corrections of who made them after their sales.
 * A renamed seller has the name of the newest sale, or without one of the newest correction. The groups' totals, and `byMethod` (net of change), add up
 * to `totalGeneral`, what was sold less what came back.
 */
export function periodReport<S extends ReportedSale>(
  sales: readonly S[],
  corrections: readonly S[] = [],
) {
  const rows = [...sales, ...corrections];
  const names = new Map([...corrections, ...sales].map((row) => [keyOf(row), row.sellerName]));
  const groups = [...Map.groupBy(rows, keyOf)]
    .map(([key, own]) => sellerGroup(key, names.get(key) ?? null, own))
    .sort((a, b) => portuguese.compare(a.sellerName, b.sellerName) || (a.key < b.key ? -1 : 1));
  return {
    groups,
    subtotal: sumCents(rows.map((row) => row.subtotal)),
    byMethod: inOrder(sumByMethod(groups.flatMap((group) => group.byMethod))),
    totalGeneral: sumCents(groups.map((group) => group.total)),
  };
}

const keyOf = ({ sellerId, sellerName }: ReportedSale) => sellerId || shownSeller(sellerName);

function sellerGroup<S extends ReportedSale>(
  key: number | string,
  sellerName: string | null,
  rows: readonly S[],
) {
  const net = rows.flatMap(({ payments, change }) => netPayments(payments, change));
  return {
    key,
    sellerName: shownSeller(sellerName),
    rows,
    total: sumCents(rows.map((row) => row.totalGeneral)),
    byMethod: inOrder(sumByMethod(net)),
  };
}

/** The same order as on closing slips. */
function inOrder(lines: PaymentLine[]): PaymentLine[] {
  return lines.sort((a, b) => portuguese.compare(a.method, b.method));
}
