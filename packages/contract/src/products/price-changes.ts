import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { closed, Id, IdParams, Instant, orNull, Uuid } from '../fields/values.ts';
import { PickedProducts, PriceRule } from './picked-products.ts';
import { ProductChange } from './product-changes.ts';

/** Prices of many products, changed together by administrators. */

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
    answer: ProductChange,
    refusals: ['key_reused', 'prices_changed', 'same_prices'],
  },
  readPriceHistory: {
    summary: 'Os preços de um produto, o mais novo primeiro, no máximo 100',
    params: IdParams,
    answer: Type.Array(PriceStep),
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
