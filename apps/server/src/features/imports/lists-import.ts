import type { ImportedListLine } from '@balcao/contract/imports.ts';
import type { MaterialList } from '@balcao/contract/products/material-lists.ts';
import { MAX_QUANTITY, MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { unhurried } from '../../request/unhurried.ts';
import { findLists, materialLists } from '../material-lists/material-lists.service.ts';
import { findByCodes } from '../products/products.service.ts';
import { missing, readerOf, textOf } from './checks.ts';
import { type Change, inBulk, type Outcome, plan } from './plan.ts';

type Fields = Omit<MaterialList, 'id'>;
/** A list of the file, with what was there before and what its rows have made of it so far. */
type Draft = {
  before: MaterialList | undefined;
  after: Fields;
  named: boolean;
  read: Set<number>;
};

function readLine(cells: ImportedListLine) {
  const row = readerOf(cells.line);
  const code = row.text('code', cells.code);
  const product = textOf(cells.product);
  if (product === '') row.note('product', missing('product'));
  const name = row.text('list', cells.list);
  const typed = textOf(cells.quantity ?? '') || '1';
  const quantity = Number(typed);
  if (!/^\d{1,6}$/.test(typed) || quantity < 1 || quantity > MAX_QUANTITY) {
    row.note('quantity', 'A quantidade é um número inteiro, de 1 em diante.');
  }
  return { ...row, code, product, name, quantity };
}

type Line = ReturnType<typeof readLine>;

/** A product that a list has and the file has not stays in it. */
export const listsImport = plan({
  read: readLine,
  known: async (db, rows: readonly Line[], lock) => {
    const codes = rows.map(({ code }) => code);
    return {
      lists: await findLists(db, codes, lock),
      ofCodes: await findByCodes(db, codes, false),
      products: await findByCodes(
        db,
        rows.map(({ product }) => product),
        false,
      ),
    };
  },
  compare: ({ lists, ofCodes, products }) => {
    const drafts = new Map<string, Draft>();
    const rowOf = (row: Line, index: number): Outcome<never> | undefined => {
      const { code, name, quantity, problems, note } = row;
      const { key = '', list } = lists[index] ?? {};
      const product = products[index]?.product;
      const known = drafts.get(key) ?? {
        before: list,
        after: list ?? newList(code),
        named: false,
        read: new Set<number>(),
      };
      const { after } = known;
      const listed = after.items.find((item) => item.product === product?.id);
      if (problems.length > 0) return undefined;
      if (ofCodes[index]?.product) note('code', 'Este código é de um produto.');
      if (!product) note('product', 'Nenhum produto tem este código.');
      if (!list && name === '' && !known.named) note('list', missing('list'));
      if (name !== '' && known.named && name !== after.name) {
        note('list', 'A lista deste código tem outro nome em uma linha anterior.');
      }
      if (listed && known.read.has(listed.product) && listed.quantity !== quantity) {
        note('product', 'O produto está também em uma linha anterior, com outra quantidade.');
      }
      if (!listed && after.items.length >= MAX_SALE_ITEMS) {
        note('product', `Uma lista tem no máximo ${MAX_SALE_ITEMS} produtos.`);
      }
      if (!product || problems.length > 0) return undefined;
      const changes: Change[] = [];
      const change = (field: string, from: string | null, to: string) =>
        void changes.push({ field, from, to });
      if (!list && !drafts.has(key)) change('code', null, code);
      if (name !== '' && name !== after.name) change('list', after.name || null, name);
      if (!listed) change('product', null, `${product.code} · ${product.name}`);
      if (listed?.quantity !== quantity) {
        change('quantity', listed ? `${listed.quantity}` : null, `${quantity}`);
      }
      const others = after.items.filter((item) => item !== listed);
      const place = listed ? after.items.indexOf(listed) : others.length;
      const items = others.toSpliced(place, 0, { product: product.id, quantity });
      drafts.set(key, {
        before: list,
        after: { ...after, items, ...(name !== '' && { name }) },
        named: known.named || name !== '',
        read: known.read.add(product.id),
      });
      return { isNew: !listed, changes };
    };
    const made = async () => {
      const created: Fields[] = [];
      const edited: { before: MaterialList; after: MaterialList }[] = [];
      for await (const { before, after } of unhurried(drafts.values())) {
        if (!before) created.push(after);
        else if (JSON.stringify(before) !== JSON.stringify(after)) {
          edited.push({ before, after: { ...before, ...after } });
        }
      }
      return { created, edited };
    };
    return { rowOf, made };
  },
  save: inBulk<Parameters<typeof materialLists.changeAll>[2]>({
    ...{ kind: 'lists', code: 'material_lists_code' },
    totals: ({ created = [], edited }) => [
      { what: 'list', created: created.length, edited: edited.length },
    ],
    events: (tx, actor, made) => materialLists.changeAll(tx, actor, made, { imported: true }),
  }),
});

const newList = (code: string): Fields => ({
  ...{ code, name: '', valid_from: null, valid_to: null, active: true, items: [] },
});
