import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { materialListEndpoints } from '@balcao/contract/products/material-lists.ts';
import { createMaterialList } from '../features/material-lists/material-lists.service.ts';
import type { TestShop } from './app.ts';
import { aProduct, aUser } from './builders.ts';

type NewList = BodyOf<typeof materialListEndpoints.createMaterialList>;

/** Requests that succeed for an administrator, for the lists of material. */
export function validListCalls(shop: TestShop) {
  const { db } = shop.owner;
  let made = 0;
  const list = async (): Promise<NewList> => ({
    ...{ code: `LISTA${++made}`, name: '3º ano', valid_from: null, valid_to: null, active: true },
    items: [{ product: (await aProduct(db)).id, quantity: 2 }],
  });
  const known = async () => {
    const { id } = await createMaterialList(db, await aUser(db, { admin: true }), await list());
    return { params: { id: String(id) } };
  };
  return {
    listMaterialLists: () => ({}),
    createMaterialList: async () => ({ body: await list() }),
    editMaterialList: async () => ({ ...(await known()), body: await list() }),
    deleteMaterialList: known,
  };
}
