import { MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { type Static, type TSchema, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { pageOf, salesPageQuery } from './fields/page.ts';
import { replayedHeader } from './fields/replayed.ts';
import { salesQuery } from './fields/sales-query.ts';
import { MAX_LENGTH } from './fields/text-lengths.ts';
import {
  closed,
  Id,
  IdParams,
  Instant,
  Message,
  MethodAmount,
  maybe,
  orNull,
  Percent,
  ProductInfo,
  Quantity,
  Reais,
  SearchText,
  Uuid,
} from './fields/values.ts';

const SaleItem = closed({
  product: Id,
  quantity: Quantity,
  subtotal: Reais,
  desc_percent: Percent,
  desc_value: Reais,
  total: Reais,
});

/** The amount and the method's name of each of the five payment lines. */
const paymentLines = <A extends TSchema, N extends TSchema>(amount: A, methodName: N) => ({
  payment_method1: amount,
  payment_method2: amount,
  payment_method3: amount,
  payment_method4: amount,
  payment_method5: amount,
  payment_desc1: methodName,
  payment_desc2: methodName,
  payment_desc3: methodName,
  payment_desc4: methodName,
  payment_desc5: methodName,
});

const MethodName = Type.String({
  maxLength: MAX_LENGTH.methodName,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
});

/** The payload of a finished sale. An unused payment line is null, 0, '' or left out. */
export const NewSale = closed({
  products: Type.Array(SaleItem, { minItems: 1, maxItems: MAX_SALE_ITEMS }),
  client: Id,
  student: maybe(Id),
  seller: Type.Optional(Id),
  ...paymentLines(maybe(Reais), maybe(MethodName)),
  subtotal: Reais,
  total: Reais,
  total_general: Reais,
  desc_general: Reais,
  valor_pago: Reais,
  troco: Reais,
});
export type NewSale = Static<typeof NewSale>;

/** A recorded sale. It has copies of everything the receipt shows, as it was at the time of the sale. */
export const Sale = Type.Object({
  id: Id,
  created_at: Instant,
  client: Id,
  student: orNull(Id),
  seller: Id,
  client_data: Type.Object({ id: Id, name: Type.String(), cpf: Type.String() }),
  student_data: orNull(Type.Object({ id: Id, registration: Type.String(), name: Type.String() })),
  seller_data: Type.Object({ id: Id, name: Type.String() }),
  products_data: Type.Array(
    Type.Object({
      quantity: Type.Integer(),
      subtotal: Type.Number(),
      desc_percent: Type.Number(),
      desc_value: Type.Number(),
      total: Type.Number(),
      product_info: ProductInfo,
    }),
  ),
  ...paymentLines(orNull(Type.Number()), orNull(Type.String())),
  subtotal: Type.Number(),
  total: Type.Number(),
  total_general: Type.Number(),
  desc_general: Type.Number(),
  valor_pago: Type.Number(),
  troco: Type.Number(),
  corrections: Type.Optional(
    Type.Object(
      {
        returned_total: Type.Number(),
        returned: Type.Array(Type.Object({ line: Type.Integer(), quantity: Type.Integer() })),
        payments: orNull(
          Type.Array(MethodAmount, {
            description: 'As formas de pagamento corrigidas, líquidas de troco',
          }),
        ),
        exchanged: Type.Boolean({ description: 'O que voltou, ou parte, foi trocado' }),
        exchange_of: orNull(Id),
      },
      { description: 'Só quando há: o que voltou desta venda, como está paga, o que ela trocou' },
    ),
  ),
});
export type Sale = Static<typeof Sale>;

/** A row of the list of sales. */
export const ListedSale = Type.Object({
  ...Sale.properties,
  closed: Type.Optional(
    Type.Boolean({ description: 'Para administradores: o caixa dela já foi fechado' }),
  ),
});
export type ListedSale = Static<typeof ListedSale>;

/** A sale whose receipt is printed again. */
export const ReprintedSale = Type.Object({
  ...Sale.properties,
  reprinted_at: Instant,
});
export type ReprintedSale = Static<typeof ReprintedSale>;

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
      'Vendas por cliente, aluno, CPF, matrícula ou número; a busca vai no corpo, porque pode ser um CPF',
    query: salesQuery,
    body: closed({ find: SearchText }),
    answer: pageOf(ListedSale),
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
    }),
    answer: Message,
    refusals: ['not_found', 'sale_corrected', 'invalid_request'],
  },
  reprintSale: {
    summary:
      'Imprimir a 2ª via do recibo, com registro na auditoria; um vendedor só das suas vendas',
    params: IdParams,
    answer: ReprintedSale,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
