import type { AnswerOf, BodyOf, QueryOf } from '@balcao/contract/endpoint-types.ts';
import type {
  PurchaseProduct,
  StockProduct,
  stockEndpoints,
} from '@balcao/contract/stock/stock.ts';
import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { daysIn, type Period } from '@balcao/domain/dates/periods.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { proposedPurchase } from '@balcao/domain/product/stock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inSnapshot } from '../../database/reading-snapshot.ts';
import { inTransaction } from '../../database/transaction.ts';
import { businessDay, periodOf } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudits } from '../audit/audit.service.ts';
import { productSalesIn } from '../dashboard/product-sales.service.ts';
import { hiddenFrom } from './blind-counts.ts';
import type { Actor } from './movements.service.ts';
import { lockProducts, onHandWithMinimum, stockRows, writeMinimums } from './stock.repository.ts';

type Asked = QueryOf<typeof stockEndpoints.readStock>;

/** Throws invalid_day. */
export const readStock = (db: Db, viewer: SignedIn, { all, day }: Asked) =>
  inSnapshot(db, async (tx) => {
    const asked = day ? businessDay(day, 'querystring/day') : undefined;
    const rows = await stockIn(tx, all === 'true', asked);
    const isHidden = await hiddenFrom(tx, viewer);
    const products = rows
      .filter((row) => all || !isHidden(row.id))
      // What was sold would tell it, after an earlier count.
      .map((row) =>
        isHidden(row.id) ? { ...row, on_hand: null, sold: null, last_sold: null } : row,
      );
    return { products, hidden: rows.some(({ id }) => isHidden(id)) };
  });

export type KnownProduct = StockProduct & { sold: number };

/** The same in a snapshot of the caller, with nothing hidden. Without a day, as it is now. */
export async function stockIn(tx: Tx, all: boolean, asked?: BusinessDay): Promise<KnownProduct[]> {
  const today = businessDayOf(new Date());
  const day = asked ?? today;
  const rows = await stockRows(tx, { day, past: day < today, all });
  return rows.map(({ price_cents, last_sold, ...row }) => ({
    ...row,
    price: reaisFromCents(price_cents),
    last_sold: last_sold?.toISOString() ?? null,
  }));
}

export const readOnHand = (db: Db, viewer: SignedIn) =>
  inSnapshot(db, async (tx) => {
    const isHidden = await hiddenFrom(tx, viewer);
    return (await onHandWithMinimum(tx)).filter(({ product }) => !isHidden(product));
  });

/** Throws unknown_product. */
export function setMinimum(
  db: Db,
  actor: Actor,
  { products, minimum }: BodyOf<typeof stockEndpoints.setMinimum>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const ids = [...new Set(products)];
    const found = await lockProducts(tx, ids);
    if (found.length < ids.length) {
      throw new Refusal('unknown_product', { field: 'body/products' });
    }
    const changed = found.filter((product) => product.minimum !== minimum);
    if (changed.length === 0) return;
    const changedIds = changed.map(({ id }) => id);
    await writeMinimums(tx, changedIds, minimum);
    const events = changed.map(({ id, name, minimum: before }) => ({
      ...{ subjectId: id, before: { name, minimum: before }, after: { name, minimum } },
    }));
    await recordAudits(tx, actor, 'stock.minimum_set', events);
  });
}

type Query = QueryOf<typeof stockEndpoints.suggestPurchase>;
type Purchase = AnswerOf<typeof stockEndpoints.suggestPurchase>;

export const suggestPurchase = (db: Db, query: Query) =>
  inSnapshot(db, (tx) => purchaseIn(tx, query));

const MOST_DAYS = 366;

/** The same in a snapshot of the caller. Throws invalid_day, invalid_request and period_too_long. */
export async function purchaseIn(tx: Tx, query: Query): Promise<Purchase> {
  const days = daysIn(periodOf(query) as Period);
  if (days > MOST_DAYS) throw new Refusal('period_too_long', { field: 'querystring/endDate' });
  const { year_ago, products } = await productSalesIn(tx, query);
  const soldOf = new Map(products.map(({ id, units_year_ago }) => [id, units_year_ago]));
  const proposed = (await stockIn(tx, true)).map(
    ({ active: _active, last_sold: _last, sold: pace, ...product }): PurchaseProduct => {
      const sold = soldOf.get(product.id) ?? 0;
      const { basis, quantity } = proposedPurchase({ ...product, year_ago: sold, pace }, days);
      return { ...product, sold, pace, suggested: quantity, basis };
    },
  );
  return {
    year_ago,
    products: proposed.filter(({ on_hand, basis }) => on_hand !== null || basis !== null),
  };
}
