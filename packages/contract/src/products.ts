import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './page.ts';
import { closed, Id, IdParams, Message, name, Reais } from './values.ts';

export const Product = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  active: Type.Boolean(),
});
export type Product = Static<typeof Product>;

const productFields = { code: name(30), name: name(200), price: Reais, active: Type.Boolean() };

const ChangedProduct = Type.Object({ ...Product.properties, ...Message.properties });

export const productEndpoints = {
  listActiveProducts: {
    summary: 'Produtos ativos, para o balcão',
    status: 200,
    answer: Type.Array(Product),
    refusals: [],
  },
  listInactiveProducts: {
    summary: 'Código e nome dos produtos inativos, para o balcão dizer que não se vendem',
    status: 200,
    answer: Type.Array(Type.Pick(Product, ['code', 'name'])),
    refusals: [],
  },
  listProducts: {
    summary: 'Produtos, por nome',
    query: PageQuery,
    status: 200,
    answer: pageOf(Product),
    refusals: [],
  },
  createProduct: {
    summary: 'Criar produto',
    body: closed(productFields),
    status: 201,
    answer: ChangedProduct,
    refusals: ['code_taken', 'unfit_text'],
  },
  editProduct: {
    summary: 'Editar produto',
    params: IdParams,
    body: closed({ id: Type.Optional(Id), ...productFields }),
    status: 200,
    answer: ChangedProduct,
    refusals: ['not_found', 'code_taken', 'unfit_text'],
  },
  deleteProduct: {
    summary: 'Excluir produto',
    params: IdParams,
    status: 200,
    answer: Message,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
