import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { PageQuery, pageOf } from '../fields/page.ts';
import { ShownRow } from '../fields/shown-row.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Id, IdParams, Message, name } from '../fields/values.ts';

export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String({ description: 'O login: um e-mail ou qualquer outra palavra' }),
  active: Type.Boolean(),
  admin: Type.Boolean(),
});
export type User = Static<typeof User>;

const userFields = {
  name: name(MAX_LENGTH.userName),
  email: name(MAX_LENGTH.login),
  active: Type.Boolean(),
  admin: Type.Boolean(),
};

const passwordFields = {
  ...Message.properties,
  temporary_password: Type.String({ description: 'Mostrada só desta vez' }),
};

export const userEndpoints = {
  listUsers: {
    summary: 'Usuários, por nome',
    query: PageQuery,
    answer: pageOf(User),
  },
  createUser: {
    summary: 'Criar usuário com uma senha provisória',
    body: closed(userFields),
    status: 201,
    answer: Type.Object({ ...User.properties, ...passwordFields }),
    refusals: ['login_taken', 'unfit_text'],
  },
  editUser: {
    summary: 'Editar usuário',
    params: IdParams,
    headers: ShownRow,
    body: closed({ id: Type.Optional(Id), ...userFields }),
    answer: Type.Object({ ...User.properties, ...Message.properties }),
    refusals: ['not_found', 'changed_meanwhile', 'login_taken', 'last_administrator', 'unfit_text'],
  },
  deleteUser: {
    summary: 'Excluir usuário',
    params: IdParams,
    answer: Message,
    refusals: ['not_found', 'last_administrator'],
  },
  resetPassword: {
    summary: 'Dar ao usuário uma nova senha provisória',
    params: IdParams,
    answer: Type.Object(passwordFields),
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
