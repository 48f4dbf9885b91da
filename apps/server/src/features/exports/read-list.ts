import type { Page } from '@balcao/contract/fields/page.ts';
import type { Rows } from './file/table.ts';

type ReadPage<Row> = (slice: { page: string; page_size: string }) => Promise<Page<Row>>;

/** Reads a list of a snapshot slice by slice, as its screen does, or from its end on. */
export async function readList<Row>(
  read: ReadPage<Row>,
  { pageSize, fromEnd = false }: { pageSize: number; fromEnd?: boolean },
): Promise<Rows<Row>> {
  const pageAt = (page: number) => read({ page: String(page), page_size: String(pageSize) });
  const first = await pageAt(1);
  const rows = fromEnd ? backwards(first, pageAt) : forwards(first, pageAt);
  return { count: first.count, rows };
}

type PageAt<Row> = (page: number) => Promise<Page<Row>>;

async function* forwards<Row>(first: Page<Row>, pageAt: PageAt<Row>): AsyncGenerator<Row> {
  yield* first.results;
  for (let page = 2; page <= first.total_pages; page++) yield* (await pageAt(page)).results;
}

async function* backwards<Row>(first: Page<Row>, pageAt: PageAt<Row>): AsyncGenerator<Row> {
  for (let page = first.total_pages; page > 1; page--) {
    yield* (await pageAt(page)).results.toReversed();
  }
  yield* first.results.toReversed();
}
