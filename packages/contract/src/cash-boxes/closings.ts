import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { AnyKey, closed, Day, Id, Instant, Message, orNull, SearchText } from '../fields/values.ts';

/** The count of a box. Nobody reads the expected sums before the count is saved. */
export const BoxCount = Type.Object({
  method: Type.String({ description: 'Na primeira linha, todo o dinheiro da gaveta' }),
  expected: Type.Number(),
  counted: Type.Number(),
  difference: Type.Number({ description: 'counted − expected' }),
});
export type BoxCount = Static<typeof BoxCount>;

/** The slip of a counted box has these beside its sums. */
export const BoxOfClosing = Type.Object({
  number: Id,
  opened_at: Instant,
  float: Type.Number(),
  last_count: orNull(
    Type.Number({ description: 'O dinheiro que a contagem anterior desta pessoa deixou' }),
  ),
  supplies: Type.Number(),
  withdrawals: Type.Number(),
  movements: Type.Array(
    Type.Object({
      kind: Type.Enum(['supply', 'withdrawal']),
      amount: Type.Number(),
      reason: Type.String(),
      created_at: Instant,
    }),
  ),
  counts: Type.Array(BoxCount),
  reason: orNull(Type.String()),
  approved_by: orNull(Type.String()),
});
export type BoxOfClosing = Static<typeof BoxOfClosing>;

/** One version of a seller's closing of a day, or the closing of a counted box. Its figures never change. */
export const Closing = Type.Object({
  id: Id,
  date: Day,
  seller_id: Id,
  seller_name: Type.String(),
  total_final: Type.Number(),
  payment_methods: Type.Record(AnyKey, Type.Number(), {
    description: 'Líquido de troco por forma de pagamento; soma total_final',
  }),
  version: Type.Integer(),
  sales_count: Type.Integer(),
  refunds_count: Type.Integer({ description: 'Devoluções e trocas' }),
  sold_total: Type.Number(),
  returned_total: Type.Number(),
  closed_at: Instant,
  first_sale: orNull(Id),
  last_sale: orNull(Id),
  replaces: Type.Union(
    [Type.Object({ closed_at: Instant, total_final: Type.Number() }), Type.Null()],
    { description: 'A versão anterior deste caixa' },
  ),
  change_not_cash: Type.Optional(
    Type.Object(
      { amount: Type.Number(), sales: Type.Integer() },
      { description: 'Troco que não saiu de dinheiro; falta quando não há' },
    ),
  ),
  kept: Type.Optional(
    Type.Object(
      { count: Type.Integer(), total: Type.Number() },
      { description: 'Só quando há: vendas guardadas em outros dias que contam neste' },
    ),
  ),
  box: Type.Optional(BoxOfClosing),
});
export type Closing = Static<typeof Closing>;

/** A row of the list: the newest version, and how the day's sales have changed since. */
export const ListedClosing = Type.Object({
  ...Closing.properties,
  sales_added: Type.Integer(),
  sales_deleted: Type.Integer(),
  corrections_added: Type.Integer({ description: 'Devoluções, trocas e correções desde então' }),
  current_total: Type.Number({ description: 'O que o dia soma agora' }),
});
export type ListedClosing = Static<typeof ListedClosing>;

export const closingEndpoints = {
  closeBox: {
    summary: 'Fechar o caixa de um vendedor em um dia',
    body: closed({ date: Day, seller_id: Id }),
    answer: Type.Union([Closing, Message]),
    refusals: ['not_allowed', 'unknown_seller', 'invalid_day', 'future_day'],
  },
  listClosings: {
    summary: 'O fechamento mais novo de cada vendedor e dia do período',
    query: closed({
      startDate: Type.Optional(Day),
      endDate: Type.Optional(Day),
      search: Type.Optional(SearchText),
    }),
    answer: Type.Array(ListedClosing),
    refusals: ['invalid_day'],
  },
} as const satisfies Record<string, Endpoint>;
