import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import type { ListedSale, Sale } from '@balcao/contract/sales/sales.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import { keyOfKeptCode } from '@balcao/domain/kept-sale.ts';
import { reaisFromCents, subtractCents } from '@balcao/domain/money.ts';
import { saleOfCode } from '@balcao/domain/sale-code.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import type { PersonKind } from '../../database/person-kind.ts';
import { periodOf } from '../../request/business-period.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import type { SaleFilter } from './sale-filter.repository.ts';
import { saleRecord } from './sale-record.ts';
import { everySaleOfPerson, type SalesOfPerson, salesOfPerson } from './sales.repository.ts';
import { countSales, eachSale, saleIds, salesPage, sumSales } from './sales-page.repository.ts';
import { searchedWords } from './searched-words.ts';

type SalesQuery = QueryOf<Endpoints['findSales']>;

/**
 * Sales that are not deleted, unless those are asked for, newest first. A seller sees only their own. `find` searches by client, student,
 * CPF, matrícula, number or the code of a receipt. Throws invalid_day.
 */
export async function listSales(
  db: Db,
  viewer: SignedIn,
  query: SalesQuery,
  find = '',
): Promise<Page<ListedSale>> {
  const filter = filterOf(viewer, query, find);
  const slice = sliceOf(query);
  const { rows, count } = await salesPage(db, filter, slice);
  // Only administrators delete.
  const shown = ({
    closed,
    monthClosed,
    deletedAt,
    deletedBy,
    ...sale
  }: (typeof rows)[number]) => ({
    ...saleRecord(sale),
    ...(closed && viewer.admin && { closed }),
    ...(monthClosed && viewer.admin && { month_closed: true }),
    ...(deletedAt && { deleted: { at: deletedAt.toISOString(), by: deletedBy ?? '' } }),
  });
  return pageOf(rows.map(shown), count, slice);
}

/** Digits that are also looked for within a CPF or a matrícula, in all sales and among a seller's few. */
const SHORTEST_PART = 7;
const SHORTEST_PART_OF_OWN = 4;

/**
 * The words of a search; too many find no sale. A receipt's barcode says V4987, that of a kept sale its key.
 */
function wordsOf(
  search: string,
  shortestPart: number,
): Pick<SaleFilter, 'words' | 'productIds' | 'key'> {
  if (search.trim() === '') return {};
  const key = keyOfKeptCode(search.trim());
  if (key) return { key };
  const words = searchedWords(`${saleOfCode(search) ?? search}`, shortestPart);
  return words ? { words } : { productIds: [] };
}

function filterOf(viewer: SignedIn, query: SalesQuery, find: string): SaleFilter {
  const { search, products, order, method, only } = query;
  return {
    ...periodOf(query),
    ...(!viewer.admin && { sellerId: viewer.id }),
    ...(search && { search }),
    ...(products && { productIds: products.split(',').map(Number) }),
    ...(order && { order }),
    ...(method && { method }),
    ...(only && { only }),
    ...wordsOf(find, SHORTEST_PART),
  };
}

/** What all sales that listSales would find add up to. Throws invalid_day. */
export async function readSaleSums(
  db: Db,
  viewer: SignedIn,
  query: QueryOf<Endpoints['sumSales']>,
  find: string,
): Promise<AnswerOf<Endpoints['sumSales']>> {
  const { count, total, returned } = await sumSales(db, filterOf(viewer, query, find));
  return {
    count,
    total: reaisFromCents(total),
    net: reaisFromCents(subtractCents(total, returned)),
  };
}

/** The ids of all sales that listSales would find. Throws invalid_day. */
export const findSaleIds = (db: Db, viewer: SignedIn, query: SalesQuery, find: string) =>
  saleIds(db, filterOf(viewer, query, find));

/**
 * All sales that listSales would find, oldest first, read from a snapshot while they are used, and how many they
 * or their items are. Throws invalid_day.
 */
export function readEverySale(db: Db, viewer: SignedIn, query: SalesQuery, find: string) {
  const filter = filterOf(viewer, query, find);
  return {
    count: (of: 'sales' | 'items') => countSales(db, filter, of),
    async *sales(): AsyncGenerator<Sale> {
      for await (const sale of eachSale(db, filter)) yield saleRecord(sale);
    },
  };
}

type OwnSalesRequest = {
  query: QueryOf<Endpoints['listOwnSales']>;
  body: BodyOf<Endpoints['listOwnSales']>;
};

/** The viewer's sales of the last 30 days that are not deleted, newest first. */
export async function listOwnSales(
  db: Db,
  viewer: SignedIn,
  { query, body }: OwnSalesRequest,
): Promise<Page<Sale>> {
  const slice = sliceOf(query);
  const from = addDays(businessDayOf(new Date()), -29);
  const filter = { sellerId: viewer.id, from, ...wordsOf(body.search ?? '', SHORTEST_PART_OF_OWN) };
  const { rows, count } = await salesPage(db, filter, slice);
  const sales = rows.map(saleRecord);
  return pageOf(sales, count, slice);
}

/** The sales of a client or a student that are not deleted, newest first. */
export async function listSalesPageOfPerson(
  db: Db,
  person: { kind: PersonKind; id: number },
  query: { page?: string; page_size?: string },
): Promise<Page<Sale>> {
  const slice = sliceOf(query);
  const { rows, count } = await salesPage(db, { person }, slice);
  return pageOf(rows.map(saleRecord), count, slice);
}

/** A person's sales of a period that are not deleted, oldest first, at most so many. */
export async function listSalesOfPerson(db: Db, of: SalesOfPerson, limit: number): Promise<Sale[]> {
  return (await salesOfPerson(db, of, limit)).map(saleRecord);
}

/** All sales of a person, oldest first, with the time and the reason of their deletion. */
export async function listEverySaleOfPerson(
  db: Db,
  of: Pick<SalesOfPerson, 'kind' | 'records'>,
): Promise<(Sale & { deleted_at: string | null; deletion_reason: string | null })[]> {
  const sales = await everySaleOfPerson(db, of);
  return sales.map((sale) => ({
    ...saleRecord(sale),
    deleted_at: sale.deletedAt?.toISOString() ?? null,
    deletion_reason: sale.deletionReason,
  }));
}
