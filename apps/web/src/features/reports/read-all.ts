import type { Page } from '@balcao/contract/page.ts';

/** How often a list is read from its beginning before we say that it does not hold still. */
const ROUNDS = 5;

type Row = { readonly id: number };

/** How far a list has been read. Kept by the caller, so that a reading that failed can go on. */
export type Reading<T extends Row> = {
  rows: Map<number, T>;
  /** The next page to ask for. */
  next: number;
  /** The first page as it was, with which the list is compared at the end. */
  first: Page<T> | undefined;
};

export type Progress = { read: number; count: number };

export const newReading = <T extends Row>(): Reading<T> => ({
  rows: new Map(),
  next: 1,
  first: undefined,
});

/** The list was changed again and again while it was being read. */
export class KeepsChanging extends Error {
  override readonly name = 'KeepsChanging';
}

/**
 * Reads all pages of a list that has the newest row first and that others add to and delete from
 * meanwhile, which moves rows from one page to the next. Answers each row once and leaves none out, or
 * throws: what `fetchPage` throws, after which the same `reading` can be gone on with, or KeepsChanging.
 */
export async function readAll<T extends Row>(
  reading: Reading<T>,
  fetchPage: (page: number) => Promise<Page<T>>,
  onProgress: (progress: Progress) => void,
): Promise<T[]> {
  for (let round = 0; round < ROUNDS; round++) {
    const pages = await readOn(reading, fetchPage, onProgress);
    // One answer is of one moment; several are when the list is still as it was at the first.
    const again = pages > 1 ? await fetchPage(1) : (reading.first as Page<T>);
    if (onlyAddedTo(reading, again)) return [...reading.rows.values()];
    Object.assign(reading, newReading());
  }
  throw new KeepsChanging('The list does not hold still');
}

/** Asks for the pages that are still to come; answers how many there are. */
async function readOn<T extends Row>(
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
 * Whether the rows read are those of the list as its first page now shows it. New rows can only stand
 * at the top, and are taken in. That exactly so many more are counted, and that the old ones follow in
 * their old order, shows that nothing was deleted; and what is only added to pushes rows onto pages that
 * are still to be read, never past them.
 */
function onlyAddedTo<T extends Row>({ rows, first }: Reading<T>, again: Page<T>): boolean {
  const before = first as Page<T>;
  const added = again.results.filter((row) => !rows.has(row.id));
  const kept = again.results.slice(added.length);
  // A page of new rows alone does not show what became of those under them.
  const joined = kept.length > 0 || added.length === 0;
  const inOrder = kept.every((row, index) => row.id === before.results[index]?.id);
  if (!joined || !inOrder || again.count - before.count !== added.length) return false;
  for (const row of added) rows.set(row.id, row);
  return rows.size === again.count;
}
