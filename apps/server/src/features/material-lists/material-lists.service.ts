import type { Page, PageQuery } from '@balcao/contract/fields/page.ts';
import type { ListedMaterials, MaterialList } from '@balcao/contract/products/material-lists.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { auditedRows } from '../audit/audited-rows.ts';
import { findByIds } from '../products/products.service.ts';
import {
  type ListRow,
  listRows,
  listsWithCodes,
  listsWithIds,
} from './material-lists.repository.ts';

type Fields = Omit<MaterialList, 'id'>;
type Actor = Pick<SignedIn, 'id' | 'name'>;

const dayOf = (day: string | null, field: string) =>
  day === null ? null : businessDay(day, field);

/** Throws invalid_day, days_reversed and repeated_product. */
function storedList({ code, name, valid_from, valid_to, active, items }: Fields) {
  const from = dayOf(valid_from, 'valid_from');
  const to = dayOf(valid_to, 'valid_to');
  if (from && to && to < from) throw new Refusal('days_reversed', { field: 'valid_to' });
  const product_ids = items.map(({ product }) => product);
  if (new Set(product_ids).size < items.length) {
    throw new Refusal('repeated_product', { field: 'items' });
  }
  const quantities = items.map(({ quantity }) => quantity);
  const days = { valid_from: from, valid_to: to };
  return { code: tidyText(code), name: tidyText(name), ...days, active, product_ids, quantities };
}

export const materialLists = auditedRows({
  noun: 'material_list',
  rows: listRows,
  shown: listOf,
  stored: storedList,
  taken: { index: 'material_lists_code', code: 'list_code_taken', field: 'code' },
});

export function listOf({ product_ids, quantities, ...row }: ListRow): MaterialList {
  const { id, code, name, valid_from, valid_to, active } = row;
  const items = product_ids.map((product, at) => ({ product, quantity: quantities[at] as number }));
  return { id, code, name, valid_from, valid_to, active, items };
}

/** Lists with their products as they are now. */
export async function listMaterialLists(db: Db, query: PageQuery): Promise<Page<ListedMaterials>> {
  const page = await materialLists.list(db, query);
  return { ...page, results: await withProducts(db, page.results) };
}

async function withProducts(db: Db, lists: readonly MaterialList[]): Promise<ListedMaterials[]> {
  const ids = new Set(lists.flatMap(({ items }) => items.map(({ product }) => product)));
  const products = new Map((await findByIds(db, [...ids])).map((row) => [row.id, row]));
  return lists.map((list) => ({
    ...list,
    items: list.items.map((line) => {
      const { code = '', name = '', active, deleted } = products.get(line.product) ?? {};
      return { ...line, code, name, ...((!active || deleted) && { gone: true }) };
    }),
  }));
}

/** Throws what storedList throws, list_code_taken, code_of_other and unknown_product. */
export async function createMaterialList(db: Db, actor: Actor, fields: Fields) {
  await mustKnow(db, fields.items);
  return materialLists.create(db, actor, fields);
}

/** The same, and not_found and changed_meanwhile. */
export async function editMaterialList(
  db: Db,
  actor: Actor,
  { id, fields, seen }: { id: number; fields: Partial<Fields>; seen: string | undefined },
) {
  await mustKnow(db, fields.items ?? []);
  return materialLists.edit(db, actor, id, fields, seen);
}

/** A product that was deleted or taken out of sale stays in its lists. */
async function mustKnow(db: Db, items: MaterialList['items']): Promise<void> {
  const ids = items.map(({ product }) => product);
  const known = new Set((await findByIds(db, ids)).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw new Refusal('unknown_product', { field: 'items' });
}

/** For each code its key, and the list that has it. `lock` needs a transaction. */
export async function findLists(db: Db, codes: readonly string[], lock = false) {
  const found = await listsWithCodes(db, codes, lock);
  return found.map(({ key, list }) => ({ key, list: list && listOf(list) }));
}

/** Their codes and names by id, the deleted ones too. */
export async function namesOfLists(db: Db, ids: readonly number[]) {
  return (await listsWithIds(db, ids)).map(({ id, code, name }) => ({ id, code, name }));
}
