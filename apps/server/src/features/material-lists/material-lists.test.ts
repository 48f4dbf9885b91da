import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { ImportedListLine } from '@balcao/contract/imports.ts';
import type { materialListEndpoints } from '@balcao/contract/products/material-lists.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aParkedOrder } from '../../testing/builders.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { exportedCsv } from '../../testing/exported.ts';
import { aVisitor } from '../../testing/signed-in.ts';

type NewList = BodyOf<typeof materialListEndpoints.createMaterialList>;

const counter = await openTestCounter(afterAll);
const { shop, pen, shirt, payload, sell, token: seller } = counter;
const { db } = shop.owner;
const { token } = await aVisitor(shop, { name: 'Chefe', admin: true });

beforeEach(() => db.deleteFrom('material_lists' as never).execute());

const aList = (given: Partial<NewList> = {}): NewList => ({
  ...{ code: '3ANO27', name: '3º ano 2027', valid_from: '2026-12-01', valid_to: '2027-03-31' },
  active: true,
  items: [
    { product: shirt.id, quantity: 2 },
    { product: pen.id, quantity: 5 },
  ],
  ...given,
});
const create = (body: NewList) => shop.call('createMaterialList', { token, body });
const lists = async (as = token) =>
  (await shop.call('listMaterialLists', { token: as })).body.results;
const aProductBody = (code: string) => ({ code, name: 'Novo', price: 1, active: true });
const createProduct = (code: string) =>
  shop.call('createProduct', { token, body: aProductBody(code) });

test('a seller reads the lists with the products of now; only an administrator changes them', async () => {
  const { body } = await create(aList());
  const gone = (await createProduct('SAI')).body;
  await shop.call('editMaterialList', {
    ...{ token, params: { id: `${body.id}` } },
    body: { items: [...body.items, { product: gone.id, quantity: 1 }] },
  });
  await shop.call('deleteProduct', { token, params: { id: `${gone.id}` } });
  expect(await lists(seller)).toEqual([
    {
      ...{ id: body.id, code: '3ANO27', name: '3º ano 2027', active: true },
      ...{ valid_from: '2026-12-01', valid_to: '2027-03-31' },
      items: [
        { product: shirt.id, quantity: 2, code: '20', name: 'Camiseta' },
        { product: pen.id, quantity: 5, code: '10', name: 'Caneta' },
        { product: gone.id, quantity: 1, code: 'SAI', name: 'Novo', gone: true },
      ],
    },
  ]);
  const refused = await shop.call('createMaterialList', { token: seller, body: aList() });
  expect(refused.problem).toMatchObject({ status: 403, code: 'not_allowed' });
  // A product that is gone stays in its list, whatever else is changed.
  const edited = await shop.call('editMaterialList', {
    ...{ token, params: { id: `${body.id}` } },
    body: { items: [{ product: gone.id, quantity: 3 }], valid_to: null },
  });
  expect(edited.body).toMatchObject({ valid_to: null, items: [{ quantity: 3 }] });
});

test('what is no list is refused by its field', async () => {
  const wrong: [Partial<NewList>, string][] = [
    [{ valid_from: '2027-02-30' }, 'invalid_day'],
    [{ valid_from: '2027-04-01' }, 'days_reversed'],
    [{ items: [1, 2].map((quantity) => ({ product: pen.id, quantity })) }, 'repeated_product'],
    [{ items: [{ product: 2_000_000, quantity: 1 }] }, 'unknown_product'],
  ];
  for (const [given, code] of wrong) {
    expect((await create(aList(given))).problem).toMatchObject({ status: 422, code });
  }
  expect(await lists()).toEqual([]);
});

