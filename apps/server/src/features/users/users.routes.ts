import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve.ts';
import type { SessionCache } from '../auth/session-cache.ts';
import { createUser, deleteUser, editUser, listUsers, resetPassword } from './users.service.ts';

type Options = { db: Db; sessions: SessionCache };

export function userRoutes(app: FastifyInstance, { db, sessions }: Options): void {
  serve(app, 'listUsers', ({ query }) => listUsers(db, query));

  serve(app, 'createUser', async ({ body, user }) => ({
    ...(await createUser(db, user, body)),
    message: 'Usuário criado com sucesso!',
  }));

  serve(app, 'editUser', async ({ params, body, user }) => {
    const edited = await editUser(db, user, Number(params.id), body);
    sessions.clear();
    return { ...edited, message: 'Usuário Editado com sucesso!' };
  });

  serve(app, 'deleteUser', async ({ params, user }) => {
    await deleteUser(db, user, Number(params.id));
    sessions.clear();
    return { message: 'Usuário excluído com sucesso!' };
  });

  serve(app, 'resetPassword', async ({ params, user }) => {
    const temporary_password = await resetPassword(db, user, Number(params.id));
    sessions.clear();
    return { message: 'Senha redefinida com sucesso!', temporary_password };
  });
}
