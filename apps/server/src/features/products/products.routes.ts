import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import {
  listActiveProducts,
  listedProduct,
  listInactiveProducts,
  products,
  readProductGrid,
} from './products.service.ts';

export function productRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listActiveProducts', () => listActiveProducts(db));

  serve(app, 'listInactiveProducts', () => listInactiveProducts(db));

  serve(app, 'listProducts', async ({ query }) => {
    const page = await products.list(db, query);
    return { ...page, results: page.results.map(listedProduct) };
  });

  serve(app, 'readProductGrid', () => readProductGrid(db));

  serve(app, 'createProduct', async ({ body, user }) => ({
    ...listedProduct(await products.create(db, user, { pinned: false, income: null, ...body })),
    message: 'Produto criado com sucesso!',
  }));

  serve(app, 'editProduct', async ({ params, headers, body, user }) => {
    const id = Number(params.id);
    const product = await products.edit(db, user, id, body, headers['shown-row']);
    return { ...listedProduct(product), message: 'Produto Editado com sucesso!' };
  });

  serve(app, 'deleteProduct', async ({ params, user }) => {
    await products.remove(db, user, Number(params.id));
    return { message: 'Produto excluído com sucesso!' };
  });
}
