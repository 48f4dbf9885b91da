import { PAYMENT_LINE_NUMBERS } from '@balcao/domain/payment-lines.ts';
import { MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { pageOf, salesPageQuery } from './fields/page.ts';
import { replayedHeader } from './fields/replayed.ts';
import { ProductsFilter } from './fields/sales-query.ts';
import { MAX_LENGTH } from './fields/text-lengths.ts';
import {
  ApprovalToken,
  CpfDigits,
  closed,
  Day,
  Id,
  IdParams,
  Instant,
  MethodAmount,
  name,
  orNull,
  ProductInfo,
  Quantity,
  Reais,
  Uuid,
} from './fields/values.ts';
import { NewSale, Sale } from './sales.ts';

const Line = Type.Integer({ minimum: 1, maximum: MAX_SALE_ITEMS });

const PaidBy = closed({
  method: name(MAX_LENGTH.methodName),
  amount: Type.Number({ ...Reais, minimum: 0.01 }),
});

/** What comes back: lines of the sale with their quantities, what it is worth, and how the money goes back. */
const returned = {
  items: Type.Array(closed({ line: Line, quantity: Quantity }), {
    minItems: 1,
    maxItems: MAX_SALE_ITEMS,
  }),
  reason: name(MAX_LENGTH.reason),
  total: Reais,
  payments: Type.Array(PaidBy, { maxItems: PAYMENT_LINE_NUMBERS.length }),
};

export const NewRefund = closed({ ...returned, approval: ApprovalToken });
export type NewRefund = Static<typeof NewRefund>;

const { client: _client, student: _student, seller: _seller, ...boughtFields } = NewSale.properties;

/**
 * The new sale is of the client and the student of the old one. Its first payment line is the credit
 * (`Troca`): the smaller of the worth and the new total. `payments` is what is left of the worth.
 */
export const NewExchange = closed({
  ...returned,
  sale: closed(boughtFields),
  approval: ApprovalToken,
});
export type NewExchange = Static<typeof NewExchange>;

export const NewPayments = closed({
  reason: name(MAX_LENGTH.reason),
  payments: Type.Array(PaidBy, { minItems: 1, maxItems: PAYMENT_LINE_NUMBERS.length }),
  approval: ApprovalToken,
});
export type NewPayments = Static<typeof NewPayments>;

/** A record that puts a sale right. It never changes. */
export const Correction = Type.Object({
  id: Id,
  kind: Type.Enum(['refund', 'exchange', 'payments']),
  created_at: Instant,
  sale: Id,
  sale_created_at: Instant,
  seller: Type.Integer({ ...Id, description: 'Quem fez; conta no caixa dessa pessoa' }),
  seller_name: Type.String(),
  approved_by: orNull(Type.String()),
  reason: Type.String(),
  client_name: Type.String(),
  student_name: orNull(Type.String()),
  items: Type.Array(
    Type.Object({
      line: Line,
      quantity: Type.Integer(),
      total: Type.Number({ description: 'Quanto valem as unidades que voltaram' }),
      product_info: ProductInfo,
    }),
  ),
  total: Type.Number({ description: 'Quanto vale o que voltou; 0 na correção de pagamento' }),
  payments: Type.Array(MethodAmount, { description: 'O que entra no caixa; abaixo de zero, sai' }),
  exchange_sale: orNull(Id),
});
export type Correction = Static<typeof Correction>;

export const ReprintedCorrection = Type.Object({ ...Correction.properties, reprinted_at: Instant });
export type ReprintedCorrection = Static<typeof ReprintedCorrection>;

/** A sale with what is left to put right. Sellers other than its own may open it, so it has no CPF and no matrícula. */
export const SaleToCorrect = Type.Object({
  id: Id,
  created_at: Instant,
  seller_name: Type.String(),
  client_name: Type.String(),
  student_name: orNull(Type.String()),
  subtotal: Type.Number({ description: 'Antes dos descontos' }),
  total_general: Type.Number(),
  valor_pago: Type.Number({ description: 'Como foi paga, antes de qualquer correção' }),
  troco: Type.Number(),
  items: Type.Array(
    Type.Object({
      line: Line,
      quantity: Type.Integer({ description: 'Vendida' }),
      returned: Type.Integer({ description: 'Que já voltou' }),
      total: Type.Number({ description: 'Líquido, também do desconto geral' }),
      product_info: ProductInfo,
    }),
  ),
  payments: Type.Array(MethodAmount, {
    description: 'Como está paga agora, líquido de troco; a Troca de uma venda de troca vem antes',
  }),
  corrections: Type.Array(Correction),
  exchange_of: orNull(Type.Integer({ ...Id, description: 'A venda que esta trocou' })),
  deleted: Type.Optional(
    Type.Object(
      { at: Instant, by: Type.String() },
      { description: 'Só para administradores, de uma venda excluída, que nada mais muda' },
    ),
  ),
});
export type SaleToCorrect = Static<typeof SaleToCorrect>;

const onceByKey = {
  headers: Type.Object({
    'idempotency-key': Type.String({
      ...Uuid,
      description: 'Um UUID por registro, o mesmo em cada nova tentativa',
    }),
  }),
  params: IdParams,
  status: 201,
} as const;

const refusedToAll = [
  'not_found',
  'key_reused',
  'approval_required',
  'approval_ended',
  'unknown_payment_method',
  'figures_differ',
  'box_not_open',
  'box_left_open',
  'unfit_text',
] as const;

export const correctionEndpoints = {
  readSale: {
    summary:
      'Uma venda para devolver, trocar ou corrigir, pelo número do recibo; um vendedor só das suas e das que abriu',
    params: IdParams,
    answer: SaleToCorrect,
    refusals: ['not_found'],
  },
  openSale: {
    summary:
      'Abrir a venda de outra pessoa pelo número e pelo CPF do cliente, que vai no corpo; com auditoria',
    params: IdParams,
    body: closed({ cpf: CpfDigits }),
    answer: SaleToCorrect,
    refusals: ['not_found', 'too_many_people'],
  },
  createRefund: {
    summary: 'Devolver itens de uma venda, exatamente uma vez por chave',
    ...onceByKey,
    body: NewRefund,
    answer: Correction,
    refusals: [...refusedToAll, 'more_than_sold'],
  },
  createExchange: {
    summary: 'Trocar itens de uma venda por uma venda nova, juntas e exatamente uma vez por chave',
    ...onceByKey,
    body: NewExchange,
    answer: Type.Object({ correction: Correction, sale: Sale }),
    answerHeaders: replayedHeader,
    refusals: [
      ...refusedToAll,
      'more_than_sold',
      'parked_sale_taken',
      'discount_not_allowed',
      'unknown_client',
      'unknown_student',
      'unknown_product',
      'payment_without_method',
      'amount_too_large',
      'discount_too_large',
      'not_paid',
    ],
  },
  correctPayments: {
    summary: 'Corrigir as formas de pagamento de uma venda, exatamente uma vez por chave',
    ...onceByKey,
    body: NewPayments,
    answer: Correction,
    refusals: [...refusedToAll, 'same_payments'],
  },
  listCorrections: {
    summary: 'Devoluções, trocas e correções, as mais novas primeiro; um vendedor vê só as suas',
    query: closed({
      ...salesPageQuery,
      products: ProductsFilter,
      startDate: Type.Optional(Day),
      endDate: Type.Optional(Day),
    }),
    answer: pageOf(Correction),
    refusals: ['invalid_day'],
  },
  reprintCorrection: {
    summary: 'Imprimir a 2ª via de um comprovante, com auditoria; um vendedor só dos seus',
    params: IdParams,
    answer: ReprintedCorrection,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
