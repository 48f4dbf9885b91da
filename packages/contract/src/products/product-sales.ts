import { INCOME_PARTS } from '@balcao/domain/income.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { Income } from '../fields/income.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Day, Id, IdParams, optionalName } from '../fields/values.ts';

/** What each product brought in, less what came back, after all discounts. */

const sold = {
  units: Type.Integer({ description: 'Vendidas menos devolvidas' }),
  net: Type.Number(),
};
const soldBefore = { units_year_ago: Type.Integer(), year_ago: Type.Number() };

export const SoldProduct = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  income: Income,
  ...sold,
  ...soldBefore,
});
export type SoldProduct = Static<typeof SoldProduct>;

export const ProductSales = Type.Object({
  year_ago: Type.Object({ startDate: Day, endDate: Day }),
  total: Type.Object({ ...sold, ...soldBefore }),
  products: Type.Array(SoldProduct, {
    description: 'Os vendidos no período ou no mesmo um ano antes; o que mais trouxe, primeiro',
  }),
  sellers: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
    description: 'Quem vendeu no período',
  }),
});
export type ProductSales = Static<typeof ProductSales>;

export const ProductMonths = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  months: Type.Array(Type.Object({ startDate: Day, endDate: Day, ...sold }), {
    description: 'Os 24 meses até o do último dia, o mais antigo primeiro',
  }),
});
export type ProductMonths = Static<typeof ProductMonths>;

const RowId = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' }));

/** Of one seller, and of the students of one class. Returns count to who made them. */
const filter = { seller: RowId, class: Type.Optional(optionalName(MAX_LENGTH.class)) };

export const productSalesEndpoints = {
  readProductSales: {
    summary: 'Vendas por produto de um período, e do mesmo um ano antes',
    query: closed({
      startDate: Day,
      endDate: Day,
      ...filter,
      income: Type.Optional(Type.Enum([...INCOME_PARTS])),
    }),
    answer: ProductSales,
    // The latter for a period that ends before it begins.
    refusals: ['invalid_day', 'invalid_request', 'unfit_text'],
  },
  readProductMonths: {
    summary: 'Um produto, mês a mês',
    params: IdParams,
    query: closed({ endDate: Day, ...filter }),
    answer: ProductMonths,
    refusals: ['not_found', 'invalid_day', 'unfit_text'],
  },
} as const satisfies Record<string, Endpoint>;
