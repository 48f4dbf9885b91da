import type { Page } from '@balcao/contract/page.ts';
import type { Sale } from '@balcao/contract/sales.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import type { SignedIn } from '../../request/serve.ts';
import { realDay } from './period.ts';
import { saleRecord } from './sale-record.ts';
import { type SaleFilter, salesPage } from './sales-page.repository.ts';

export type SalesQuery = {
  page?: string;
  page_size?: string;
  /** Part of the seller's name. */
  search?: string;
  /** Product ids, separated by commas: sales that hold any of them. */
  products?: string;
  startDate?: string;
  endDate?: string;
};

/** Sales that are not deleted, newest first. A seller sees only their own. Throws invalid_day. */
export async function listSales(db: Db, viewer: SignedIn, query: SalesQuery): Promise<Page<Sale>> {
  const slice = sliceOf(query);
  const { rows, count } = await salesPage(db, filterOf(viewer, query), slice);
  return pageOf(rows.map(saleRecord), count, slice);
}

function filterOf(viewer: SignedIn, query: SalesQuery): SaleFilter {
  const { search, products, startDate, endDate } = query;
  return {
    ...(!viewer.admin && { sellerId: viewer.id }),
    ...(search && { search }),
    ...(products && { productIds: products.split(',').map(Number) }),
    ...(startDate !== undefined && { from: realDay(startDate, 'querystring/startDate') }),
    ...(endDate !== undefined && { to: realDay(endDate, 'querystring/endDate') }),
  };
}
