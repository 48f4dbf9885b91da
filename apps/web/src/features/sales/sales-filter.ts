import { SALE_ORDERS, SALES_ONLY, type SaleOrder } from '@balcao/contract/fields/sale-orders.ts';
import {
  choice,
  days,
  defineFilter,
  type Filtered,
  id,
  ids,
  isPersonal,
  text,
} from '../../ui/lists/filter.ts';

/** The contract accepts no more. */
const MAX_PRODUCTS = 1_000;

/** The newest first is the default. */
const ORDERS: readonly SaleOrder[] = SALE_ORDERS.filter((order) => order !== '-date');

export const salesFilter = defineFilter({
  fields: {
    /** Words of the client or the student, or the number of the sale. */
    find: text(isPersonal),
    /** Part of the seller's name. */
    search: text(),
    ...days,
    products: ids(MAX_PRODUCTS),
    /** The name of a payment method. */
    method: text(),
    only: choice(SALES_ONLY),
    order: choice(ORDERS),
  },
  /** The number of the open one. */
  beside: { sale: id },
});

export type SalesFilter = Filtered<typeof salesFilter>;

export const ownSalesFilter = defineFilter({ fields: { search: text(isPersonal) } });
