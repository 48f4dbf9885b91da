import { LEAST_HUNDREDTHS, MOST_HUNDREDTHS } from '@balcao/domain/price-rule.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { MOST_PICKED } from '../fields/list-limits.ts';
import {
  closed,
  Id,
  IdParams,
  Instant,
  orNull,
  Reais,
  SearchText,
  Uuid,
} from '../fields/values.ts';

/** Prices of many products, changed together by administrators. */

const Ids = Type.Array(Id, { maxItems: MOST_PICKED });

export const PickedProducts = Type.Union([
  closed({ ids: Type.Array(Id, { minItems: 1, maxItems: MOST_PICKED }) }),
  closed({
    search: Type.String({ ...SearchText, description: 'Todos os desta busca; vazia: todos' }),
    except: Type.Optional(Ids),
  }),
]);
export type PickedProducts = Static<typeof PickedProducts>;

const PriceRule = Type.Union([
  closed({ price: Reais }),
  closed({
    percent: Type.Number({
      minimum: LEAST_HUNDREDTHS / 100,
      maximum: MOST_HUNDREDTHS / 100,
      multipleOf: 0.01,
      description: 'Ao centavo, meio centavo para cima',
    }),
    ending: orNull(Type.Enum([90, 50, 0])),
    rounding: Type.Enum(['nearest', 'up'], {
      description: 'Ao final mais próximo, no meio para cima; ou nunca abaixo',
    }),
  }),
]);
export type PriceRule = Static<typeof PriceRule>;

const PlannedPrice = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  new_price: orNull(Type.Number({ description: 'null: o preço fica como está' })),
  obstacle: orNull(Type.Enum(['free', 'too_high'])),
});
export type PlannedPrice = Static<typeof PlannedPrice>;

const PricePreview = Type.Object({
  products: Type.Array(PlannedPrice, { description: 'Os que há, por nome' }),
  seen: Type.String({ description: 'Para changePrices: prova que nada mudou desde a prévia' }),
});
export type PricePreview = Static<typeof PricePreview>;

const PriceChange = Type.Object({
  id: Id,
  at: Instant,
  by: Type.String(),
  rule: PriceRule,
  products: Type.Integer({ description: 'Os que mudaram' }),
  undone: orNull(Type.Object({ at: Instant, by: Type.String(), products: Type.Integer() })),
  can_undo: Type.Boolean({ description: 'Até 24 horas depois, uma vez' }),
});
export type PriceChange = Static<typeof PriceChange>;

const UndonePrices = Type.Object({
  restored: Type.Integer(),
  kept: Type.Array(
    Type.Object({
      id: Id,
      code: Type.String(),
      name: Type.String(),
      price: Type.Number({ description: 'O de agora' }),
      deleted: Type.Boolean(),
    }),
    { description: 'Os que mudaram de preço ou foram excluídos depois, e ficam' },
  ),
});
export type UndonePrices = Static<typeof UndonePrices>;

const PriceStep = Type.Object({
  at: Instant,
  by: orNull(Type.String()),
  from: orNull(Type.Number()),
  to: Type.Number(),
  how: Type.Enum(['created', 'form', 'bulk', 'undone', 'import']),
});
export type PriceStep = Static<typeof PriceStep>;

const request = { products: PickedProducts, rule: PriceRule };

export const priceChangeEndpoints = {
  previewPrices: {
    summary: 'Preços em lote: os novos preços, sem mudar nada',
    body: closed(request),
    answer: PricePreview,
  },
  changePrices: {
    summary: 'Preços em lote: mudar todos os da prévia, ou nenhum',
    headers: Type.Object({ 'idempotency-key': Uuid }),
    body: closed({ ...request, seen: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
    status: 201,
    answer: PriceChange,
    refusals: ['key_reused', 'prices_changed', 'same_prices'],
  },
  listPriceChanges: {
    summary: 'Preços em lote: as últimas mudanças, a mais nova primeiro',
    answer: Type.Array(PriceChange),
  },
  undoPrices: {
    summary: 'Preços em lote: desfazer uma mudança, onde o preço ainda é o dela',
    params: IdParams,
    answer: UndonePrices,
    refusals: ['not_found', 'undo_ended', 'nothing_to_undo'],
  },
  readPriceHistory: {
    summary: 'Os preços de um produto, o mais novo primeiro, no máximo 100',
    params: IdParams,
    answer: Type.Array(PriceStep),
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
