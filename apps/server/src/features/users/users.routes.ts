import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve.ts';
import type { SessionReader } from '../auth/session-reader.ts';
import { createUser, deleteUser, editUser, listUsers, resetPassword } from './users.service.ts';

export function userRoutes(
  app: FastifyInstance,
  { db, sessions }: { db: Db; sessions: SessionReader },
): void {
  serve(app, 'listUsers', ({ query }) => listUsers(db, query));

  serve(app, 'createUser', async ({ body, user }) => ({
    ...(await createUser(db, user, body)),
    message: 'Usuário criado com sucesso!',
  }));

  serve(app, 'editUser', async ({ params, body, user }) => {
    const edited = await editUser(db, user, Number(params.id), body);
    sessions.forgetAll();
    return { ...edited, message: 'Usuário Editado com sucesso!' };
  });

  serve(app, 'deleteUser', async ({ params, user }) => {
    await deleteUser(db, user, Number(params.id));
    sessions.forgetAll();
    return { message: 'Usuário excluído com sucesso!' };
  });

  serve(app, 'resetPassword', async ({ params, user }) => {
    const temporary_password = await resetPassword(db, user, Number(params.id));
    sessions.forgetAll();
    return { message: 'Senha redefinida com sucesso!', temporary_password };
  });
}
