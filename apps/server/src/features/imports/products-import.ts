import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type {
  Comparison,
  Imported,
  ImportedProduct,
  importEndpoints,
} from '@balcao/contract/imports.ts';
import type { Product } from '@balcao/contract/products/products.ts';
import { BOTH, INCOME_WORDS, type Income } from '@balcao/domain/income.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { changeUnlessTaken } from '../audit/audited-rows.ts';
import { recordBulkChange } from '../bulk-changes/undo-once.service.ts';
import { findLists } from '../material-lists/material-lists.service.ts';
import { findAlike, findByCodes, products } from '../products/products.service.ts';
import { type ReadProduct, readProduct } from './cells.ts';
import { missing } from './checks.ts';
import {
  type Change,
  comparisonOf,
  type Planned,
  refuseUnseen,
  type Totals,
} from './comparison.ts';

type Fields = Omit<Product, 'id'>;

const FIELDS = ['code', 'name', 'price', 'active', 'pinned', 'income'] as const;

export async function compareProducts(
  db: Db,
  rows: readonly ImportedProduct[],
): Promise<Comparison> {
  return (await planOf(db, rows, false)).comparison;
}

/** Throws import_changed and wrong_rows. */
export function importProducts(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  { rows, preview, file, renamed = [] }: BodyOf<typeof importEndpoints.importProducts>,
): Promise<Imported> {
  // Somebody else's new product with the same code.
  const taken = { index: 'products_code', code: 'import_changed', field: 'body/preview' } as const;
  return changeUnlessTaken(db, taken, async (tx) => {
    const { comparison, created, edited } = await planOf(tx, rows, true);
    refuseUnseen(comparison, preview);
    const ticked = new Set(renamed);
    const wanted = created.filter(({ line, asks }) => !asks || ticked.has(line));
    const changes = { created: wanted.map(({ after }) => after), edited };
    const events = await products.changeAll(tx, actor, changes, { imported: true });
    const totals = totalsOf(wanted.length, edited.length);
    if (events.length > 0) {
      await recordBulkChange(tx, actor, { kind: 'products', events, details: { totals, file } });
    }
    return { totals };
  });
}

/** The changes that the rows would make to the products as they are now. */
async function planOf(db: Db, rows: readonly ImportedProduct[], lock: boolean) {
  const read = rows.map(readProduct);
  const found = await findByCodes(
    db,
    read.map(({ code }) => code),
    lock,
  );
  const lists = await findLists(
    db,
    read.map(({ code }) => code),
  );
  const unknown = read.flatMap(({ code }, index) => (found[index]?.product ? [] : code));
  const alike = await findAlike(db, unknown);
  /** `asks`: it may be a product that is there, without the zeros in front of its code. */
  const created: { line: number; asks: boolean; after: Fields }[] = [];
  const edited: { before: Product; after: Product }[] = [];
  const firstOfKey = new Map<string, ReadProduct>();
  const planOfRow = (row: ReadProduct, index: number): Planned => {
    const { key = '', product } = found[index] ?? {};
    const { line, code, given, problems, warnings } = row;
    const plan = { line, is: [code, given], isNew: false, changes: [], problems, warnings };
    if (problems.length > 0) return plan;
    const first = firstOfKey.get(key);
    if (first) {
      if (JSON.stringify(first.given) === JSON.stringify(given)) return plan;
      // Which of them is right only the file's author knows; so the first one is wrong too.
      note(row, first);
      note(first, row);
      return plan;
    }
    firstOfKey.set(key, row);
    if (product) {
      const after = { ...product, ...given };
      const changes = changesOf(product, after);
      if (changes.length > 0) edited.push({ before: product, after });
      return { ...plan, changes };
    }
    const { name, price } = given;
    if (lists[index]?.list) {
      problems.push({ field: 'code', reason: 'Este código é de uma lista de material.' });
    }
    if (name === undefined) problems.push({ field: 'name', reason: missing('name') });
    if (price === undefined) problems.push({ field: 'price', reason: missing('price') });
    if (name === undefined || price === undefined || problems.length > 0) return plan;
    const after = { active: true, pinned: false, income: null, ...given, code, name, price };
    const other = alike.get(code);
    if (other) {
      warnings.push(
        `O código só difere nos zeros da frente do produto ${other.code} · ${other.name}. Se é ele, corrija no arquivo; se é outro, marque.`,
      );
    }
    const asks = other !== undefined;
    created.push({ line, asks, after });
    return { ...plan, isNew: true, asks, changes: changesOf(undefined, after) };
  };
  const comparison = comparisonOf(read.map(planOfRow), (compared) => {
    const count = (kind: string) => compared.filter((row) => row.kind === kind && !row.asks).length;
    return totalsOf(count('new'), count('changed'));
  });
  return { comparison, created, edited };
}

const totalsOf = (created: number, edited: number): Totals => [
  { what: 'product', created, edited },
];

function note({ problems }: ReadProduct, { line }: ReadProduct): void {
  if (problems.length > 0) return;
  const reason = `O código está também na linha ${line}, com outros dados.`;
  problems.push({ field: 'code', reason });
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
