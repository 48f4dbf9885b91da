import type { Product } from '@balcao/contract/products/products.ts';
import { BOTH, INCOME_WORDS, type Income } from '@balcao/domain/income.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { findLists } from '../material-lists/material-lists.service.ts';
import { findAlike, findByCodes, products } from '../products/products.service.ts';
import { type ReadProduct, readProduct } from './cells.ts';
import { missing } from './checks.ts';
import { type Change, inBulk, type Outcome, plan } from './plan.ts';

type Fields = Omit<Product, 'id'>;
type Given = { before?: Product; after: Fields };

const FIELDS = ['code', 'name', 'price', 'active', 'pinned', 'income'] as const;

export const productsImport = plan({
  read: readProduct,
  known: async (db, rows: readonly ReadProduct[], lock) => {
    const codes = rows.map(({ code }) => code);
    const found = await findByCodes(db, codes, lock);
    const lists = await findLists(db, codes);
    const alike = await findAlike(
      db,
      codes.filter((_, index) => !found[index]?.product),
    );
    return { found, lists, alike };
  },
  compare: ({ found, lists, alike }) => {
    const firstOfKey = new Map<string, ReadProduct>();
    const rowOf = (row: ReadProduct, index: number): Outcome<Given> | undefined => {
      const { key = '', product } = found[index] ?? {};
      const { code, given, problems, note, warnings } = row;
      if (problems.length > 0) return undefined;
      const first = firstOfKey.get(key);
      if (first) {
        if (JSON.stringify(first.given) === JSON.stringify(given)) return undefined;
        // Which of them is right only the file's author knows; so the first one is wrong too.
        noteOther(row, first);
        noteOther(first, row);
        return undefined;
      }
      firstOfKey.set(key, row);
      if (product) {
        const after = { ...product, ...given };
        const changes = changesOf(product, after);
        return { changes, ...(changes.length > 0 && { gives: { before: product, after } }) };
      }
      const { name, price } = given;
      if (lists[index]?.list) note('code', 'Este código é de uma lista de material.');
      if (name === undefined) note('name', missing('name'));
      if (price === undefined) note('price', missing('price'));
      if (name === undefined || price === undefined || problems.length > 0) return undefined;
      const after = { active: true, pinned: false, income: null, ...given, code, name, price };
      // It may be a product that is there, without the zeros in front of its code.
      const other = alike.get(code);
      if (other) {
        warnings.push(
          `O código só difere nos zeros da frente do produto ${other.code} · ${other.name}. Se é ele, corrija no arquivo; se é outro, marque.`,
        );
      }
      const asks = other !== undefined;
      return { isNew: true, asks, changes: changesOf(undefined, after), gives: { after } };
    };
    const made = (given: Given[]) => ({
      created: given.flatMap(({ before, after }) => (before ? [] : after)),
      edited: given.flatMap(({ before, after }) =>
        before ? { before, after: { ...before, ...after } } : [],
      ),
    });
    return { rowOf, made };
  },
  save: inBulk<Parameters<typeof products.changeAll>[2]>({
    ...{ kind: 'products', code: 'products_code' },
    totals: ({ created = [], edited }) => [
      { what: 'product', created: created.length, edited: edited.length },
    ],
    events: (tx, actor, made) => products.changeAll(tx, actor, made, { imported: true }),
  }),
});

function noteOther({ problems, note }: ReadProduct, { line }: ReadProduct): void {
  if (problems.length > 0) return;
  note('code', `O código está também na linha ${line}, com outros dados.`);
}

function changesOf(before: Product | undefined, after: Fields): Change[] {
  return FIELDS.filter((field) => (before?.[field] ?? null) !== after[field]).map((field) => ({
    field,
    from: before ? shown(field, before[field]) : null,
    to: shown(field, after[field]),
  }));
}

function shown(field: keyof Fields, value: Fields[keyof Fields]): string {
  if (field === 'income') return value === null ? BOTH : INCOME_WORDS[value as Income];
  if (typeof value === 'number') return formatCents(centsFromReais(value));
  return typeof value === 'string' ? value : value ? 'Sim' : 'Não';
}
