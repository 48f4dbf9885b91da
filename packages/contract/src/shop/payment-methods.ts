import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { PageQuery, pageOf } from '../fields/page.ts';
import { ShownRow } from '../fields/shown-row.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Id, IdParams, Message, name } from '../fields/values.ts';

export const PaymentMethod = Type.Object({ id: Id, name: Type.String() });
export type PaymentMethod = Static<typeof PaymentMethod>;

const methodFields = { name: name(MAX_LENGTH.methodName) };

const ChangedMethod = Type.Object({ ...PaymentMethod.properties, ...Message.properties });

export const paymentMethodEndpoints = {
  listPaymentMethods: {
    summary: 'Formas de pagamento, por nome',
    query: PageQuery,
    answer: pageOf(PaymentMethod),
  },
  createPaymentMethod: {
    summary: 'Criar forma de pagamento',
    body: closed(methodFields),
    status: 201,
    answer: ChangedMethod,
    refusals: ['name_taken', 'unfit_text'],
  },
  editPaymentMethod: {
    summary: 'Editar forma de pagamento',
    params: IdParams,
    headers: ShownRow,
    body: closed({ id: Type.Optional(Id), ...methodFields }),
    answer: ChangedMethod,
    refusals: ['not_found', 'name_taken', 'unfit_text'],
  },
  deletePaymentMethod: {
    summary: 'Excluir forma de pagamento',
    params: IdParams,
    answer: Message,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
