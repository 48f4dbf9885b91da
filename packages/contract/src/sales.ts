import { MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { pageOf, salesPageQuery } from './page.ts';
import { METHOD_NAME_LENGTH } from './payment-methods.ts';
import { Day, Id, IdText, Instant, Message, maybe, Percent, Quantity, Reais } from './values.ts';

const SaleItem = Type.Object(
  {
    product: Id,
    quantity: Quantity,
    subtotal: Reais,
    desc_percent: Percent,
    desc_value: Reais,
    total: Reais,
  },
  { additionalProperties: false },
);

const Description = Type.String({
  maxLength: METHOD_NAME_LENGTH,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
});

/** The payload of a finished sale. An unused payment line is null, 0 or '' , or left out. */
export const NewSale = Type.Object(
  {
    products: Type.Array(SaleItem, { minItems: 1, maxItems: MAX_SALE_ITEMS }),
    client: Id,
    student: maybe(Id),
    seller: Type.Optional(Id),
    payment_method1: maybe(Reais),
    payment_method2: maybe(Reais),
    payment_method3: maybe(Reais),
    payment_method4: maybe(Reais),
    payment_method5: maybe(Reais),
    payment_desc1: maybe(Description),
    payment_desc2: maybe(Description),
    payment_desc3: maybe(Description),
    payment_desc4: maybe(Description),
    payment_desc5: maybe(Description),
    subtotal: Reais,
    total: Reais,
    total_general: Reais,
    desc_general: Reais,
    valor_pago: Reais,
    troco: Reais,
  },
  { additionalProperties: false },
);
export type NewSale = Static<typeof NewSale>;

const Amount = Type.Union([Type.Number(), Type.Null()]);
const MethodName = Type.Union([Type.String(), Type.Null()]);

/** A sale as it is kept: with copies of what paper shows, as things were when it was made. */
export const Sale = Type.Object({
  id: Id,
  created_at: Instant,
  client: Id,
  student: Type.Union([Id, Type.Null()]),
  seller: Id,
  client_data: Type.Object({ id: Id, name: Type.String(), cpf: Type.String() }),
  student_data: Type.Union([
    Type.Object({ id: Id, registration: Type.String(), name: Type.String() }),
    Type.Null(),
  ]),
  seller_data: Type.Object({ id: Id, name: Type.String() }),
  products_data: Type.Array(
    Type.Object({
      quantity: Type.Integer(),
      subtotal: Type.Number(),
      desc_percent: Type.Number(),
      desc_value: Type.Number(),
      total: Type.Number(),
      product_info: Type.Object({
        id: Id,
        code: Type.String(),
        name: Type.String(),
        price: Type.Number(),
      }),
    }),
  ),
  payment_method1: Amount,
  payment_method2: Amount,
  payment_method3: Amount,
  payment_method4: Amount,
  payment_method5: Amount,
  payment_desc1: MethodName,
  payment_desc2: MethodName,
  payment_desc3: MethodName,
  payment_desc4: MethodName,
  payment_desc5: MethodName,
  subtotal: Type.Number(),
  total: Type.Number(),
  total_general: Type.Number(),
  desc_general: Type.Number(),
  valor_pago: Type.Number(),
  troco: Type.Number(),
});
export type Sale = Static<typeof Sale>;

/** Says that the key had made the sale before this request came. */
export const REPLAYED = 'idempotency-replayed';

export const saleEndpoints = {
  createSale: {
    summary: 'Registrar uma venda, exatamente uma vez por chave',
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
          description: 'Um UUID por venda, o mesmo em cada nova tentativa',
        }),
      ),
    }),
    body: NewSale,
    status: 201,
    answer: Sale,
    answerHeaders: {
      [REPLAYED]: Type.String({
        description: '“true” quando a chave já tinha feito esta venda antes deste pedido',
      }),
    },
    refusals: [
      'seller_mismatch',
      'discount_not_allowed',
      'key_reused',
      'sale_deleted',
      'unknown_product',
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
    query: Type.Object(
      {
        ...salesPageQuery,
        products: Type.Optional(
          Type.String({ maxLength: 10_000, pattern: '^([1-9][0-9]{0,8}(,[1-9][0-9]{0,8})*)?$' }),
        ),
        startDate: Type.Optional(Day),
        endDate: Type.Optional(Day),
      },
      { additionalProperties: false },
    ),
    status: 200,
    answer: pageOf(Sale),
    refusals: ['invalid_day'],
  },
  deleteSale: {
    summary: 'Excluir uma venda: sai das listas, relatórios e somas, e fica guardada',
    params: Type.Object({ id: IdText }, { additionalProperties: false }),
    status: 200,
    answer: Message,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
