import { Type } from 'typebox';
import { salesPageQuery } from './page.ts';
import { SALE_ORDERS, SALES_ONLY } from './sale-orders.ts';
import { MAX_LENGTH } from './text-lengths.ts';
import { closed, Day, STORABLE } from './values.ts';

/** Ids of products with commas between them: sales with any of these products, and their corrections. */
export const ProductsFilter = Type.Optional(
  Type.String({ maxLength: 10_000, pattern: '^([1-9][0-9]{0,8}(,[1-9][0-9]{0,8})*)?$' }),
);

/** Filters that the specification's list does not know. */
export const ofFoundSales = {
  method: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_LENGTH.methodName,
      pattern: STORABLE,
      description: 'Pagas assim, na venda ou depois de uma correção',
    }),
  ),
  only: Type.Optional(
    Type.Enum([...SALES_ONLY], {
      description: 'Com desconto; com devolução, troca ou correção; excluídas',
    }),
  ),
};

const salesFilter = {
  search: salesPageQuery.search,
  products: ProductsFilter,
  startDate: Type.Optional(Day),
  endDate: Type.Optional(Day),
};
const { page, page_size } = salesPageQuery;

/** The filters and the order of the list of sales. */
const listed = {
  page,
  page_size,
  ...salesFilter,
  order: Type.Optional(
    Type.Enum([...SALE_ORDERS], {
      description: 'Sem ele, da mais nova à mais antiga; com um menos, ao contrário',
    }),
  ),
};
export const salesQuery = closed(listed);
export const foundSalesQuery = closed({ ...listed, ...ofFoundSales });
export const saleSumsQuery = closed({ ...salesFilter, ...ofFoundSales });
