import { MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { type Static, type TSchema, Type } from 'typebox';
import { MOST_LISTS } from '../fields/list-limits.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import {
  closed,
  Id,
  Instant,
  MethodAmount,
  maybe,
  name,
  orNull,
  Percent,
  ProductInfo,
  Quantity,
  Reais,
} from '../fields/values.ts';

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

/** The names of the lists of material that put items into an order. */
export const ListNames = Type.Array(name(MAX_LENGTH.listName), { maxItems: MOST_LISTS });

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
  lists: Type.Optional(ListNames),
  parked_order: Type.Optional({ ...Id, description: 'O pedido retomado de outra pessoa' }),
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
  lists: Type.Optional(
    Type.Array(Type.String(), { description: 'Só quando há: as listas de material' }),
  ),
  parked_by: Type.Optional(
    Type.String({ description: 'Só quando outra pessoa deixou o pedido em espera' }),
  ),
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
  month_closed: Type.Optional(
    Type.Boolean({ description: 'Para administradores: o mês dela está fechado' }),
  ),
  deleted: Type.Optional(
    Type.Object({ at: Instant, by: Type.String() }, { description: 'Só na lista das excluídas' }),
  ),
});
export type ListedSale = Static<typeof ListedSale>;

export const SaleSums = Type.Object({
  count: Type.Integer(),
  total: Type.Number(),
  net: Type.Number({ description: 'total, menos o que voltou dessas vendas até agora' }),
});
export type SaleSums = Static<typeof SaleSums>;

/** A sale whose receipt is printed again. */
export const ReprintedSale = Type.Object({
  ...Sale.properties,
  reprinted_at: Instant,
});
export type ReprintedSale = Static<typeof ReprintedSale>;
