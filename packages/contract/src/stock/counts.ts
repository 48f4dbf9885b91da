import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { StockKey } from '../fields/delivered-from.ts';
import { MOST_PICKED } from '../fields/list-limits.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Id, IdParams, Instant, name, orNull, Uuid } from '../fields/values.ts';

const StockCount = Type.Object({
  id: Id,
  name: Type.String(),
  blind: Type.Boolean({ description: 'Quem conta não vê quantas devia haver' }),
  products: orNull(Type.Array(Id, { description: 'null: todos' })),
  begun_at: Instant,
  begun_by: Type.String(),
  ended: orNull(
    Type.Object({
      at: Instant,
      by: Type.String(),
      outcome: Type.Enum(['applied', 'dropped']),
    }),
  ),
  lines: Type.Integer({ description: 'Leituras até agora; applyCount leva este número' }),
  counted: Type.Integer({ description: 'Produtos contados' }),
  pieces: Type.Integer(),
});
export type StockCount = Static<typeof StockCount>;

/** A product of a count, at the moment of its last reading. */
const CountedProduct = Type.Object({
  product: Id,
  code: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  counted: orNull(Type.Integer({ description: 'null: ninguém contou' })),
  counted_at: orNull(Instant),
  by: Type.Array(Type.String(), { description: 'Quem contou' }),
  expected: orNull(
    Type.Integer({
      description: 'Quantas devia haver no momento em que foi contado, ou agora; null: não se sabe',
    }),
  ),
});
export type CountedProduct = Static<typeof CountedProduct>;

const WholeCount = Type.Object({
  ...StockCount.properties,
  rows: Type.Array(CountedProduct, {
    description:
      'Por nome: os contados, e os com estoque que ninguém contou. Um vendedor não vê expected em uma contagem às cegas',
  }),
});
export type WholeCount = Static<typeof WholeCount>;

const DAY_MS = 86_400_000;

export const countEndpoints = {
  beginCount: {
    summary: 'Começar uma contagem, exatamente uma vez por chave',
    headers: StockKey,
    body: closed({
      name: name(MAX_LENGTH.countName),
      blind: Type.Boolean(),
      products: orNull(Type.Array(Id, { minItems: 1, maxItems: MOST_PICKED })),
    }),
    status: 201,
    answer: StockCount,
    refusals: [
      'unknown_product',
      'clock_in_closed_month',
      'clock_behind',
      'key_reused',
      'unfit_text',
    ],
  },
  listCounts: {
    summary: 'As contagens: as abertas, e as últimas 50 que acabaram; as mais novas primeiro',
    answer: Type.Array(StockCount),
  },
  readCount: {
    summary: 'Uma contagem com os seus produtos e as diferenças',
    params: IdParams,
    answer: WholeCount,
    refusals: ['not_found'],
  },
  addCountLines: {
    summary: 'Acrescentar leituras, cada uma exatamente uma vez por chave',
    params: IdParams,
    body: closed({
      lines: Type.Array(
        closed({
          key: Uuid,
          product: Id,
          quantity: Type.Integer({
            minimum: -MAX_QUANTITY,
            maximum: MAX_QUANTITY,
            description: 'Abaixo de zero desfaz; 0 diz que se olhou e não há nenhuma',
          }),
          ago: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: DAY_MS,
              description: 'Há quantos milissegundos foi lida, se esperou pela rede',
            }),
          ),
        }),
        { minItems: 1, maxItems: 500 },
      ),
    }),
    answer: Type.Object({
      products: Type.Array(Type.Object({ product: Id, counted: Type.Integer() }), {
        description: 'Quanto há agora, de todos, de cada produto lido',
      }),
    }),
    refusals: [
      'not_found',
      'clock_in_closed_month',
      'clock_behind',
      'count_ended',
      'unknown_product',
      'outside_count',
      'below_counted',
      'key_reused',
    ],
  },
  applyCount: {
    summary: 'Aplicar uma contagem, uma vez: o que foi contado vale desde o momento da leitura',
    params: IdParams,
    body: closed({
      lines: Type.Integer({ minimum: 0, description: 'O número de leituras que foi visto' }),
      missing_as_zero: Type.Boolean({
        description: 'Os produtos com estoque que ninguém contou passam a zero',
      }),
    }),
    answer: WholeCount,
    refusals: [
      'not_found',
      'clock_in_closed_month',
      'clock_behind',
      'count_ended',
      'count_changed',
      'nothing_counted',
    ],
  },
  dropCount: {
    summary: 'Guardar uma contagem sem aplicar',
    params: IdParams,
    answer: StockCount,
    refusals: ['not_found', 'count_ended'],
  },
} as const satisfies Record<string, Endpoint>;
