import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { orWithout } from '../../api/errors.ts';
import { shownRow } from '../../api/shown-row.ts';
import type { ListSlice } from '../../ui/lists/filter.ts';

/** The key of every query about lists of material. */
export const LISTS_KEY = ['material-lists'] as const;

/** All lists at once, for the counter; a server that does not know the call has none. */
export const allListsQuery = queryOptions({
  queryKey: [...LISTS_KEY, 'all'],
  queryFn: async ({ signal }): Promise<readonly ListedMaterials[]> => {
    const all = call('listMaterialLists', { query: { page_size: 1000 }, signal });
    return (await orWithout(all, { results: [], total_pages: 0, count: 0 })).results;
  },
});

export const listMaterialLists = (query: ListSlice, signal: AbortSignal) =>
  call('listMaterialLists', { query, signal });

/** The products are sent only if the form has changed them: somebody else may have, since they were shown. */
export function saveMaterialList(
  list: ListedMaterials | null,
  body: BodyOf<Endpoints['createMaterialList']>,
) {
  if (!list) return call('createMaterialList', { body });
  const { items: shown, id, ...fields } = list;
  const { items, ...others } = body;
  const linesOf = (lines: typeof items) =>
    JSON.stringify(lines.map((l) => [l.product, l.quantity]));
  return call('editMaterialList', {
    params: { id },
    headers: shownRow(fields),
    body: { ...others, ...(linesOf(items) !== linesOf(shown) && { items }) },
  });
}

export const removeMaterialList = ({ id }: ListedMaterials) =>
  call('deleteMaterialList', { params: { id } });
