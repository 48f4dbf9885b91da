import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { Id, IdParams, Instant, orNull } from './fields/values.ts';

/** A CPF, a CNPJ (with letters since July 2026), a phone, a random key or an e-mail. */
const KEY = [
  '[0-9]{11}',
  '[0-9A-Z]{12}[0-9]{2}',
  '\\+[1-9][0-9]{7,14}',
  '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  "[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9.-]+",
].join('|');

/** The BR Code holds plain letters only: at least one has to be left. */
const PlainName = Type.String({ pattern: '[A-Za-z]', maxLength: 100 });

/** Who receives a Pix, and the payment method that stands for it. */
export const Pix = Type.Object({
  method: Type.String({ minLength: 1 }),
  key: Type.String({ pattern: `^(${KEY})$`, maxLength: 77 }),
  name: PlainName,
  city: PlainName,
});
export type Pix = Static<typeof Pix>;

const PixPayment = Type.Object({
  sale: Id,
  at: Instant,
  txid: orNull(Type.String({ description: 'null: o que uma devolução ou correção pôs ou tirou' })),
  amount: Type.Number({ description: 'Valor pago, como no extrato' }),
  net: Type.Number({ description: 'Líquido de troco, como fica no caixa' }),
});
export type PixPayment = Static<typeof PixPayment>;

export const pixEndpoints = {
  readPix: {
    summary: 'Quem recebe por Pix; null quando institution.json não diz',
    answer: Type.Object({
      pix: orNull(Pix),
      unknown_method: Type.Boolean({ description: 'Se não há forma de pagamento com esse nome' }),
    }),
  },
  listPixPayments: {
    summary: 'Os pagamentos Pix de um fechamento, para conferir com o extrato do banco',
    params: IdParams,
    answer: Type.Array(PixPayment),
    refusals: ['not_found', 'not_allowed'],
  },
} as const satisfies Record<string, Endpoint>;
