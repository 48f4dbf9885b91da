import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import {
  createMaterialList,
  editMaterialList,
  listMaterialLists,
  materialLists,
} from './material-lists.service.ts';

export function materialListRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listMaterialLists', ({ query }) => listMaterialLists(db, query));

  serve(app, 'createMaterialList', async ({ body, user }) => ({
    ...(await createMaterialList(db, user, body)),
    message: 'Lista criada com sucesso!',
  }));

  serve(app, 'editMaterialList', async ({ params, headers, body, user }) => {
    const { id: _, ...fields } = body;
    const edit = { id: Number(params.id), fields, seen: headers['shown-row'] };
    return {
      ...(await editMaterialList(db, user, edit)),
      message: 'Lista editada com sucesso!',
    };
  });

  serve(app, 'deleteMaterialList', async ({ params, user }) => {
    await materialLists.remove(db, user, Number(params.id));
    return { message: 'Lista excluída com sucesso!' };
  });
}