test('a code is of one product or of one list, whoever comes first, also at the same moment', async () => {
  const { body } = await create(aList());
  expect((await create(aList({ code: '3ano27' }))).problem?.code).toBe('list_code_taken');
  expect((await create(aList({ code: pen.code }))).problem?.code).toBe('code_of_other');
  expect((await createProduct('3Ano27')).problem).toMatchObject({
    ...{ status: 409, code: 'code_of_other', field: 'code' },
  });
  const rows = [{ line: 2, code: '3ano27', name: 'X', price: '1' }];
  const preview = await shop.call('compareProducts', { token, body: { rows } });
  expect(preview.body.rows[0]?.problems).toMatchObject([{ field: 'code' }]);
  await shop.call('deleteMaterialList', { token, params: { id: `${body.id}` } });
  for (const code of ['A', 'B', 'C', 'D']) {
    const both = await Promise.all([create(aList({ code })), createProduct(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  }
});

test('a sale and a parked order remember their lists by name; others have no such field', async () => {
  const names = ['3º ano 2027', 'Uniforme 2027'];
  const [first, second] = names as [string, string];
  await create(aList());
  const { body: uniform } = await create(aList({ code: 'UNI27', name: second }));
  const before = await lastAuditId(db);
  const key = randomUUID();
  const { body: sale } = await sell({ ...payload, lists: names }, key);
  expect(sale.lists).toEqual(names);
  // A retry is the same sale; without its lists it would be another.
  expect((await sell({ ...payload, lists: names }, key)).body.id).toBe(sale.id);
  expect((await sell(payload, key)).problem?.code).toBe('key_reused');
  const [event] = await auditAfter(db, before);
  expect(event?.after).toMatchObject({ lists: names });
  const shown = await shop.call('readSale', { token, params: { id: `${sale.id}` } });
  expect(shown.body.lists).toEqual(names);

  // One that was deleted since has put its items into the order; the sale leaves out what was never one, and is made.
  await shop.call('deleteMaterialList', { token, params: { id: `${uniform.id}` } });
  const asked = { ...payload, lists: [first, 'Lista que não existe', second] };
  const other = randomUUID();
  const { status, body: known } = await sell(asked, other);
  expect([status, known.lists]).toEqual([201, names]);
  expect((await sell(asked, other)).body).toEqual(known);
  const { body: none } = await sell({ ...payload, lists: ['Lista que não existe'] });
  expect(Object.keys(none)).not.toContain('lists');

  const { body: plain } = await sell(payload);
  expect(Object.keys(plain)).not.toContain('lists');
  const { body: parked } = await shop.call('parkSale', {
    ...{ token: seller, body: aParkedOrder({ lists: names }) },
  });
  const taken = await shop.call('claimParkedSale', {
    ...{ token: seller, params: { id: `${parked.id}` }, body: { claim: randomUUID() } },
  });
  expect(taken.body.lists).toEqual(names);
});

const numbered = (rows: readonly Omit<ImportedListLine, 'line'>[]) =>
  rows.map((row, index) => ({ line: index + 2, ...row }));

test('a spreadsheet makes and changes lists after a preview, and its import is undone', async () => {
  const { body: old } = await create(aList());
  const rows = numbered([
    { code: '3ano27', product: '20', quantity: '2' },
    { code: '3ANO27', product: '10', quantity: '8' },
    { code: '4ANO27', list: '4º ano 2027', product: '10', quantity: '' },
    { code: '4ANO27', list: '', product: '20', quantity: '3' },
  ]);
  const { body: seen } = await shop.call('compareLists', { token, body: { rows } });
  expect(seen.rows.map(({ kind }) => kind)).toEqual(['same', 'changed', 'new', 'new']);
  expect(seen.totals).toEqual([{ what: 'list', created: 1, edited: 1 }]);
  const { preview } = seen;
  await shop.call('importLists', { token, body: { rows, preview, file: 'listas.csv' } });
  const [third, fourth] = await lists();
  expect(third).toMatchObject({ name: old.name, valid_to: '2027-03-31' });
  expect(third?.items.map(({ quantity }) => quantity)).toEqual([2, 8]);
  expect(fourth).toMatchObject({ code: '4ANO27', name: '4º ano 2027', active: true });
  expect(fourth?.items.map(({ code, quantity }) => [code, quantity])).toEqual([
    ['10', 1],
    ['20', 3],
  ]);

  // What goes out comes in again and changes nothing.
  const exported = await exportedCsv(shop, token, { list: 'material_lists' });
  expect(exported.map((row) => Object.values(row).slice(0, 4))).toContainEqual([
    ...['4º ano 2027', '4ANO27', '20', '3'],
  ]);
  const again = numbered(
    exported.map((row) => ({
      ...{ code: `${row['Código da lista']}`, list: `${row.Lista}` },
      ...{ product: `${row['Código do produto']}`, quantity: `${row.Quantidade}` },
    })),
  );
  const same = await shop.call('compareLists', { token, body: { rows: again } });
  expect(new Set(same.body.rows.map(({ kind }) => kind))).toEqual(new Set(['same']));

  const past = await shop.call('listImports', { token, query: { what: 'lists' } });
  const id = `${past.body[0]?.id}`;
  const undone = await shop.call('undoImport', { token, params: { id } });
  expect(undone.body).toMatchObject({ restored: 1, removed: 1, kept: [] });
  expect((await lists()).map(({ items }) => items.map(({ quantity }) => quantity))).toEqual([
    [2, 5],
  ]);
});

test('wrong rows are named one by one and nothing is written', async () => {
  const rows = numbered([
    { code: 'N1', product: '10' },
    { code: pen.code, list: 'X', product: '10' },
    { code: 'N2', list: 'X', product: 'nenhum' },
    { code: 'N3', list: 'X', product: '10', quantity: '1,5' },
    { code: 'N4', list: 'X', product: '10', quantity: '2' },
    { code: 'N4', list: 'Y', product: '10', quantity: '3' },
  ]);
  const { body } = await shop.call('compareLists', { token, body: { rows } });
  expect(body.rows.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
    ...[['list'], ['code'], ['product'], ['quantity'], [], ['list', 'product']],
  ]);
});
