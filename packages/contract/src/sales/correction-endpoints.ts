import { Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { pageOf, salesPageQuery } from '../fields/page.ts';
import { replayedHeader } from '../fields/replayed.ts';
import { ProductsFilter } from '../fields/sales-query.ts';
import { CpfDigits, closed, Day, IdParams, Uuid } from '../fields/values.ts';
import {
  Correction,
  NewExchange,
  NewPayments,
  NewRefund,
  ReprintedCorrection,
  SaleToCorrect,
} from './corrections.ts';
import { Sale } from './sales.ts';

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
  'month_closed',
  'clock_in_closed_month',
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
      'clock_behind',
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
