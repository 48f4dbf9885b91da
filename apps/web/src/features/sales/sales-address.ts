import { SALE_ORDERS, SALES_ONLY } from '@balcao/contract/fields/sale-orders.ts';
import {
  isPersonal,
  type ListSearch,
  readDays,
  readListSearch,
  readText,
  withoutEmpty,
} from '../../ui/lists/list-address.ts';

export type SalesFilter = ReturnType<typeof readSalesFilter>;

/** The contract accepts no more. */
const MAX_PRODUCTS = 1_000;

/** Reads an address that anyone may have typed. Invalid values filter nothing. */
export function readSalesFilter(address: Record<string, unknown>) {
  const ids = String(address.products ?? '')
    .split(',')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number);
  const find = readText(address.find);
  return {
    /** Words of the client or the student, or the number of the sale. */
    find: isPersonal(find) ? '' : find,
    /** Part of the seller's name. */
    search: readText(address.search),
    ...readDays(address),
    products: [...new Set(ids)].slice(0, MAX_PRODUCTS),
    /** The name of a payment method. */
    method: readText(address.method),
    only: SALES_ONLY.find((only) => only === address.only) ?? ('' as const),
    /** '' is the newest first. */
    order:
      SALE_ORDERS.find((order) => order === address.order && order !== '-date') ?? ('' as const),
  };
}

/** The number of the sale that is open. */
export function readOpenSale({ sale }: Record<string, unknown>): number | undefined {
  return /^[1-9]\d{0,8}$/.test(`${sale}`) ? Number(sale) : undefined;
}

/** The page and the search of one's own sales. */
export function readOwnSalesSearch(address: Record<string, unknown>): ListSearch {
  const search = readText(address.search);
  return readListSearch({ ...address, search: isPersonal(search) ? '' : search });
}

/** Returns the page, the filter and the open sale of an address without defaults; product ids joined by commas. */
export function readSalesSearch(address: Record<string, unknown>) {
  const { products, ...filter } = readSalesFilter(address);
  const sale = readOpenSale(address);
  return {
    ...readListSearch(address),
    ...withoutEmpty({ ...filter, products: products.join(',') }),
    ...(sale && { sale }),
  };
}
