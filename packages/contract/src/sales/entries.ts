import { ENTRY_KINDS } from '@balcao/domain/entry-sums.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { entriesQuery } from '../fields/entries-query.ts';
import { pageOf, salesPageQuery } from '../fields/page.ts';
import { closed, Day, Id, Instant, MethodAmount, orNull } from '../fields/values.ts';

/** A sale, or what puts one right, on the day on which it counts. */
export const Entry = Type.Object({
  kind: Type.Enum([...ENTRY_KINDS]),
  sale: Id,
  correction: orNull(Id),
  at: Instant,
  seller: Id,
  seller_name: Type.String(),
  client_name: Type.String(),
  student_name: orNull(Type.String()),
  amount: Type.Number({
    description:
      'O que soma: tudo, o que a forma do filtro trouxe, ou a parte do produto ou da instituição; com menos, o que voltou',
  }),
  total: Type.Number({ description: 'O lançamento inteiro, com menos o que voltou' }),
  payments: Type.Array(MethodAmount, { description: 'Líquidas de troco; abaixo de zero, saiu' }),
  deleted: Type.Boolean({ description: 'A venda foi excluída depois do fechamento do filtro' }),
});
export type Entry = Static<typeof Entry>;

const EntrySums = Type.Object({
  sold: Type.Number({ description: 'Das vendas' }),
  returned: Type.Number({ description: 'Das devoluções e trocas' }),
  corrected: Type.Number({ description: 'Das correções de pagamento; só com uma forma não é 0' }),
  net: Type.Number({ description: 'sold − returned + corrected' }),
  methods: orNull(
    Type.Array(MethodAmount, {
      description: 'Somam net; null com produto ou instituição, que não as tem',
    }),
  ),
});
export type EntrySums = Static<typeof EntrySums>;

/** The names of what a filter names by id. */
const NamedByFilter = Type.Object({
  seller: orNull(Type.String()),
  product: orNull(Type.String()),
  client: orNull(Type.String()),
  student: orNull(Type.String()),
  closing: orNull(
    Type.Object({
      date: Day,
      seller_name: Type.String(),
      version: Type.Integer(),
      box: orNull(Id),
    }),
  ),
});
export type NamedByFilter = Static<typeof NamedByFilter>;

const { page, page_size } = salesPageQuery;

export const entryEndpoints = {
  listEntries: {
    summary:
      'Vendas, devoluções, trocas e correções de pagamento que somam um número, das mais novas às mais antigas, com as suas somas',
    query: closed({ page, page_size, ...entriesQuery }),
    answer: Type.Object({
      ...pageOf(Entry).properties,
      sums: EntrySums,
      named: NamedByFilter,
    }),
    // The latter for a product or an income together with a method.
    refusals: ['invalid_day', 'invalid_request'],
  },
} as const satisfies Record<string, Endpoint>;
