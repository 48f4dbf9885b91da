import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { Income } from '../fields/income.ts';
import { PageQuery, pageOf } from '../fields/page.ts';
import { ShownRow } from '../fields/shown-row.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Id, IdParams, Message, name, Reais } from '../fields/values.ts';

/** With the specification's fields alone. */
const CounterProduct = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  active: Type.Boolean(),
});
export type CounterProduct = Static<typeof CounterProduct>;

const ours = { pinned: Type.Boolean({ description: 'Fixado na grade do PDV' }), income: Income };

export const Product = Type.Object({ ...CounterProduct.properties, ...ours });
export type Product = Static<typeof Product>;

/** Each field of ours only where something was set. */
const ListedProduct = Type.Object({
  ...CounterProduct.properties,
  ...Type.Partial(Type.Object(ours)).properties,
});
export type ListedProduct = Static<typeof ListedProduct>;

const productFields = {
  code: name(MAX_LENGTH.productCode),
  name: name(MAX_LENGTH.productName),
  price: Reais,
  active: Type.Boolean(),
};

const ChangedProduct = Type.Object({ ...ListedProduct.properties, ...Message.properties });

export const productEndpoints = {
  listActiveProducts: {
    summary: 'Produtos ativos, para o balcão',
    answer: Type.Array(CounterProduct),
  },
  listInactiveProducts: {
    summary: 'Código e nome dos produtos inativos, para o balcão dizer que não se vendem',
    answer: Type.Array(Type.Pick(CounterProduct, ['code', 'name'])),
  },
  listProducts: {
    summary: 'Produtos, por nome',
    query: PageQuery,
    answer: pageOf(ListedProduct),
  },
  readProductGrid: {
    summary: 'Ids da grade do PDV: os fixados, por nome, e os mais vendidos nos últimos 30 dias',
    answer: Type.Array(Id),
  },
  createProduct: {
    summary: 'Criar produto',
    body: closed(productFields),
    status: 201,
    answer: ChangedProduct,
    refusals: ['code_taken', 'code_of_other', 'unfit_text'],
  },
  editProduct: {
    summary: 'Editar produto',
    params: IdParams,
    headers: ShownRow,
    body: closed({ id: Type.Optional(Id), ...productFields }),
    answer: ChangedProduct,
    refusals: ['not_found', 'changed_meanwhile', 'code_taken', 'code_of_other', 'unfit_text'],
  },
  deleteProduct: {
    summary: 'Excluir produto',
    params: IdParams,
    answer: Message,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
