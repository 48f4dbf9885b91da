import { MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { PageQuery, pageOf } from '../fields/page.ts';
import { ShownRow } from '../fields/shown-row.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Day, Id, IdParams, Message, name, orNull, Quantity } from '../fields/values.ts';

const ListLine = closed({ product: Id, quantity: Quantity });

const fields = {
  code: name(MAX_LENGTH.productCode),
  name: name(MAX_LENGTH.listName),
  valid_from: orNull(Day),
  valid_to: orNull(Day),
  active: Type.Boolean(),
  items: Type.Array(ListLine, { maxItems: MAX_SALE_ITEMS, description: 'Cada produto uma vez' }),
};

/** A list as it is stored, and as the audit has it. */
export const MaterialList = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  valid_from: orNull(Type.String()),
  valid_to: orNull(Type.String()),
  active: Type.Boolean(),
  items: Type.Array(Type.Object({ product: Id, quantity: Type.Integer() })),
});
export type MaterialList = Static<typeof MaterialList>;

const ListedLine = Type.Object({
  ...MaterialList.properties.items.items.properties,
  code: Type.String(),
  name: Type.String(),
  gone: Type.Optional(Type.Boolean({ description: 'Excluído ou inativo: não se vende' })),
});

/** With the products as they are now. */
export const ListedMaterials = Type.Object({
  ...MaterialList.properties,
  items: Type.Array(ListedLine),
});
export type ListedMaterials = Static<typeof ListedMaterials>;

const ChangedList = Type.Object({ ...MaterialList.properties, ...Message.properties });
const refusals = [
  'list_code_taken',
  'code_of_other',
  'unknown_product',
  'repeated_product',
  'invalid_day',
  'days_reversed',
  'unfit_text',
] as const;

export const materialListEndpoints = {
  listMaterialLists: {
    summary: 'Listas de material, por nome; o PDV lê todas',
    query: PageQuery,
    answer: pageOf(ListedMaterials),
  },
  createMaterialList: {
    summary: 'Criar lista de material',
    body: closed(fields),
    status: 201,
    answer: ChangedList,
    refusals: [...refusals],
  },
  editMaterialList: {
    summary: 'Editar lista de material; o que fica de fora continua como está',
    params: IdParams,
    headers: ShownRow,
    body: closed({ id: Type.Optional(Id), ...Type.Partial(Type.Object(fields)).properties }),
    answer: ChangedList,
    refusals: ['not_found', 'changed_meanwhile', ...refusals],
  },
  deleteMaterialList: {
    summary: 'Excluir lista de material',
    params: IdParams,
    answer: Message,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
