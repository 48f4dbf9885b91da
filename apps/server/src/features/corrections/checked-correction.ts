import type { NewRefund } from '@balcao/contract/sales/corrections.ts';
import { EXCHANGE_CREDIT } from '@balcao/domain/correction-payments.ts';
import { type Cents, centsFromReais, sumCents } from '@balcao/domain/money.ts';
import { netLineTotals, refundWorth } from '@balcao/domain/refund-worth.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Tx } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { mustEqual } from '../sales/checked-sale.ts';
import type { StoredSale } from '../sales/sale-record.ts';
import type { ReturnedItem } from './correction-record.ts';
import { liveMethods } from './corrections.repository.ts';

/** The worth of each line of a sale, less its share of the general discount. */
export function netTotals({ items, generalDiscount }: StoredSale): Cents[] {
  return netLineTotals(
    items.map(({ total }) => total),
    generalDiscount,
  );
}

/** Units of a line that have come back. */
export function returnedOf({ corrections }: StoredSale, line: number): number {
  return corrections?.returned.find((returned) => returned.line === line)?.quantity ?? 0;
}

/** The items that come back, and their worth. Throws more_than_sold, invalid_request and figures_differ. */
export function returnedItems(
  sale: StoredSale,
  body: Pick<NewRefund, 'items' | 'total'>,
): { items: ReturnedItem[]; worth: Cents } {
  const nets = netTotals(sale);
  const seen = new Set<number>();
  const items = body.items.map(({ line, quantity: units, damaged = false }, index) => {
    const field = `body/items/${index}`;
    if (seen.has(line)) throw new Refusal('invalid_request', { field: `${field}/line` });
    seen.add(line);
    const before = returnedOf(sale, line);
    const quantity = sale.items[line - 1]?.quantity ?? 0;
    if (before + units > quantity) {
      throw new Refusal('more_than_sold', { field: `${field}/quantity` });
    }
    const netTotal = nets[line - 1] as Cents;
    return {
      line,
      before,
      quantity: units,
      worth: refundWorth({ netTotal, quantity, before, units }),
      damaged,
    };
  });
  const worth = sumCents(items.map((item) => item.worth));
  mustEqual('body/total', centsFromReais(body.total), worth);
  return { items, worth };
}

/** Lines of live methods that add up to `total`. Throws unknown_payment_method and figures_differ. */
export async function checkedLines(tx: Tx, payments: NewRefund['payments'], total: Cents) {
  const methods = await liveMethods(
    tx,
    payments.map(({ method }) => tidyText(method)),
  );
  const lines = payments.map((payment, index) => {
    const method = tidyText(payment.method);
    const methodId = method === EXCHANGE_CREDIT ? undefined : methods.get(method);
    if (methodId === undefined) {
      throw new Refusal('unknown_payment_method', { field: `body/payments/${index}/method` });
    }
    return { methodId, method, amount: centsFromReais(payment.amount) };
  });
  mustEqual('body/payments', sumCents(lines.map(({ amount }) => amount)), total);
  return lines;
}
