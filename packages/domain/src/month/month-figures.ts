import type { BusinessDay } from '../dates/business-day.ts';
import { type Cents, cents, sumCents } from '../money.ts';
import type { PaymentLine } from '../payment-lines.ts';
import { periodReport, type ReportedSale } from '../period-report.ts';

/** A sale or a correction with the day on which it counts. */
export type MonthRow = ReportedSale & { readonly day: BusinessDay; readonly kind: string };

/** What was sold less what came back; `byMethod` is net and adds up to `total`. */
export type MonthSums = {
  readonly sales: number;
  readonly sold: Cents;
  readonly returned: Cents;
  readonly total: Cents;
  readonly byMethod: readonly PaymentLine[];
};

/** The kind of a row that is no correction. */
const SALE = 'sale';

/**
 * The sums of a month, of its days and of its sellers. Each is the period report of its rows, so all of them agree
 * with the report of the month, and the days and the sellers add up to it.
 */
export function monthFigures(sales: readonly MonthRow[], corrections: readonly MonthRow[]) {
  const report = periodReport(sales, corrections);
  const days = [...Map.groupBy([...sales, ...corrections], ({ day }) => day)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, rows]) => ({ day, ...sumsOf(rows, periodReport(rows)) }));
  const sellers = report.groups.map(({ sellerName, rows, total, byMethod }) => ({
    name: sellerName,
    ...sumsOf(rows, { totalGeneral: total, byMethod }),
  }));
  return { ...sumsOf([...sales, ...corrections], report), days, sellers };
}

export type MonthFigures = ReturnType<typeof monthFigures>;

function sumsOf(
  rows: readonly MonthRow[],
  { totalGeneral, byMethod }: { totalGeneral: Cents; byMethod: readonly PaymentLine[] },
): MonthSums {
  const [sold, back] = [rows.filter(isSale), rows.filter((row) => !isSale(row))];
  return {
    sales: sold.length,
    sold: sumCents(sold.map((row) => row.totalGeneral)),
    returned: cents(-sumCents(back.map((row) => row.totalGeneral))),
    total: totalGeneral,
    byMethod,
  };
}

const isSale = ({ kind }: MonthRow) => kind === SALE;
