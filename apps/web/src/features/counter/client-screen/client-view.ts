import { type Cents, centsOfSum, ZERO } from '@balcao/domain/money.ts';
import { brCode } from '@balcao/domain/pix/br-code.ts';
import { type SalePix, txidOf } from '../pix/sale-pix.ts';
import { type CounterState, flagOf } from '../sale/counter-state.ts';
import { missingFrom } from '../sale/payment-lines.ts';
import { draftTotals, givesBack, paymentRows, toGiveBack } from '../sale/sale-draft.ts';
import { totalsOf } from '../sale/sale-item.ts';

/** What the client reads. Nothing in it says who the client is. */
export type ClientView =
  | { readonly kind: 'idle' }
  | { readonly kind: 'thanks'; readonly change: Cents }
  | {
      readonly kind: 'order';
      readonly items: readonly ClientItem[];
      /** The id of the line that was added or counted last. */
      readonly newest: number | null;
      readonly total: Cents;
      /** What the returned pieces of an exchange are worth. */
      readonly credit: Cents;
      /** Set while the order is being paid. */
      readonly payment: {
        readonly missing: Cents;
        readonly change: Cents;
        readonly back: Cents;
        readonly pix: { readonly text: string; readonly amount: Cents } | null;
      } | null;
    };

export type ClientItem = {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly total: Cents;
};

export const IDLE: ClientView = { kind: 'idle' };

export function clientView(state: CounterState, pix: SalePix | undefined): ClientView {
  const { draft, made, newest } = state;
  const { exchange } = draft;
  if (draft.items.length === 0) {
    return made ? { kind: 'thanks', change: centsOfSum(made.troco) } : IDLE;
  }
  const totals = draftTotals(draft);
  const { totalGeneral: total, paid, change } = totals;
  const payment = {
    missing: missingFrom(total, paid),
    change,
    back: exchange && givesBack(exchange, totals) ? toGiveBack(exchange, total) : ZERO,
    pix: openPix(state, pix),
  };
  return {
    kind: 'order',
    items: draft.items.map((item) => {
      const { product, quantity } = item;
      return { id: product.id, name: product.name, quantity, total: totalsOf(item).total };
    }),
    newest: newest?.productId ?? null,
    total,
    credit: exchange?.worth ?? ZERO,
    payment: flagOf(state) === 1 ? payment : null,
  };
}

/** The first Pix that the seller has not found at the bank yet. */
function openPix({ draft }: CounterState, pix: SalePix | undefined) {
  for (const [index, row] of paymentRows(draft).entries()) {
    const txid = txidOf(row, index, pix);
    if (!pix || !txid || !row.amount || row.pixFound === txid) continue;
    return { text: brCode(pix, { amount: row.amount, txid }), amount: row.amount };
  }
  return null;
}
