import { Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { pageOf, salesPageQuery } from '../fields/page.ts';
import { replayedHeader } from '../fields/replayed.ts';
import { foundSalesQuery, saleSumsQuery, salesQuery } from '../fields/sales-query.ts';
import { ApprovalToken, closed, IdParams, Message, SearchText, Uuid } from '../fields/values.ts';
import { ListedSale, NewSale, ReprintedSale, Sale, SaleSums } from './sales.ts';

export const saleEndpoints = {
  createSale: {
    summary: 'Registrar uma venda, exatamente uma vez por chave',
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          ...Uuid,
          description: 'Um UUID por venda, o mesmo em cada nova tentativa',
        }),
      ),
    }),
    body: NewSale,
    status: 201,
    answer: Sale,
    answerHeaders: replayedHeader,
    refusals: [
      'seller_mismatch',
      'discount_not_allowed',
      'key_reused',
      'sale_deleted',
      'parked_sale_taken',
      'clock_in_closed_month',
      'clock_behind',
      'box_not_open',
      'box_left_open',
      'unknown_product',
      'too_many_people',
      'unknown_client',
      'unknown_student',
      'unknown_payment_method',
      'payment_without_method',
      'figures_differ',
      'amount_too_large',
      'discount_too_large',
      'not_paid',
    ],
  },
  listSales: {
    summary: 'Vendas, da mais nova à mais antiga; um vendedor vê só as suas',
    query: salesQuery,
    answer: pageOf(ListedSale),
    refusals: ['invalid_day'],
  },
  findSales: {
    summary:
      'Vendas por cliente, aluno, CPF, matrícula ou número, por forma, com desconto, corrigidas ou excluídas; a busca vai no corpo, porque pode ser um CPF',
    query: foundSalesQuery,
    body: closed({ find: SearchText }),
    answer: pageOf(ListedSale),
    refusals: ['invalid_day'],
  },
  sumSales: {
    summary: 'O que somam todas as páginas de findSales',
    query: saleSumsQuery,
    body: closed({ find: SearchText }),
    answer: SaleSums,
    refusals: ['invalid_day'],
  },
  listOwnSales: {
    summary:
      'As próprias vendas dos últimos 30 dias, da mais nova à mais antiga; a busca vai no corpo, porque pode ser um CPF',
    query: closed({ page: salesPageQuery.page, page_size: salesPageQuery.page_size }),
    body: closed({ search: Type.Optional(SearchText) }),
    answer: pageOf(Sale),
  },
  deleteSale: {
    summary: 'Excluir uma venda: sai das listas, relatórios e somas, e fica guardada',
    params: IdParams,
    headers: Type.Object({
      'deletion-reason': Type.Optional(
        Type.String({ description: 'Por quê, como em um endereço: Passada%20duas%20vezes' }),
      ),
      'deletion-approval': ApprovalToken,
    }),
    answer: Message,
    refusals: ['not_found', 'sale_corrected', 'invalid_request', 'month_closed', 'approval_ended'],
  },
  reprintSale: {
    summary:
      'Imprimir a 2ª via do recibo, com registro na auditoria; um vendedor só das suas vendas e das que abriu pelo CPF',
    params: IdParams,
    answer: ReprintedSale,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
