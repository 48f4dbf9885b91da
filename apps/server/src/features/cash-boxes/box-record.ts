import type { BoxReport, CashBox, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { countInReais, expectedCash } from '@balcao/domain/box-count.ts';
import { type Cents, reaisFromCents, subtractCents } from '@balcao/domain/money.ts';
import { isCash } from '@balcao/domain/net-payments.ts';
import { amountsOf, movedBy } from '../closings/closing-record.ts';
import type { Takings } from '../closings/closings.service.ts';
import type { BoxRow, CashMovementRow } from './cash-boxes.repository.ts';

/** A seller's own box: no expected sum before the count. */
export function cashBoxOf(box: BoxRow): CashBox {
  return {
    id: box.id,
    seller: box.seller_id,
    seller_name: box.seller_name,
    opened_at: box.opened_at.toISOString(),
    float: reaisFromCents(box.float),
    last_count: box.last_count === null ? null : reaisFromCents(box.last_count),
    left_open: box.left_open,
    short: box.short,
    methods: (box.methods ?? [])
      .filter((method) => !isCash(method))
      .sort(new Intl.Collator('pt-BR').compare),
    movements: box.movements.map(movementOf),
    counts: box.counts?.map(countInReais) ?? null,
  };
}

export function movementOf(row: CashMovementRow): Movement {
  const { id, box, kind, amount, reason, created_at, seller_name, approved_by } = row;
  return {
    ...{ id, box, kind, reason, seller_name, approved_by },
    amount: reaisFromCents(amount),
    created_at: new Date(created_at).toISOString(),
  };
}

export function drawerCash({ float, movements }: BoxRow, { payments }: Takings): Cents {
  return expectedCash({
    float,
    byMethod: payments,
    supplies: movedBy('supply', movements),
    withdrawals: movedBy('withdrawal', movements),
  });
}

/** For administrators only. */
export function reportOf(box: BoxRow, takings: Takings): BoxReport {
  const { sales_count, refunds_count, sold_cents, returned_cents, payments } = takings;
  return {
    ...cashBoxOf(box),
    sales_count,
    refunds_count,
    sold_total: reaisFromCents(sold_cents),
    returned_total: reaisFromCents(returned_cents),
    total_final: reaisFromCents(subtractCents(sold_cents, returned_cents)),
    payment_methods: amountsOf(payments),
    expected_cash: reaisFromCents(drawerCash(box, takings)),
  };
}
