import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { ShownRow } from '../fields/shown-row.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Id, IdParams, Instant, name, orNull, unseen } from '../fields/values.ts';

/** A CPF, a CNPJ (with letters since July 2026), a phone, a random key or an e-mail. */
const KEY = [
  '[0-9]{11}',
  '[0-9A-Z]{12}[0-9]{2}',
  '\\+[1-9][0-9]{7,14}',
  '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  "[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9.-]+",
].join('|');

/** The BR Code holds no accents: at least one letter or digit has to be left. */
const PlainName = Type.String({ pattern: '[0-9A-Za-z]', maxLength: 100, ...unseen });

/** The receiver of a Pix, and the payment method that stands for it. */
const Pix = Type.Object({
  method: Type.String(),
  key: Type.String(),
  name: Type.String(),
  city: Type.String(),
});
export type Pix = Static<typeof Pix>;

/** The same, as it is kept. */
export const PixInput = closed({
  method: name(MAX_LENGTH.methodName),
  key: Type.String({ pattern: `^(${KEY})$`, maxLength: 77 }),
  name: PlainName,
  city: PlainName,
});

/** As an administrator enters it: the key as people write it, with dots, signs or capitals. */
const TypedPix = closed({ ...PixInput.properties, key: name(100) });

const PixPayment = Type.Object({
  sale: Id,
  at: Instant,
  txid: orNull(Type.String({ description: 'null: o que uma devolução ou correção pôs ou tirou' })),
  amount: Type.Number({ description: 'Valor pago, como no extrato' }),
  net: Type.Number({ description: 'Líquido de troco, como fica no caixa' }),
});
export type PixPayment = Static<typeof PixPayment>;

const ShownPix = Type.Object({
  pix: orNull(Pix),
  unknown_method: Type.Boolean({ description: 'Se não há forma de pagamento com esse nome' }),
});
export type ShownPix = Static<typeof ShownPix>;

export const pixEndpoints = {
  readPix: { summary: 'Quem recebe por Pix; null: o PDV não mostra QR code', answer: ShownPix },
  editPix: {
    summary: 'Mudar quem recebe por Pix; null tira o QR code do PDV',
    headers: ShownRow,
    body: closed({ pix: orNull(TypedPix) }),
    answer: ShownPix,
    refusals: ['changed_meanwhile', 'unfit_text', 'unknown_payment_method', 'unfit_pix_key'],
  },
  listPixPayments: {
    summary: 'Os pagamentos Pix de um fechamento, para conferir com o extrato do banco',
    params: IdParams,
    answer: Type.Array(PixPayment),
    refusals: ['not_found', 'not_allowed'],
  },
} as const satisfies Record<string, Endpoint>;
