import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve.ts';
import {
  createProduct,
  deleteProduct,
  editProduct,
  listActiveProducts,
  listInactiveProducts,
  listProducts,
} from './products.service.ts';

export function productRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listActiveProducts', () => listActiveProducts(db));

  serve(app, 'listInactiveProducts', () => listInactiveProducts(db));

  serve(app, 'listProducts', ({ query }) => listProducts(db, query));

  serve(app, 'createProduct', async ({ body, user }) => ({
    ...(await createProduct(db, user, body)),
    message: 'Produto criado com sucesso!',
  }));

  serve(app, 'editProduct', async ({ params, body, user }) => ({
    ...(await editProduct(db, user, Number(params.id), body)),
    message: 'Produto Editado com sucesso!',
  }));

  serve(app, 'deleteProduct', async ({ params, user }) => {
    await deleteProduct(db, user, Number(params.id));
    return { message: 'Produto excluído com sucesso!' };
  });
}
