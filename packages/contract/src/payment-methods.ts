import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './page.ts';
import { Id, IdText, Message, name } from './values.ts';

export const PaymentMethod = Type.Object({ id: Id, name: Type.String() });
export type PaymentMethod = Static<typeof PaymentMethod>;

export const METHOD_NAME_LENGTH = 60;
const methodFields = { name: name(METHOD_NAME_LENGTH) };

const Params = Type.Object({ id: IdText }, { additionalProperties: false });
const ChangedMethod = Type.Object({ ...PaymentMethod.properties, message: Type.String() });

export const paymentMethodEndpoints = {
  listPaymentMethods: {
    summary: 'Formas de pagamento, por nome',
    query: PageQuery,
    status: 200,
    answer: pageOf(PaymentMethod),
    refusals: [],
  },
  createPaymentMethod: {
    summary: 'Criar forma de pagamento',
    body: Type.Object(methodFields, { additionalProperties: false }),
    status: 201,
    answer: ChangedMethod,
    refusals: ['name_taken', 'unfit_text'],
  },
  editPaymentMethod: {
    summary: 'Editar forma de pagamento',
    params: Params,
    body: Type.Object({ id: Type.Optional(Id), ...methodFields }, { additionalProperties: false }),
    status: 200,
    answer: ChangedMethod,
    refusals: ['not_found', 'name_taken', 'unfit_text'],
  },
  deletePaymentMethod: {
    summary: 'Excluir forma de pagamento',
    params: Params,
    status: 200,
    answer: Message,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
