import type { BoxOfClosing, Closing } from '@balcao/contract/cash-boxes/closings.ts';
import { type CountLine, countInReais } from '@balcao/domain/box-count.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type Cents, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';

export type ClosingRow = {
  id: number;
  seller_id: number;
  seller_name: string;
  day: BusinessDay;
  version: number;
  sales_count: number;
  refunds_count: number;
  returned_cents: Cents;
  total_cents: Cents;
  closed_at: Date;
  payments: { method: string; net: Cents }[];
  /** The lowest and the highest id; null when nothing was sold. */
  first_sale: number | null;
  last_sale: number | null;
  /** The previous version. JSON has its time as text. */
  replaced: { closed_at: string; total_cents: Cents } | null;
  /** Null in closings made before it was counted. */
  change_not_cash_cents: Cents | null;
  change_not_cash_sales: number | null;
  /** The kept sales of other days that count here; null when there are none. */
  kept: { count: number; total_cents: Cents } | null;
  box: ClosedBoxRow | null;
};

type ClosedBoxRow = {
  number: number;
  opened_at: string;
  float: Cents;
  last_count: Cents | null;
  reason: string | null;
  approved_by: string | null;
  movements: {
    kind: 'supply' | 'withdrawal';
    amount: Cents;
    reason: string;
    created_at: string;
  }[];
  counts: CountLine[];
};

export function closingOf(row: ClosingRow): Closing {
  return {
    id: row.id,
    date: row.day,
    seller_id: row.seller_id,
    seller_name: row.seller_name,
    total_final: reaisFromCents(row.total_cents),
    payment_methods: amountsOf(row.payments.map(({ method, net }) => ({ method, amount: net }))),
    version: row.version,
    sales_count: row.sales_count,
    refunds_count: row.refunds_count,
    sold_total: reaisFromCents(sumCents([row.total_cents, row.returned_cents])),
    returned_total: reaisFromCents(row.returned_cents),
    closed_at: row.closed_at.toISOString(),
    first_sale: row.first_sale,
    last_sale: row.last_sale,
    replaces: row.replaced && {
      closed_at: new Date(row.replaced.closed_at).toISOString(),
      total_final: reaisFromCents(row.replaced.total_cents),
    },
    ...(row.change_not_cash_cents &&
      row.change_not_cash_sales && {
        change_not_cash: {
          amount: reaisFromCents(row.change_not_cash_cents),
          sales: row.change_not_cash_sales,
        },
      }),
    ...(row.kept && {
      kept: { count: row.kept.count, total: reaisFromCents(row.kept.total_cents) },
    }),
    ...(row.box && { box: boxOf(row.box) }),
  };
}

export function amountsOf(payments: readonly PaymentLine[]): Record<string, number> {
  return Object.fromEntries(payments.map(({ method, amount }) => [method, reaisFromCents(amount)]));
}

export function movedBy(
  kind: 'supply' | 'withdrawal',
  movements: readonly { kind: string; amount: Cents }[],
): Cents {
  return sumCents(movements.filter((moved) => moved.kind === kind).map(({ amount }) => amount));
}

function boxOf(box: ClosedBoxRow): BoxOfClosing {
  const { number, float, last_count, movements, counts, reason, approved_by } = box;
  return {
    number,
    opened_at: new Date(box.opened_at).toISOString(),
    float: reaisFromCents(float),
    last_count: last_count === null ? null : reaisFromCents(last_count),
    supplies: reaisFromCents(movedBy('supply', movements)),
    withdrawals: reaisFromCents(movedBy('withdrawal', movements)),
    movements: movements.map((movement) => ({
      ...movement,
      amount: reaisFromCents(movement.amount),
      created_at: new Date(movement.created_at).toISOString(),
    })),
    counts: counts.map(countInReais),
    reason,
    approved_by,
  };
}
