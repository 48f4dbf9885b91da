import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { createUser, deleteUser, editUser, listUsers, resetPassword } from './users.service.ts';

export function userRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listUsers', ({ query }) => listUsers(db, query));

  serve(app, 'createUser', async ({ body, user }) => ({
    ...(await createUser(db, user, body)),
    message: 'Usuário criado com sucesso!',
  }));

  serve(app, 'editUser', async ({ params, headers, body, user }) => ({
    ...(await editUser(db, user, Number(params.id), body, headers['shown-row'])),
    message: 'Usuário Editado com sucesso!',
  }));

  serve(app, 'deleteUser', async ({ params, user }) => {
    await deleteUser(db, user, Number(params.id));
    return { message: 'Usuário excluído com sucesso!' };
  });

  serve(app, 'resetPassword', async ({ params, user }) => {
    const temporary_password = await resetPassword(db, user, Number(params.id));
    return { message: 'Senha redefinida com sucesso!', temporary_password };
  });
}
