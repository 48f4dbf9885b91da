import { Type } from 'typebox';
import { salesPageQuery } from './page.ts';
import { SALE_ORDERS } from './sale-orders.ts';
import { closed, Day } from './values.ts';

/** Ids of products with commas between them: sales with any of these products, and their corrections. */
export const ProductsFilter = Type.Optional(
  Type.String({ maxLength: 10_000, pattern: '^([1-9][0-9]{0,8}(,[1-9][0-9]{0,8})*)?$' }),
);

/** The filters and the order of the list of sales. */
export const salesQuery = closed({
  ...salesPageQuery,
  products: ProductsFilter,
  startDate: Type.Optional(Day),
  endDate: Type.Optional(Day),
  order: Type.Optional(
    Type.Enum([...SALE_ORDERS], {
      description: 'Sem ele, da mais nova à mais antiga; com um menos, ao contrário',
    }),
  ),
});
