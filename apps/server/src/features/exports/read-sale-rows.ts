import type { Sale } from '@balcao/contract/sales/sales.ts';
import type { Db } from '../../database/connection.ts';
import { periodOf } from '../../request/business-period.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { listCorrections } from '../corrections/corrections.service.ts';
import { findSaleIds, readSales } from '../sales/sales.service.ts';
import type { Filter } from './exported-list.ts';
import { countItems } from './exports.repository.ts';
import { readList } from './read-list.ts';
import { rowOfCorrection, rowOfSale, type SaleRow } from './sale-rows.ts';
import type { Rows } from './table.ts';

/** The filters of the paper; the list of sales finds people too. */
export const REPORT_FILTERS = ['search', 'products', 'startDate', 'endDate'] as const;
export const SALE_FILTERS = [...REPORT_FILTERS, 'find'] as const;

/** A sale may have 300 items. */
const SALES_AT_ONCE = 200;

/** The sales of the filter and what puts sales right, oldest first, like a cash book. */
export async function readSaleRows(
  db: Db,
  filter: Filter,
  viewer: SignedIn,
): Promise<Rows<SaleRow>> {
  const { query, found, corrected } = await askedFor(db, filter, viewer);
  const sales = salesOf(db, found);
  const corrections = await readList(
    (slice) => listCorrections(db, viewer, { ...query, ...slice }, corrected),
    { pageSize: SALES_AT_ONCE, fromEnd: true },
  );
  return {
    count: sales.count + corrections.count,
    rows: inOrder(rowsOf(sales, rowOfSale), rowsOf(corrections, rowOfCorrection)),
  };
}

/** How many lines the items of these rows are. */
export async function countItemRows(db: Db, filter: Filter, viewer: SignedIn): Promise<number> {
  const { query, found, corrected } = await askedFor(db, filter, viewer);
  const { search, products } = query;
  return countItems(db, {
    ...periodOf(query),
    ...(search && { search }),
    ...(products && { productIds: products.split(',').map(Number) }),
    saleIds: found,
    ...(corrected && { correctedIds: corrected }),
  });
}

/** The sales of the filter; with a search, also all of those people's: what is put right may be of an earlier period. */
async function askedFor(db: Db, { find = '', ...given }: Filter, viewer: SignedIn) {
  const query: Omit<Filter, 'find'> = withoutEmpty(given);
  const found = await findSaleIds(db, viewer, query, find);
  const corrected = find.trim() === '' ? undefined : await findSaleIds(db, viewer, {}, find);
  return { query, found, corrected };
}

/** An empty filter is none. */
function withoutEmpty(filter: Filter) {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

/** Each slice is read by its ids: to ask for each page of the list again would take ever longer. */
function salesOf(db: Db, ids: readonly number[]): Rows<Sale> {
  async function* rows() {
    for (let at = 0; at < ids.length; at += SALES_AT_ONCE) {
      yield* await readSales(db, ids.slice(at, at + SALES_AT_ONCE));
    }
  }
  return { count: ids.length, rows: rows() };
}

async function* rowsOf<Found>({ rows }: Rows<Found>, rowOf: (found: Found) => SaleRow) {
  for await (const found of rows) yield rowOf(found);
}

/** Merges two lists that are in order. */
async function* inOrder(
  sales: AsyncGenerator<SaleRow>,
  corrections: AsyncGenerator<SaleRow>,
): AsyncGenerator<SaleRow> {
  let correction = await corrections.next();
  for await (const sale of sales) {
    while (!correction.done && correction.value.at < sale.at) {
      yield correction.value;
      correction = await corrections.next();
    }
    yield sale;
  }
  while (!correction.done) {
    yield correction.value;
    correction = await corrections.next();
  }
}
