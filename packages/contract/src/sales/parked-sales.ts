import { PAYMENT_LINE_NUMBERS } from '@balcao/domain/payment-lines.ts';
import { MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import {
  closed,
  Id,
  IdParams,
  Instant,
  Message,
  name,
  optionalName,
  orNull,
  Quantity,
  Reais,
  Uuid,
} from '../fields/values.ts';
import { ListNames } from './sales.ts';

/** The chosen methods and typed amounts; null is an amount that was not typed. */
const ParkedPayment = closed({ method: name(MAX_LENGTH.methodName), amount: orNull(Reais) });

/** An order as it stands, finished or not. Prices are the server's. */
export const NewParkedSale = closed({
  key: Uuid,
  client: closed({
    cpf: Type.String({ pattern: '^[0-9]{0,11}$' }),
    name: optionalName(MAX_LENGTH.personName),
    /** In place of the CPF of a client who was offered. */
    id: Type.Optional(Id),
  }),
  student: closed({
    registration: Type.String({ pattern: `^[0-9]{0,${MAX_LENGTH.registration}}$` }),
    name: optionalName(MAX_LENGTH.personName),
  }),
  items: Type.Array(closed({ product: Id, quantity: Quantity }), { maxItems: MAX_SALE_ITEMS }),
  payments: Type.Optional(Type.Array(ParkedPayment, { maxItems: PAYMENT_LINE_NUMBERS.length })),
  lists: Type.Optional(ListNames),
});
export type NewParkedSale = Static<typeof NewParkedSale>;

const ParkedBy = Type.Optional(
  Type.String({ description: 'Só do pedido de outra pessoa: quem o deixou' }),
);

export const ParkedSale = Type.Object({
  id: Id,
  parked_at: Instant,
  client_name: Type.String(),
  student_name: Type.String(),
  first_product: orNull(Id),
  items: Type.Integer({ description: 'Unidades' }),
  total: Type.Number(),
  for_anyone: Type.Optional(Type.Literal(true, { description: 'Para qualquer caixa' })),
  parked_by: ParkedBy,
});
export type ParkedSale = Static<typeof ParkedSale>;

/** The prices are those of the time of parking. */
export const TakenSale = Type.Object({
  id: Id,
  /** A client who was offered has their id, their registered name, and the middle of their CPF. */
  client: Type.Object({ cpf: Type.String(), name: Type.String(), id: Type.Optional(Id) }),
  student: Type.Object({ registration: Type.String(), name: Type.String() }),
  items: Type.Array(
    Type.Object({
      quantity: Type.Integer(),
      product: Type.Object({
        id: Id,
        code: Type.String(),
        name: Type.String(),
        price: Type.Number(),
      }),
    }),
  ),
  payments: Type.Array(Type.Object({ method: Type.String(), amount: orNull(Type.Number()) })),
  lists: Type.Optional(Type.Array(Type.String())),
  parked_by: ParkedBy,
});
export type TakenSale = Static<typeof TakenSale>;

export const parkedSaleEndpoints = {
  listParkedSales: {
    summary: 'Os próprios pedidos em espera e os para qualquer caixa, do mais antigo ao mais novo',
    answer: Type.Array(ParkedSale),
  },
  parkSale: {
    summary: 'Deixar um pedido em espera, exatamente uma vez por chave',
    body: NewParkedSale,
    status: 201,
    answer: ParkedSale,
    refusals: [
      'too_many_parked',
      'parked_sale_taken',
      'sale_recorded',
      'unknown_product',
      'unknown_client',
      'too_many_people',
      'amount_too_large',
      'unfit_text',
    ],
  },
  claimParkedSale: {
    summary: 'Retomar um pedido em espera; a mesma retomada responde o mesmo pedido',
    params: IdParams,
    body: closed({ claim: Uuid }),
    answer: TakenSale,
    refusals: ['not_found', 'parked_sale_taken', 'sale_recorded'],
  },
  handOverParkedSale: {
    summary: 'Deixar um pedido próprio em espera para qualquer caixa, ou de novo só para si',
    params: IdParams,
    body: closed({ for_anyone: Type.Boolean() }),
    answer: ParkedSale,
    refusals: ['not_found', 'parked_sale_taken', 'sale_recorded'],
  },
  deleteParkedSale: {
    summary: 'Descartar um pedido em espera',
    params: IdParams,
    answer: Message,
    refusals: ['not_found', 'parked_sale_taken', 'sale_recorded'],
  },
} as const satisfies Record<string, Endpoint>;
