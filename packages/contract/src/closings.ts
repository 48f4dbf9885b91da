import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { AnyKey, closed, Day, Id, Instant, Message, SearchText } from './fields/values.ts';

/** One version of a seller's closing of a day. Its figures never change. */
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
  closed_at: Instant,
  first_sale: Id,
  last_sale: Id,
  replaces: Type.Union(
    [Type.Object({ closed_at: Instant, total_final: Type.Number() }), Type.Null()],
    { description: 'A versão anterior deste caixa' },
  ),
});
export type Closing = Static<typeof Closing>;

/** A row of the list: the newest version, and how the day's sales have changed since. */
export const ListedClosing = Type.Object({
  ...Closing.properties,
  sales_added: Type.Integer(),
  sales_deleted: Type.Integer(),
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
