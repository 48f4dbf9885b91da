import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type {
  Comparison,
  Imported,
  ImportedListLine,
  importEndpoints,
} from '@balcao/contract/imports.ts';
import type { MaterialList } from '@balcao/contract/products/material-lists.ts';
import { MAX_QUANTITY, MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import type { Db } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { changeUnlessTaken } from '../audit/audited-rows.ts';
import { recordBulkChange } from '../bulk-changes/undo-once.service.ts';
import { findLists, materialLists } from '../material-lists/material-lists.service.ts';
import { findByCodes } from '../products/products.service.ts';
import { faultOf, missing, textOf } from './checks.ts';
import {
  type Change,
  comparisonOf,
  type Planned,
  type Problem,
  refuseUnseen,
} from './comparison.ts';

type Fields = Omit<MaterialList, 'id'>;
/** A list of the file, with what was there before and what its rows have made of it so far. */
type Draft = {
  before: MaterialList | undefined;
  after: Fields;
  named: boolean;
  read: Set<number>;
};

export async function compareLists(db: Db, rows: readonly ImportedListLine[]): Promise<Comparison> {
  return (await planOf(db, rows, false)).comparison;
}

/** Throws import_changed and wrong_rows. */
export function importLists(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  { rows, preview, file }: BodyOf<typeof importEndpoints.importLists>,
): Promise<Imported> {
  const index = 'material_lists_code';
  const taken = { index, code: 'import_changed', field: 'body/preview' } as const;
  return changeUnlessTaken(db, taken, async (tx) => {
    const { comparison, changes } = await planOf(tx, rows, true);
    refuseUnseen(comparison, preview);
    const events = await materialLists.changeAll(tx, actor, changes, { imported: true });
    const { totals } = comparison;
    if (events.length > 0) {
      await recordBulkChange(tx, actor, { kind: 'lists', events, details: { totals, file } });
    }
    return { totals };
  });
}

function readLine(row: ImportedListLine) {
  const [code, product, name] = [row.code, row.product, row.list ?? ''].map(textOf) as [
    string,
    string,
    string,
  ];
  const typed = textOf(row.quantity ?? '');
  const quantity = typed === '' ? 1 : Number(typed);
  const problems: Problem[] = [];
  const note = (field: string, reason: string | undefined) => {
    if (reason !== undefined) problems.push({ field, reason });
  };
  note('code', faultOf('code', code));
  note('product', product === '' ? missing('product') : undefined);
  if (name !== '') note('list', faultOf('list', name));
  if (!/^\d{1,6}$/.test(typed || '1') || quantity < 1 || quantity > MAX_QUANTITY) {
    note('quantity', 'A quantidade é um número inteiro, de 1 em diante.');
  }
  return { line: row.line, code, product, name, quantity, problems };
}

/** What the rows would make of the lists. A product that a list has and the file has not stays in it. */
async function planOf(db: Db, rows: readonly ImportedListLine[], lock: boolean) {
  const read = rows.map(readLine);
  const codes = read.map(({ code }) => code);
  const lists = await findLists(db, codes, lock);
  const ofCodes = await findByCodes(db, codes, false);
  const products = await findByCodes(
    db,
    read.map(({ product }) => product),
    false,
  );
  const drafts = new Map<string, Draft>();
  const planOfRow = (row: (typeof read)[number], index: number): Planned => {
    const { line, code, name, quantity, problems } = row;
    const { key = '', list } = lists[index] ?? {};
    const product = products[index]?.product;
    const is = [code, name, row.product, quantity];
    const plan = { line, is, isNew: false, changes: [] as Change[], problems };
    const known = drafts.get(key) ?? {
      before: list,
      after: list ?? newList(code),
      named: false,
      read: new Set<number>(),
    };
    const { after } = known;
    const listed = after.items.find((item) => item.product === product?.id);
    const wrong = (field: string, reason: string) => void problems.push({ field, reason });
    if (problems.length > 0) return plan;
    if (ofCodes[index]?.product) wrong('code', 'Este código é de um produto.');
    if (!product) wrong('product', 'Nenhum produto tem este código.');
    if (!list && name === '' && !known.named) wrong('list', missing('list'));
    if (name !== '' && known.named && name !== after.name) {
      wrong('list', 'A lista deste código tem outro nome em uma linha anterior.');
    }
    if (listed && known.read.has(listed.product) && listed.quantity !== quantity) {
      wrong('product', 'O produto está também em uma linha anterior, com outra quantidade.');
    }
    if (!listed && after.items.length >= MAX_SALE_ITEMS) {
      wrong('product', `Uma lista tem no máximo ${MAX_SALE_ITEMS} produtos.`);
    }
    if (!product || problems.length > 0) return plan;
    const change = (field: string, from: string | null, to: string) =>
      void plan.changes.push({ field, from, to });
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
    return { ...plan, isNew: !listed };
  };
  const planned = read.map(planOfRow);
  const all = [...drafts.values()];
  const created = all.flatMap(({ before, after }) => (before ? [] : after));
  const edited = all.flatMap(({ before, after }) =>
    before && JSON.stringify(before) !== JSON.stringify(after)
      ? { before, after: { ...before, ...after } }
      : [],
  );
  const comparison = comparisonOf(planned, () => [
    { what: 'list', created: created.length, edited: edited.length },
  ]);
  return { comparison, changes: { created, edited } };
}

const newList = (code: string): Fields => ({
  ...{ code, name: '', valid_from: null, valid_to: null, active: true, items: [] },
});
