import { PAYMENT_LINE_NUMBERS } from '@balcao/domain/payment-lines.ts';
import { MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { type Static, Type } from 'typebox';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import {
  ApprovalToken,
  closed,
  Id,
  Instant,
  MethodAmount,
  name,
  orNull,
  ProductInfo,
  Quantity,
  Reais,
} from '../fields/values.ts';
import { NewSale, Sale } from './sales.ts';

const Line = Type.Integer({ minimum: 1, maximum: MAX_SALE_ITEMS });

const PaidBy = closed({
  method: name(MAX_LENGTH.methodName),
  amount: Type.Number({ ...Reais, minimum: 0.01 }),
});

/** What comes back: lines of the sale with their quantities, what it is worth, and how the money goes back. */
const returned = {
  items: Type.Array(
    closed({
      line: Line,
      quantity: Quantity,
      damaged: Type.Optional(
        Type.Boolean({ description: 'Não volta ao estoque; sem o campo, volta' }),
      ),
    }),
    {
      minItems: 1,
      maxItems: MAX_SALE_ITEMS,
    },
  ),
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
      damaged: Type.Optional(Type.Boolean({ description: 'Só onde é verdade' })),
    }),
  ),
  total: Type.Number({ description: 'Quanto vale o que voltou; 0 na correção de pagamento' }),
  payments: Type.Array(MethodAmount, { description: 'O que entra no caixa; abaixo de zero, sai' }),
  exchange_sale: orNull(Id),
});
export type Correction = Static<typeof Correction>;

export const ReprintedCorrection = Type.Object({ ...Correction.properties, reprinted_at: Instant });
export type ReprintedCorrection = Static<typeof ReprintedCorrection>;

/** A sale with what is left to put right. Sellers other than its own may open it, so only administrators get CPF and matrícula. */
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
  lists: Sale.properties.lists,
  parked_by: Sale.properties.parked_by,
  people: Type.Optional(
    Type.Object(
      {
        client: Id,
        cpf: Type.String(),
        student: orNull(Id),
        registration: orNull(Type.String()),
        seller_login: orNull(Type.String({ description: 'null: excluído' })),
      },
      { description: 'Só para administradores: os cadastros de agora, com os números da venda' },
    ),
  ),
  deleted: Type.Optional(
    Type.Object(
      { at: Instant, by: Type.String(), reason: orNull(Type.String()) },
      { description: 'Só para administradores, de uma venda excluída, que nada mais muda' },
    ),
  ),
});
export type SaleToCorrect = Static<typeof SaleToCorrect>;
