import type {
  ImportedEnrolment,
  ImportedListLine,
  ImportedProduct,
} from '@balcao/contract/imports.ts';
import type { TestShop } from './app.ts';
import { aCpf, aProduct, aUser } from './builders.ts';
import { anAccess } from './signed-in.ts';

/** Requests that succeed for an administrator, for the imports: each import has seen its preview. */
export function validImportCalls(shop: TestShop) {
  const { db } = shop.owner;
  let made = 0;
  const product = (): ImportedProduct => ({
    line: 2,
    code: `I${++made}`,
    name: 'X',
    price: '1,50',
  });
  const enrolment = (): ImportedEnrolment => ({
    ...{ line: 2, registration: String(50_000_000_000 + ++made), student: 'Bia' },
    ...{ cpf: aCpf(), client: 'Ana' },
  });
  const listLine = async (): Promise<ImportedListLine> => ({
    ...{ line: 2, code: `L${++made}`, list: '3º ano', product: (await aProduct(db)).code },
    quantity: '2',
  });
  const access = async () => anAccess(db, (await aUser(db, { admin: true })).id);
  return {
    compareProducts: () => ({ body: { rows: [product()] } }),
    importProducts: async () => {
      const body = { rows: [product()] };
      const { preview } = (await shop.call('compareProducts', { token: await access(), body }))
        .body;
      return { body: { ...body, preview } };
    },
    listImports: () => ({ query: { what: 'products' } as const }),
    undoImport: async () => {
      const body = { rows: [product()] };
      const token = await access();
      const { preview } = (await shop.call('compareProducts', { token, body })).body;
      await shop.call('importProducts', { token, body: { ...body, preview } });
      const query = { what: 'products' } as const;
      const [newest] = (await shop.call('listImports', { token, query })).body;
      return { params: { id: String(newest?.id) } };
    },
    compareLists: async () => ({ body: { rows: [await listLine()] } }),
    importLists: async () => {
      const body = { rows: [await listLine()] };
      const { preview } = (await shop.call('compareLists', { token: await access(), body })).body;
      return { body: { ...body, preview } };
    },
    compareRoll: () => ({ body: { rows: [enrolment()] } }),
    importRoll: async () => {
      const body = { rows: [enrolment()] };
      const { preview } = (await shop.call('compareRoll', { token: await access(), body })).body;
      return { body: { ...body, preview } };
    },
  };
}
