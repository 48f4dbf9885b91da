import type { AnswerOf, BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { countEndpoints } from '@balcao/contract/stock/counts.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { once } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import { refuseWrongClock } from '../clock/clock.service.ts';
import {
  type CountRow,
  insertLines,
  linesWithKeys,
  lockCount,
  type ReadingLine,
  totalsOf,
} from './counts.repository.ts';
import type { Actor } from './movements.service.ts';
import { lockProducts } from './stock.repository.ts';

/** Adds readings, each once for its key, however they are divided into requests. Throws the refusals of the call. */
export async function addCountLines(
  db: Db,
  actor: Actor,
  id: number,
  { lines }: BodyOf<typeof countEndpoints.addCountLines>,
): Promise<AnswerOf<typeof countEndpoints.addCountLines>> {
  const asked = lines.map((line) => ({ ...line, key: line.key.toLowerCase() }));
  const keys = [...new Set(asked.map(({ key }) => key))];
  const products = [...new Set(asked.map(({ product }) => product))];
  const answer = async (tx: Tx) => ({ products: await totalsOf(tx, id, products) });
  type Stored = Awaited<ReturnType<typeof linesWithKeys>>;
  const isSame = (stored: Stored) => {
    const byKey = new Map(stored.map((line) => [line.key, line]));
    return asked.every(({ key, product, quantity }) => {
      const known = byKey.get(key) ?? { count: id, product, quantity };
      byKey.set(key, { key, ...known });
      return known.count === id && known.product === product && known.quantity === quantity;
    });
  };
  const added = await once<CountRow, Stored, Awaited<ReturnType<typeof answer>>>(db, {
    lock: async (tx) => {
      const count = await lockCount(tx, id);
      if (!count) throw new Refusal('not_found');
      return count;
    },
    first: async (tx) => {
      const stored = await linesWithKeys(tx, keys);
      return stored.length === keys.length ? stored : undefined;
    },
    isSame,
    again: answer,
    make: async (tx, count) => {
      await refuseWrongClock(tx);
      if (count.outcome) throw new Refusal('count_ended');
      const stored = await linesWithKeys(tx, keys);
      if (!isSame(stored)) throw new Refusal('key_reused');
      const known = new Set(stored.map(({ key }) => key));
      const fresh = asked.filter(({ key }) => !known.has(key) && known.add(key));
      await refuseOutside(tx, count, asked, products);
      await insertLines(tx, count, actor, fresh);
      const now = await answer(tx);
      const below = now.products.find(({ counted }) => counted < 0);
      if (below) refuseLine('below_counted', asked, below.product);
      return now;
    },
    unique: 'stock_count_lines_key_key',
  });
  return added.answer;
}

async function refuseOutside(
  tx: Tx,
  count: CountRow,
  lines: readonly ReadingLine[],
  products: readonly number[],
): Promise<void> {
  const counted = count.products && new Set(count.products);
  const outside = products.find((product) => counted?.has(product) === false);
  if (outside) refuseLine('outside_count', lines, outside);
  const live = new Set((await lockProducts(tx, products)).map((product) => product.id));
  const unknown = products.find((product) => !live.has(product));
  if (unknown) refuseLine('unknown_product', lines, unknown);
}

function refuseLine(
  code: 'outside_count' | 'unknown_product' | 'below_counted',
  lines: readonly ReadingLine[],
  product: number,
): never {
  const place = lines.findIndex((line) => line.product === product);
  throw new Refusal(code, { field: `body/lines/${place}/product` });
}
