import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { AnswerOf, QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { Entry, EntrySums } from '@balcao/contract/sales/entries.ts';
import { ENTRY_KINDS, type EntryKind, entrySums } from '@balcao/domain/entry-sums.ts';
import { reaisFromCents, ZERO } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { openSnapshot } from '../../database/reading-snapshot.ts';
import { periodOf } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import {
  type EntryFilter,
  type EntryRow,
  eachEntry,
  entriesPage,
  type KindSums,
  namedByFilter,
  sumsByKind,
  sumsByMethod,
} from './entries.repository.ts';

type ListEntries = Endpoints['listEntries'];
type EntriesQuery = Omit<QueryOf<ListEntries>, 'page' | 'page_size'>;

/**
 * A page of what adds up to a figure, newest first, and the sums of all pages. Throws invalid_day and invalid_request.
 */
export async function listEntries(
  db: Db,
  query: QueryOf<ListEntries>,
): Promise<AnswerOf<ListEntries>> {
  const filter = filterOf(query);
  const slice = sliceOf(query);
  const snapshot = await openSnapshot(db);
  try {
    const { count, sums } = await sumsOf(snapshot.db, filter);
    const rows = await entriesPage(snapshot.db, filter, slice);
    return {
      ...pageOf(rows.map(entryOf), count, slice),
      sums,
      named: await namedByFilter(snapshot.db, filter),
    };
  } finally {
    await snapshot.end();
  }
}

/** All entries of a figure, oldest first, read from a snapshot while it is used. Throws as listEntries does. */
export async function readEveryEntry(db: Db, query: EntriesQuery) {
  const filter = filterOf(query, 'body');
  const { count, sums } = await sumsOf(db, filter);
  return {
    count,
    methods: sums.methods?.map(({ method }) => method) ?? [],
    rows: eachEntry(db, filter),
  };
}

export type { EntryRow } from './entries.repository.ts';

function filterOf(
  query: EntriesQuery,
  within: 'querystring' | 'body' = 'querystring',
): EntryFilter {
  const { method, methodNow, income, kind } = query;
  const name = method ?? methodNow;
  if (name !== undefined && (query.product || income || (method && methodNow))) {
    throw new Refusal('invalid_request', { field: `${within}/${method ? 'method' : 'methodNow'}` });
  }
  const ids = (['seller', 'product', 'client', 'student', 'closing'] as const).flatMap((key) => {
    const id = query[key];
    return id === undefined ? [] : [[key, Number(id)] as const];
  });
  return {
    ...periodOf(query, within),
    ...Object.fromEntries(ids),
    ...(name !== undefined && { method: { name, of: method ? 'then' : 'now' } }),
    ...(income && { income }),
    kinds: kindsOf(kind),
  };
}

function kindsOf(kind: EntriesQuery['kind']): readonly EntryKind[] {
  if (kind === undefined) return ENTRY_KINDS;
  return kind === 'returned' ? ['refund', 'exchange'] : [kind];
}

/** The domain adds up what the database has added up by kind and method, so that years need not fit in memory. */
async function sumsOf(db: Db, filter: EntryFilter): Promise<{ count: number; sums: EntrySums }> {
  const byKind = await sumsByKind(db, filter);
  const ofMethods = await methodsOf(db, filter, byKind);
  const { byMethod, ...sums } = entrySums(
    byKind.map(({ kind, amount }) => ({
      kind,
      ...{ sellerId: 0, sellerName: null, subtotal: ZERO, change: ZERO },
      totalGeneral: amount,
      payments: ofMethods?.filter((line) => line.kind === kind) ?? [],
    })),
  );
  return {
    count: byKind.reduce((all, { count }) => all + count, 0),
    sums: {
      sold: reaisFromCents(sums.sold),
      returned: reaisFromCents(sums.returned),
      corrected: reaisFromCents(sums.corrected),
      net: reaisFromCents(sums.net),
      methods: ofMethods ? byMethod.map(inReais) : null,
    },
  };
}

/** undefined: a part of the items was paid by no method of its own. */
async function methodsOf(
  db: Db,
  filter: EntryFilter,
  byKind: readonly KindSums[],
): Promise<(PaymentLine & { kind: EntryKind })[] | undefined> {
  if (filter.product !== undefined || filter.income) return undefined;
  if (!filter.method) return sumsByMethod(db, filter);
  const { name: method } = filter.method;
  return byKind.map(({ kind, amount }) => ({ kind, method, amount }));
}

const inReais = ({ method, amount }: PaymentLine) => ({ method, amount: reaisFromCents(amount) });

const entryOf = ({ at, amount, total, payments, ...row }: EntryRow): Entry => ({
  ...row,
  at: at.toISOString(),
  amount: reaisFromCents(amount),
  total: reaisFromCents(total),
  payments: payments.map(inReais),
});
