import { type KeptRow, MOST_KEPT, type Undone } from '@balcao/contract/fields/undone.ts';
import type { PastImport } from '@balcao/contract/imports.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import type { Db } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import {
  type Kept,
  lastBulkChanges,
  shownChange,
  undoOnce,
} from '../bulk-changes/undo-once.service.ts';
import { namesOfLists } from '../material-lists/material-lists.service.ts';
import { undoLists } from '../material-lists/undo-lists.ts';
import { namesOf, undoRoll } from '../people/undo.service.ts';
import { findByIds } from '../products/products.service.ts';
import { undoProducts } from '../products/undo-products.ts';

const LISTED_IMPORTS = 20;

const KINDS = ['products', 'roll', 'lists'] as const;
const UNDOINGS = { products: undoProducts, roll: undoRoll, lists: undoLists };

export async function listImports(
  db: Db,
  { what }: { what: (typeof KINDS)[number] },
): Promise<PastImport[]> {
  const imports = await lastBulkChanges(db, what, LISTED_IMPORTS);
  return imports.map((change) => {
    const { totals, file = null } = change.details as Pick<PastImport, 'totals' | 'file'>;
    return { ...shownChange(change), file, totals };
  });
}

/** Throws not_found, undo_ended and nothing_to_undo. */
export async function undoImport(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  id: number,
): Promise<Undone> {
  const { restored, removed, kept } = await undoOnce(
    db,
    actor,
    { id, kinds: KINDS },
    (tx, change, events) =>
      UNDOINGS[change.kind as (typeof KINDS)[number]](tx, actor, change, events),
  );
  const named = await nameKept(db, kept.slice(0, MOST_KEPT));
  return { restored, removed, kept: named, kept_count: kept.length };
}

/** As they are called now; of a record that is gone its number alone. */
async function nameKept(db: Db, kept: readonly Kept[]): Promise<KeptRow[]> {
  const idsOf = (what: Kept['what']) => kept.filter((row) => row.what === what).map(({ id }) => id);
  const links = kept.filter(({ what }) => what === 'link');
  const products = await findByIds(db, idsOf('product'));
  const clients = await namesOf(db, 'client', [...idsOf('client'), ...links.map(({ id }) => id)]);
  const students = await namesOf(db, 'student', [
    ...idsOf('student'),
    ...links.map(({ other }) => other as number),
  ]);
  const names = new Map<string, string>([
    ...(await namesOfLists(db, idsOf('list'))).map(
      ({ id, code, name }) => [`list ${id}`, `${code} · ${name}`] as const,
    ),
    ...products.map(({ id, code, name }) => [`product ${id}`, `${code} · ${name}`] as const),
    ...clients.map(
      ({ id, number, name }) => [`client ${id}`, wordsOf(formatCpf(number), name)] as const,
    ),
    ...students.map(({ id, number, name }) => [`student ${id}`, wordsOf(number, name)] as const),
  ]);
  const nameOf = (what: string, id: number) => names.get(`${what} ${id}`) ?? `nº ${id}`;
  return kept.map(({ what, id, other, why }) => ({
    what,
    why,
    name:
      what === 'link'
        ? `${nameOf('client', id)} — ${nameOf('student', other as number)}`
        : nameOf(what, id),
  }));
}

const wordsOf = (number: string, name: string) => [number, name].filter(Boolean).join(' · ');
