import { ADJUSTMENT_KINDS, PACE_DAYS, PURCHASE_BASES } from '@balcao/domain/product/stock.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { deliveredFrom, StockKey } from '../fields/delivered-from.ts';
import { MOST_DELIVERED, MOST_PICKED } from '../fields/list-limits.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Day, Id, IdParams, Instant, name, orNull, Quantity } from '../fields/values.ts';

/** Whole pieces; below zero as it is. Null: the product is not followed. */
const Pieces = Type.Integer();
const OnHand = orNull(Type.Integer({ description: 'null: sem entrada nem contagem até agora' }));
const Minimum = orNull(Type.Integer({ minimum: 0, maximum: 99_999 }));

const named = { id: Id, code: Type.String(), name: Type.String(), price: Type.Number() };

const StockProduct = Type.Object({
  ...named,
  active: Type.Boolean(),
  on_hand: OnHand,
  minimum: Minimum,
  sold: orNull(
    Type.Integer({
      description: `Vendidas menos devolvidas em ${PACE_DAYS} dias; null: em uma contagem às cegas`,
    }),
  ),
  last_sold: orNull(Instant),
});
export type StockProduct = Static<typeof StockProduct>;

const PurchaseProduct = Type.Object({
  ...named,
  sold: Type.Integer({ description: 'No mesmo período um ano antes, menos devolvidas' }),
  pace: Type.Integer({ description: `Vendidas menos devolvidas em ${PACE_DAYS} dias` }),
  minimum: Minimum,
  on_hand: OnHand,
  suggested: Pieces,
  basis: orNull(
    Type.Enum([...PURCHASE_BASES], {
      description: 'De que número vem a sugestão; null: nada foi vendido, e não há mínimo',
    }),
  ),
});
export type PurchaseProduct = Static<typeof PurchaseProduct>;

/** One record of a product. `sold`: between the record before and this one, less what came back. */
const LedgerRow = Type.Object({
  at: Instant,
  kind: Type.Enum(['delivery', ...ADJUSTMENT_KINDS, 'count']),
  quantity: Type.Integer({ description: 'Com sinal; de uma contagem, o que foi contado' }),
  sold: Pieces,
  on_hand: Type.Integer({ description: 'Logo depois' }),
  by: Type.String(),
  reason: Type.String({ description: 'De uma contagem, o seu nome' }),
  supplier: Type.String(),
  document: Type.String(),
});
export type LedgerRow = Static<typeof LedgerRow>;

const Ledger = Type.Object({
  ...named,
  on_hand: OnHand,
  sold_since: Type.Integer({ description: 'Desde o último registro' }),
  rows: Type.Array(LedgerRow, { description: 'Os mais novos primeiro, no máximo 200' }),
});
export type Ledger = Static<typeof Ledger>;

/** A record of pieces that came or went. It never changes. */
const StockMovement = Type.Object({
  id: Id,
  kind: Type.Enum(['delivery', ...ADJUSTMENT_KINDS]),
  created_at: Instant,
  by: Type.String(),
  reason: Type.String(),
  supplier: Type.String(),
  document: Type.String(),
  lines: Type.Array(Type.Object({ product: Id, quantity: Pieces })),
});
export type StockMovement = Static<typeof StockMovement>;

export const stockEndpoints = {
  readStock: {
    summary: 'O estoque inteiro, por nome: os produtos com entrada ou contagem, ou todos',
    query: closed({
      all: Type.Optional(Type.Enum(['true'])),
      // With the sales of the days up to it; minimum and price are those of now.
      day: Type.Optional(Day),
    }),
    answer: Type.Object({
      products: Type.Array(StockProduct),
      hidden: Type.Boolean({
        description:
          'Faltam os produtos de uma contagem às cegas que está aberta: um vendedor não os vê até lá',
      }),
    }),
    refusals: ['invalid_day'],
  },
  readOnHand: {
    summary:
      'Quantas peças há de cada produto com entrada ou contagem, para o balcão; um vendedor não vê os de uma contagem às cegas que está aberta',
    answer: Type.Object({
      products: Type.Array(Type.Object({ product: Id, on_hand: Pieces, minimum: Minimum })),
    }),
  },
  readLedger: {
    summary: 'As entradas, os ajustes e as contagens de um produto, com o que se vendeu entre eles',
    params: IdParams,
    answer: Ledger,
    refusals: ['not_found'],
  },
  createDelivery: {
    summary: 'Registrar uma entrada, exatamente uma vez por chave',
    headers: StockKey,
    body: closed({
      ...deliveredFrom,
      lines: Type.Array(closed({ product: Id, quantity: Quantity }), {
        minItems: 1,
        maxItems: MOST_DELIVERED,
      }),
    }),
    status: 201,
    answer: StockMovement,
    refusals: [
      'unknown_product',
      'repeated_product',
      'too_many_pieces',
      'clock_in_closed_month',
      'key_reused',
      'unfit_text',
    ],
  },
  adjustStock: {
    summary: 'Registrar perda, avaria, uso próprio ou acerto, exatamente uma vez por chave',
    headers: StockKey,
    body: closed({
      product: Id,
      kind: Type.Enum([...ADJUSTMENT_KINDS]),
      quantity: Type.Integer({
        minimum: -9_999,
        maximum: 9_999,
        description: 'Só um acerto pode ter sinal; os outros tiram',
      }),
      reason: name(MAX_LENGTH.reason),
    }),
    status: 201,
    answer: StockMovement,
    // invalid_request: none at all, or a quantity below zero of anything but an adjustment.
    refusals: [
      'unknown_product',
      'not_followed',
      'clock_in_closed_month',
      'key_reused',
      'unfit_text',
      'invalid_request',
    ],
  },
  setMinimum: {
    summary: 'Guardar a partir de quantas peças um produto falta; null: de nenhuma',
    body: closed({
      products: Type.Array(Id, { minItems: 1, maxItems: MOST_PICKED }),
      minimum: Minimum,
    }),
    status: 204,
    answer: Type.Null(),
    refusals: ['unknown_product'],
  },
  suggestPurchase: {
    summary:
      'O que comprar para um período: pelo que se vendeu no mesmo um ano antes ou, sem vendas nele, pelo ritmo de agora e o mínimo',
    query: closed({ startDate: Day, endDate: Day }),
    answer: Type.Object({
      year_ago: Type.Object({ startDate: Day, endDate: Day }),
      products: Type.Array(PurchaseProduct, {
        description: 'Por nome, os que têm estoque e os outros com uma sugestão',
      }),
    }),
    // invalid_request: a period that ends before it begins.
    refusals: ['invalid_day', 'invalid_request', 'period_too_long'],
  },
} as const satisfies Record<string, Endpoint>;
