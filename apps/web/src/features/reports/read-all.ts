import type { Page } from '@balcao/contract/fields/page.ts';

/** How often a changing list is read from its beginning before readAll gives up. */
const ROUNDS = 5;

type ReadRow = { readonly id: number };

/** The rows read so far. The caller keeps it, so that a failed reading can continue. */
export type Reading<T extends ReadRow> = {
  rows: Map<number, T>;
  /** The number of the next page. */
  next: number;
  /** The first page at its first reading; the end compares it with the list as it is then. */
  first: Page<T> | undefined;
};

export type Progress = { read: number; count: number };

export const newReading = <T extends ReadRow>(): Reading<T> => ({
  rows: new Map(),
  next: 1,
  first: undefined,
});

/** The list changed during every attempt to read it. */
export class KeepsChanging extends Error {
  override readonly name = 'KeepsChanging';
}

/** A list with what reads it. */
type Listed<T extends ReadRow> = {
  reading: Reading<T>;
  fetchPage: (page: number) => Promise<Page<T>>;
  onProgress: (progress: Progress) => void;
};

/**
 * Reads a list to which rows are only added, and one that changes, as both were at one moment: `added` was
 * as long before `changing` was read as after it. Throws what readAll throws; the readings can continue.
 */
export async function readTogether<A extends ReadRow, C extends ReadRow>(
  added: Listed<A>,
  changing: Listed<C>,
): Promise<{ added: A[]; changing: C[] }> {
  for (let round = 0; round < ROUNDS; round++) {
    const read = {
      added: await readAll(added.reading, added.fetchPage, added.onProgress),
      changing: await readAll(changing.reading, changing.fetchPage, changing.onProgress),
    };
    const { count } = await added.fetchPage(1);
    if (count === read.added.length) return read;
    Object.assign(added.reading, newReading());
    Object.assign(changing.reading, newReading());
  }
  throw new KeepsChanging('The list does not hold still');
}

/**
 * Reads all pages of a list, newest row first, while others add and delete rows, which moves rows
 * between pages. Returns each row exactly once. Throws the error of `fetchPage`, after which the same
 * `reading` can continue, or KeepsChanging.
 */
export async function readAll<T extends ReadRow>(
  reading: Reading<T>,
  fetchPage: (page: number) => Promise<Page<T>>,
  onProgress: (progress: Progress) => void,
): Promise<T[]> {
  for (let round = 0; round < ROUNDS; round++) {
    const pages = await readOn(reading, fetchPage, onProgress);
    // A single page is consistent; several are if the list has not changed since the first.
    const again = pages > 1 ? await fetchPage(1) : (reading.first as Page<T>);
    if (onlyAddedTo(reading, again)) return [...reading.rows.values()];
    Object.assign(reading, newReading());
  }
  throw new KeepsChanging('The list does not hold still');
}

/** Reads the remaining pages. Returns the number of all pages. */
async function readOn<T extends ReadRow>(
  reading: Reading<T>,
  fetchPage: (page: number) => Promise<Page<T>>,
  onProgress: (progress: Progress) => void,
): Promise<number> {
  for (;;) {
    const page = await fetchPage(reading.next);
    reading.first ??= page;
    reading.next++;
    for (const row of page.results) reading.rows.set(row.id, row);
    onProgress({ read: reading.rows.size, count: page.count });
    if (reading.next > page.total_pages) return page.total_pages;
  }
}

/**
 * Compares the rows read with the list as its first page shows it now. New rows can only be at the top;
 * they are added to the rows read. If the count grew by exactly their number and the old rows follow in
 * their old order, nothing was deleted. Additions alone move rows only onto pages still to be read.
 */
function onlyAddedTo<T extends ReadRow>({ rows, first }: Reading<T>, again: Page<T>): boolean {
  const before = first as Page<T>;
  const added = again.results.filter((row) => !rows.has(row.id));
  const kept = again.results.slice(added.length);
  // A page of only new rows does not show the old rows under them.
  const joined = kept.length > 0 || added.length === 0;
  const inOrder = kept.every((row, index) => row.id === before.results[index]?.id);
  if (!joined || !inOrder || again.count - before.count !== added.length) return false;
  for (const row of added) rows.set(row.id, row);
  return rows.size === again.count;
}
