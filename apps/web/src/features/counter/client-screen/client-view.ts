import { type Cents, centsOfSum, ZERO } from '@balcao/domain/money.ts';
import { brCode } from '@balcao/domain/pix/br-code.ts';
import { type CounterState, flagOf } from '../sale/counter-state.ts';
import { missingFrom } from '../sale/payment-lines.ts';
import { type SalePix, txidOf } from '../sale/sale-checks.ts';
import { draftTotals, givesBack, paymentRows, toGiveBack } from '../sale/sale-draft.ts';
import { totalsOf } from '../sale/sale-item.ts';

/** What the client reads. Nothing in it says who the client is. */
export type ClientView =
  | { readonly kind: 'idle' }
  | { readonly kind: 'thanks'; readonly change: Cents }
  | ReturnType<typeof orderView>;

export type ClientItem = ReturnType<typeof orderView>['items'][number];

export const IDLE: ClientView = { kind: 'idle' };

export function clientView(state: CounterState, pix: SalePix | undefined): ClientView {
  if (state.draft.items.length > 0) return orderView(state, pix);
  return state.made ? { kind: 'thanks', change: centsOfSum(state.made.troco) } : IDLE;
}

function orderView(state: CounterState, pix: SalePix | undefined) {
  const { draft, newest } = state;
  const { exchange } = draft;
  const totals = draftTotals(draft);
  const { totalGeneral: total, paid, change } = totals;
  return {
    kind: 'order' as const,
    items: draft.items.map((item) => {
      const { product, quantity } = item;
      return { id: product.id, name: product.name, quantity, total: totalsOf(item).total };
    }),
    /** The id of the line that was added or counted last. */
    newest: newest?.productId ?? null,
    total,
    /** What the returned pieces of an exchange are worth. */
    credit: exchange?.worth ?? ZERO,
    /** Set while the order is being paid. */
    payment:
      flagOf(state) === 0
        ? null
        : {
            missing: missingFrom(total, paid),
            change,
            back: exchange && givesBack(exchange, totals) ? toGiveBack(exchange, total) : ZERO,
            pix: openPix(state, pix),
          },
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
