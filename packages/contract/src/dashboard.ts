import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { Income } from './fields/income.ts';
import { closed, Day, Id, orNull } from './fields/values.ts';

const sums = {
  sold: Type.Number(),
  sales: Type.Integer(),
  returned: Type.Number(),
  returns: Type.Integer({ description: 'Devoluções e trocas' }),
  net: Type.Number({ description: 'sold − returned, o Total Geral do relatório do período' }),
};

/** The period before one of centuries may be of another millennium. */
const DayBefore = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

export const PeriodSums = Type.Object({
  startDate: DayBefore,
  endDate: DayBefore,
  ...sums,
  average: orNull(Type.Number({ description: 'sold / sales' })),
});
export type PeriodSums = Static<typeof PeriodSums>;

/** The figures of a row in the three periods; the other two only net. */
const compared = { net: Type.Number(), before: Type.Number(), year_ago: Type.Number() };

const SellerSums = Type.Object({ id: Id, name: Type.String(), ...sums, ...compared });

const MethodSums = Type.Object({
  name: Type.String(),
  payments: Type.Integer(),
  ...compared,
});

const ProductSums = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  units: Type.Integer({ description: 'Vendidas menos devolvidas' }),
  units_before: Type.Integer(),
  units_year_ago: Type.Integer(),
  ...compared,
});
export type ProductSums = Static<typeof ProductSums>;

export const Dashboard = Type.Object({
  sold_days: orNull(
    Type.Object(
      { first: Day, last: Day },
      { description: 'O primeiro e o último dia com vendas de toda a loja' },
    ),
  ),
  period: PeriodSums,
  before: PeriodSums,
  year_ago: PeriodSums,
  unit: Type.Enum(['day', 'month', 'year'], {
    description: 'De dia em dia até 92 dias, de mês em mês até 36 meses',
  }),
  days: Type.Object({
    period: Type.Array(PeriodSums),
    before: Type.Array(PeriodSums),
    year_ago: Type.Array(PeriodSums),
  }),
  sellers: Type.Array(SellerSums),
  methods: Type.Array(MethodSums),
  change_not_cash: Type.Array(
    Type.Object({ seller: Id, sales: Type.Integer(), amount: Type.Number() }),
    {
      description: 'Troco do período que não saiu de dinheiro, por vendedor',
    },
  ),
  incomes: Type.Array(
    Type.Object({
      income: Income,
      units: Type.Integer({ description: 'Vendidas menos devolvidas' }),
      ...compared,
    }),
    { description: 'Pela receita dos produtos hoje; vazio enquanto nenhum a tem' },
  ),
  products: Type.Object({
    top: Type.Array(ProductSums),
    others: Type.Object({ count: Type.Integer(), net: Type.Number() }),
  }),
});
export type Dashboard = Static<typeof Dashboard>;

export const dashboardEndpoints = {
  readDashboard: {
    summary: 'Somas de um período, do anterior e do mesmo um ano antes',
    query: closed({ startDate: Day, endDate: Day }),
    answer: Dashboard,
    // The latter for a period that ends before it begins.
    refusals: ['invalid_day', 'invalid_request'],
  },
} as const satisfies Record<string, Endpoint>;
