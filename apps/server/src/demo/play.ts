import { SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { closeBox } from '../features/closings/closings.service.ts';
import type { StoredSale } from '../features/sales/sale-record.ts';
import { deleteSale } from '../features/sales/sales.service.ts';
import { manySales } from '../testing/builders.ts';
import type { Stock, Stores } from './demo.repository.ts';
import type { SampleSale, ShopEvent } from './history.ts';
import type { Past } from './past.repository.ts';
import { putRight } from './put-right.ts';

const monthName = new Intl.DateTimeFormat('pt-BR', {
  timeZone: SHOP_TIME_ZONE,
  month: 'long',
  year: 'numeric',
});

/** Records the events of a history in order, and reports each month's number of sales. For recordPast(). */
export async function play(
  { db, pool }: Stores,
  stock: Stock,
  { events, past, say }: { events: readonly ShopEvent[]; past: Past; say(words: string): void },
): Promise<number> {
  const administrator = known(stock.administrator, 'administrator');
  const made = new Map<SampleSale, StoredSale>();
  let month = '';
  let sales = 0;
  const endMonth = () => {
    if (sales > 0) say(`  ${month}: ${sales} vendas`);
    sales = 0;
  };
  // One statement for those that no other event comes between: a year is recorded in seconds.
  const waiting: { at: Date; sale: SampleSale }[] = [];
  const recordWaiting = async () => {
    const rows = waiting.map(({ at, sale }) => ({ ...rowsOf(sale, stock), createdAt: at }));
    const stored = await manySales(pool, rows);
    for (const [place, { sale }] of waiting.entries()) made.set(sale, stored[place] as StoredSale);
    waiting.length = 0;
  };
  for (const event of events) {
    if (event.kind !== 'sale') await recordWaiting();
    if (event.kind === 'sale') {
      const itsMonth = monthName.format(event.at);
      if (itsMonth !== month) endMonth();
      month = itsMonth;
      sales++;
      waiting.push(event);
    } else if (event.kind === 'deletion') {
      const { id } = known(made.get(event.sale), 'sale');
      await deleteSale(db, administrator, id);
      past.deletions.set(id, event.at);
    } else if (event.kind === 'office') {
      await event.record(db, past);
    } else if (event.kind !== 'closing') {
      await putRight(db, event, known(made.get(event.sale), 'sale'), administrator);
    } else {
      const seller = known(stock.sellers.get(event.seller.login), event.seller.login);
      const actor = event.by === 'seller' ? seller : administrator;
      const closing = await closeBox(db, { actor, sellerId: seller.id, date: event.day });
      if (closing) past.closed(closing.id, event.at);
    }
  }
  await recordWaiting();
  endMonth();
  return made.size;
}

function rowsOf({ seller, client, student, lines, payments }: SampleSale, stock: Stock) {
  return {
    seller: known(stock.sellers.get(seller.login), seller.login),
    client: known(stock.clients.get(client.cpf), client.cpf),
    student: student ? known(stock.students.get(student.registration), student.registration) : null,
    items: lines.map(({ product, quantity }) => ({
      product: known(stock.products.get(product.code), product.code),
      quantity,
    })),
    payments: payments.map(({ method, amount }) => ({
      method: known(stock.methods.get(method), method),
      amount,
    })),
  };
}

export function known<T>(row: T | undefined, key: string): T {
  if (row === undefined) throw new Error(`The sample shop has no ${key}`);
  return row;
}
