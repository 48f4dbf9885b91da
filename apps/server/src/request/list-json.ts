import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Page } from '@balcao/contract/fields/page.ts';

const SLICE_MS = 5;
/** Lists up to this length are serialised in one piece. */
const SHORT = 20;

type Schema = Record<string, unknown>;
type ListSchema = { items: Schema };
type PageSchema = { properties: { results: ListSchema } };

/**
 * Serialises a long list, or a page with one, in slices: a hundred sales of 300 items are 6 MB and would
 * block the event loop for a tenth of a second. Returns undefined for anything else.
 */
export async function listJson(
  answer: unknown,
  schema: object,
  serializerOf: (schema: Schema) => (row: Schema) => string,
): Promise<Buffer | undefined> {
  const isPage = typeof answer === 'object' && answer !== null && 'results' in answer;
  const rows = isPage ? answer.results : answer;
  if (!Array.isArray(rows) || rows.length <= SHORT) return undefined;
  const list = isPage ? (schema as PageSchema).properties.results : (schema as ListSchema);
  const serialize = serializerOf(list.items);
  const parts = [Buffer.from(isPage ? '{"results":[' : '[')];
  let sliceBegan = performance.now();
  for (const [index, row] of rows.entries()) {
    parts.push(Buffer.from(`${index === 0 ? '' : ','}${serialize(row)}`));
    if (performance.now() - sliceBegan < SLICE_MS) continue;
    await letOthersRun();
    sliceBegan = performance.now();
  }
  const { total_pages, count } = answer as Partial<Page<unknown>>;
  parts.push(Buffer.from(isPage ? `],"total_pages":${total_pages},"count":${count}}` : ']'));
  return Buffer.concat(parts);
}
