import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Page } from '@balcao/contract/page.ts';

/** How long (ms) rows are made before whatever else waits has its turn. */
const SLICE_MS = 5;
/** Up to so many rows are a slice in any case. */
const SHORT = 20;

type Schema = Record<string, unknown>;
type ListSchema = { items: Schema };
type PageSchema = { properties: { results: ListSchema } };

/**
 * The JSON of a list or of one page of it, made row by row with pauses: a hundred sales of 300 items are
 * 6 MB, and in one piece would keep the event loop from a sale for a tenth of a second. `stringifier` is
 * what makes JSON by a schema. Undefined for what is short or no list.
 */
export async function listJson(
  answer: unknown,
  schema: object,
  stringifier: (schema: Schema) => (row: Schema) => string,
): Promise<Buffer | undefined> {
  const isPage = typeof answer === 'object' && answer !== null && 'results' in answer;
  const rows = isPage ? answer.results : answer;
  if (!Array.isArray(rows) || rows.length <= SHORT) return undefined;
  const list = isPage ? (schema as PageSchema).properties.results : (schema as ListSchema);
  const stringify = stringifier(list.items);
  const parts = [Buffer.from(isPage ? '{"results":[' : '[')];
  let since = performance.now();
  for (const [index, row] of rows.entries()) {
    parts.push(Buffer.from(`${index === 0 ? '' : ','}${stringify(row)}`));
    if (performance.now() - since < SLICE_MS) continue;
    await othersTurn();
    since = performance.now();
  }
  const { total_pages, count } = answer as Partial<Page<unknown>>;
  parts.push(Buffer.from(isPage ? `],"total_pages":${total_pages},"count":${count}}` : ']'));
  return Buffer.concat(parts);
}
