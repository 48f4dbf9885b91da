import type { Correction } from '@balcao/contract/corrections.ts';
import type { Sale } from '@balcao/contract/sales.ts';
import type { Db } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { listCorrections } from '../corrections/corrections.service.ts';
import { listSales } from '../sales/sales.service.ts';
import type { Filter } from './exported-list.ts';
import { readList } from './read-list.ts';
import { rowOfCorrection, rowOfSale, type SaleRow } from './sale-rows.ts';
import type { Rows } from './table.ts';

/** Those of the paper; the list of sales finds people too. */
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
  const { find, ...given } = filter;
  const query = withoutEmpty(given);
  const slices = { pageSize: SALES_AT_ONCE, fromEnd: true };
  const salesOf = (of: object) =>
    readList((slice) => listSales(db, viewer, { ...of, ...slice }, find), slices);
  const sales = await salesOf(query);
  const corrections = await readList(
    (slice) => listCorrections(db, viewer, { ...query, ...slice }),
    slices,
  );
  const found = find?.trim() ? await thoseOf(await salesOf({}), corrections) : corrections;
  return {
    count: sales.count + found.count,
    rows: inOrder(rowsOf(sales, rowOfSale), rowsOf(found, rowOfCorrection)),
  };
}

/** An empty filter is none. */
function withoutEmpty(filter: Filter) {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

/** The corrections of the sales, which may be of an earlier period. */
async function thoseOf(
  sales: Rows<Sale>,
  corrections: Rows<Correction>,
): Promise<Rows<Correction>> {
  const ids = new Set<number>();
  for await (const { id } of sales.rows) ids.add(id);
  const rows: Correction[] = [];
  for await (const correction of corrections.rows) {
    if (ids.has(correction.sale)) rows.push(correction);
  }
  return { count: rows.length, rows };
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
