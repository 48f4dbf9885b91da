import type { Db } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { listCorrections } from '../corrections/corrections.service.ts';
import { findSaleIds, readEverySale } from '../sales/sales-lists.service.ts';
import type { Filter } from './exported-list.ts';
import { countReturnedItems } from './exports.repository.ts';
import type { Rows } from './file/table.ts';
import { readList } from './read-list.ts';
import { rowOfCorrection, rowOfSale, type SaleRow } from './sale-rows.ts';

/** The filters of the paper; the list of sales finds people too. */
export const REPORT_FILTERS = ['search', 'products', 'startDate', 'endDate'] as const;
export const SALE_FILTERS = [...REPORT_FILTERS, 'find', 'method', 'only'] as const;

/** A correction may have 300 items. */
const CORRECTIONS_AT_ONCE = 200;

/**
 * The sales of the filter and what puts sales right, oldest first, like a cash book. `count` is of the rows, or of
 * all their items.
 */
export async function readSaleRows(
  db: Db,
  filter: Filter,
  viewer: SignedIn,
  counted: 'sales' | 'items' = 'sales',
): Promise<Rows<SaleRow>> {
  const { find = '', ...given } = filter;
  const query: Omit<Filter, 'find'> = withoutEmpty(given);
  const sales = readEverySale(db, viewer, query, find);
  const { method, only } = query;
  const narrowed = find.trim() !== '' || method || only;
  // All of those sales: what is put right may be of an earlier period.
  const corrected = narrowed
    ? await findSaleIds(db, viewer, { ...(method && { method }), ...(only && { only }) }, find)
    : undefined;
  const corrections = await readList(
    (slice) => listCorrections(db, viewer, { ...query, ...slice }, corrected),
    { pageSize: CORRECTIONS_AT_ONCE, fromEnd: true },
  );
  const ofCorrections =
    counted === 'sales' ? corrections.count : await countReturnedItems(db, query, corrected);
  return {
    count: (await sales.count(counted)) + ofCorrections,
    rows: inOrder(rowsOf(sales.sales(), rowOfSale), rowsOf(corrections.rows, rowOfCorrection)),
  };
}

/** An empty filter is none. */
function withoutEmpty(filter: Filter) {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

async function* rowsOf<Found>(all: Rows<Found>['rows'], rowOf: (found: Found) => SaleRow) {
  for await (const found of all) yield rowOf(found);
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
