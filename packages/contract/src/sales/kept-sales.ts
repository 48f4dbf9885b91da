import { KEPT_REASONS, type KeptReason } from '@balcao/domain/kept-sale.ts';
import { MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { pageOf, pageQuery } from '../fields/page.ts';
import { replayedHeader } from '../fields/replayed.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import {
  closed,
  Id,
  IdParams,
  Instant,
  name,
  optionalName,
  orNull,
  Reais,
  Uuid,
} from '../fields/values.ts';
import { NewSale, Sale } from './sales.ts';

/** KEPT_REASONS has their words. */
const Reasons = Type.Array(Type.Enum(Object.keys(KEPT_REASONS) as KeptReason[]));

/** What the paper of an item says, in the order of the sale's products. */
const PaperItem = closed({
  code: name(MAX_LENGTH.productCode),
  name: name(MAX_LENGTH.productName),
  price: Reais,
});

/** A sale that a counter kept while the server did not answer. */
export const NewKeptSale = closed({
  made_at: Type.String({
    ...Instant,
    description: 'Quando foi finalizada, pelo relógio do computador',
  }),
  device: Type.String({ ...Uuid, description: 'O computador, com um número que ele inventou' }),
  waiting: Type.Integer({
    minimum: 1,
    maximum: 9999,
    description: 'Quantas vendas guardadas ele tinha, com esta',
  }),
  sale: NewSale,
  paper: Type.Array(PaperItem, { minItems: 1, maxItems: MAX_SALE_ITEMS }),
});
export type NewKeptSale = Static<typeof NewKeptSale>;

/** `sale`: null when its sums do not add up, so that it is on the list alone. */
export const RecordedKeptSale = Type.Object({ sale: orNull(Sale), reasons: Reasons });
export type RecordedKeptSale = Static<typeof RecordedKeptSale>;

export const KeptSale = Type.Object({
  id: Id,
  sale: orNull(Id),
  made_at: Instant,
  received_at: Instant,
  seller: Type.String(),
  device: Type.String(),
  waiting: Type.Integer(),
  reasons: Reasons,
  total: Type.Number({ description: 'O que o papel diz, em reais' }),
  items: orNull(
    Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        price: Type.Number(),
        quantity: Type.Integer(),
      }),
      { description: 'Só quando não há venda: o que o papel diz' },
    ),
  ),
  accepted: orNull(Type.Object({ at: Instant, by: Type.String(), note: Type.String() })),
});
export type KeptSale = Static<typeof KeptSale>;

const KeptDevice = Type.Object({
  device: Type.String(),
  seller: Type.String(),
  waiting: Type.Integer({ description: 'Quantas lhe faltam enviar, na última vez' }),
  received_at: Instant,
});

export const keptSaleEndpoints = {
  createKeptSale: {
    summary: 'Registrar uma venda guardada sem o servidor, exatamente uma vez por chave',
    headers: Type.Object({ 'idempotency-key': Type.String({ ...Uuid }) }),
    body: NewKeptSale,
    status: 201,
    answer: RecordedKeptSale,
    answerHeaders: replayedHeader,
    refusals: [
      'invalid_request',
      'unfit_text',
      'seller_mismatch',
      'key_reused',
      'sale_deleted',
      'too_many_people',
      'clock_in_closed_month',
    ],
  },
  listKeptSales: {
    summary: 'As vendas guardadas que um administrador tem de ver, ou todas',
    query: closed({
      page: pageQuery.page,
      page_size: pageQuery.page_size,
      open: Type.Optional(Type.Enum(['1'])),
    }),
    answer: Type.Object({ ...pageOf(KeptSale).properties, devices: Type.Array(KeptDevice) }),
  },
  acceptKeptSale: {
    summary: 'Dar por vista uma venda guardada, com uma palavra se nada foi registrado',
    params: IdParams,
    body: closed({ note: optionalName(MAX_LENGTH.reason) }),
    answer: KeptSale,
    refusals: ['not_found', 'invalid_request', 'unfit_text'],
  },
} as const satisfies Record<string, Endpoint>;
