import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { Income } from '../fields/income.ts';
import { closed, Id, IdParams, Instant, orNull, Uuid } from '../fields/values.ts';
import { PickedProducts, PriceRule } from './picked-products.ts';

/** Many products, changed together by administrators: their prices by a rule, or one of these fields. */

export const ProductFields = Type.Union([
  closed({ active: Type.Boolean() }),
  closed({ pinned: Type.Boolean({ description: 'Fixado na grade do PDV' }) }),
  closed({ income: Income }),
  closed({ deleted: Type.Literal(true) }),
]);
export type ProductFields = Static<typeof ProductFields>;

export const ProductChange = Type.Object({
  id: Id,
  at: Instant,
  by: Type.String(),
  rule: orNull(PriceRule),
  fields: orNull(ProductFields),
  products: Type.Integer({ description: 'Os que mudaram' }),
  undone: orNull(Type.Object({ at: Instant, by: Type.String(), products: Type.Integer() })),
  can_undo: Type.Boolean({ description: 'Até 24 horas depois, uma vez' }),
});
export type ProductChange = Static<typeof ProductChange>;

const UndoneChange = Type.Object({
  restored: Type.Integer(),
  kept: Type.Array(
    Type.Object({
      id: Id,
      code: Type.String(),
      name: Type.String(),
      price: Type.Number({ description: 'O de agora, como os demais campos' }),
      active: Type.Boolean(),
      pinned: Type.Boolean(),
      income: Income,
      deleted: Type.Boolean(),
    }),
    { description: 'Os que mudaram depois, e ficam' },
  ),
});
export type UndoneChange = Static<typeof UndoneChange>;

export const productChangeEndpoints = {
  changeProducts: {
    summary: 'Produtos em lote: mudar um campo de todos os escolhidos, ou de nenhum',
    headers: Type.Object({ 'idempotency-key': Uuid }),
    body: closed({ products: PickedProducts, fields: ProductFields }),
    status: 201,
    answer: ProductChange,
    refusals: ['key_reused', 'nothing_changes'],
  },
  listProductChanges: {
    summary: 'Produtos em lote: as últimas mudanças, de preços e de campos, a mais nova primeiro',
    answer: Type.Array(ProductChange),
  },
  undoProductChange: {
    summary: 'Produtos em lote: desfazer uma mudança, onde tudo ainda é como ela fez',
    params: IdParams,
    answer: UndoneChange,
    refusals: ['not_found', 'undo_ended', 'nothing_to_undo'],
  },
} as const satisfies Record<string, Endpoint>;
