import type { AnswerOf, BodyOf, QueryOf } from '@balcao/contract/endpoint-types.ts';
import type {
  PurchaseProduct,
  StockProduct,
  stockEndpoints,
} from '@balcao/contract/stock/stock.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addDays, daysIn } from '@balcao/domain/dates/periods.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { PACE_DAYS, suggestedPurchase } from '@balcao/domain/product/stock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { readSums } from '../../database/reading-snapshot.ts';
import { inTransaction } from '../../database/transaction.ts';
import { periodOf } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudits } from '../audit/audit.service.ts';
import { productSalesIn } from '../dashboard/product-sales.service.ts';
import type { Actor } from './movements.service.ts';
import {
  lockProducts,
  onHandWithMinimum,
  purchaseRows,
  stockRows,
  writeMinimums,
} from './stock.repository.ts';

export const readStock = (db: Db, all: boolean) => readSums(db, (tx) => stockIn(tx, all));

/** The same in a snapshot of the caller. */
export async function stockIn(tx: Tx, all: boolean): Promise<StockProduct[]> {
  const since = addDays(businessDayOf(new Date()), 1 - PACE_DAYS);
  const rows = await stockRows(tx, { since, all });
  return rows.map(({ price_cents, last_sold, ...row }) => ({
    ...row,
    price: reaisFromCents(price_cents),
    last_sold: last_sold?.toISOString() ?? null,
  }));
}

export const readOnHand = (db: Db) => readSums(db, onHandWithMinimum);

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
  readSums(db, (tx) => purchaseIn(tx, query));

const MOST_DAYS = 366;

/** The same in a snapshot of the caller. Throws invalid_day, invalid_request and period_too_long. */
export async function purchaseIn(tx: Tx, query: Query): Promise<Purchase> {
  const { from, to } = periodOf(query);
  if (from && to && from <= to && daysIn({ from, to }) > MOST_DAYS) {
    throw new Refusal('period_too_long', { field: 'querystring/endDate' });
  }
  const { year_ago, products } = await productSalesIn(tx, query);
  const soldOf = new Map(products.map(({ id, units_year_ago }) => [id, units_year_ago]));
  const rows = await purchaseRows(tx, [...soldOf.keys()]);
  return {
    year_ago,
    products: rows.map(({ price_cents, ...row }): PurchaseProduct => {
      const sold = soldOf.get(row.id) ?? 0;
      const suggested = suggestedPurchase(sold, row.on_hand);
      return { ...row, price: reaisFromCents(price_cents), sold, suggested };
    }),
  };
}
