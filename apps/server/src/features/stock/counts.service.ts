/*
 * A count is read by several people at once, one line for each reading, and changes nothing until an administrator
 * applies it: then so many of a product were there at the moment of its last reading, whatever was sold before or since.
 */
import type { AnswerOf, BodyOf } from '@balcao/contract/endpoint-types.ts';
import type {
  CountedProduct,
  countEndpoints,
  StockCount,
  WholeCount,
} from '@balcao/contract/stock/counts.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { once, onceByKey } from '../../database/once.ts';
import { readSums } from '../../database/reading-snapshot.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  appliedRows,
  type CountedRow,
  type CountLine,
  type CountRow,
  countedRows,
  endCount,
  findCount,
  insertCount,
  insertLines,
  insertResults,
  lastCounts,
  linesWithKeys,
  lockCount,
  totalsOf,
} from './counts.repository.ts';
import type { Actor } from './movements.service.ts';
import { lockProducts } from './stock.repository.ts';

/** Begins a count once for its key. Throws unknown_product and key_reused. */
export async function beginCount(
  db: Db,
  actor: Actor,
  key: string,
  body: BodyOf<typeof countEndpoints.beginCount>,
): Promise<StockCount> {
  const { answer } = await onceByKey(db, {
    table: 'stock_counts',
    key,
    asked: { by: actor.id, action: 'count', subject: null, body },
    again: readCountRow,
    make: async (tx, columns) => {
      const products = body.products && [...new Set(body.products)];
      if (products && (await lockProducts(tx, products)).length < products.length) {
        throw new Refusal('unknown_product', { field: 'body/products' });
      }
      const maker = { made_by: actor.id, made_by_name: actor.name };
      const count = { name: tidyText(body.name), blind: body.blind, products };
      const id = await insertCount(tx, { ...columns, ...maker, ...count });
      const some = products && { product_count: products.length };
      const after = { name: count.name, blind: body.blind, ...some };
      await recordAudit(tx, actor, 'stock.count_begun', { subjectId: id, after });
      return readCountRow(tx, id);
    },
  });
  return answer;
}

const readCountRow = async (tx: Tx, id: number) => countOf((await findCount(tx, id)) as CountRow);

const ENDED_LISTED = 50;

export async function listCounts(db: Db): Promise<StockCount[]> {
  return (await lastCounts(db, ENDED_LISTED)).map(countOf);
}

/** Throws not_found. */
export function readCount(db: Db, viewer: SignedIn, id: number): Promise<WholeCount> {
  return readSums(db, async (tx) => {
    const count = await findCount(tx, id);
    if (!count) throw new Refusal('not_found');
    const whole = await wholeCount(tx, count);
    if (viewer.admin || !count.blind) return whole;
    return { ...whole, rows: whole.rows.map((row) => ({ ...row, expected: null })) };
  });
}

/** Adds readings, each once for its key, in whatever portions they come. Throws the refusals of the call. */
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
  lines: readonly CountLine[],
  products: readonly number[],
): Promise<void> {
  const outside = products.find((product) => count.products?.includes(product) === false);
  if (outside) refuseLine('outside_count', lines, outside);
  const live = new Set((await lockProducts(tx, products)).map((product) => product.id));
  const unknown = products.find((product) => !live.has(product));
  if (unknown) refuseLine('unknown_product', lines, unknown);
}

function refuseLine(
  code: 'outside_count' | 'unknown_product' | 'below_counted',
  lines: readonly CountLine[],
  product: number,
): never {
  const place = lines.findIndex((line) => line.product === product);
  throw new Refusal(code, { field: `body/lines/${place}/product` });
}

/** Once; again on an applied count it answers the same. Throws the refusals of the call. */
export function applyCount(
  db: Db,
  actor: Actor,
  id: number,
  { lines, missing_as_zero }: BodyOf<typeof countEndpoints.applyCount>,
): Promise<WholeCount> {
  return inTransaction(db, async (tx) => {
    const count = await lockCount(tx, id);
    if (!count) throw new Refusal('not_found');
    if (count.outcome === 'applied') return wholeCount(tx, count);
    if (count.outcome) throw new Refusal('count_ended');
    if (count.lines !== lines) throw new Refusal('count_changed', { field: 'body/lines' });
    if (count.counted === 0) throw new Refusal('nothing_counted');
    const rows = await countedRows(tx, count);
    const kept = rows.filter(({ counted }) => counted !== null || missing_as_zero);
    await endCount(tx, id, actor, 'applied');
    await insertResults(tx, id, kept);
    const differing = kept.filter(({ counted, expected }) => (counted ?? 0) !== expected);
    await recordAudit(tx, actor, 'stock.count_applied', {
      subjectId: id,
      after: {
        name: count.name,
        product_count: kept.length,
        pieces: count.pieces,
        differing: differing.length,
        ...(missing_as_zero && { missing_as_zero }),
      },
    });
    return wholeCount(tx, (await findCount(tx, id)) as CountRow);
  });
}

/** Puts a count away without applying it. Throws not_found, and count_ended for an applied one. */
export function dropCount(db: Db, actor: Actor, id: number): Promise<StockCount> {
  return inTransaction(db, async (tx) => {
    const count = await lockCount(tx, id);
    if (!count) throw new Refusal('not_found');
    if (count.outcome === 'applied') throw new Refusal('count_ended');
    if (!count.outcome) {
      await endCount(tx, id, actor, 'dropped');
      const before = { name: count.name, pieces: count.pieces };
      await recordAudit(tx, actor, 'stock.count_dropped', { subjectId: id, before });
    }
    return readCountRow(tx, id);
  });
}

async function wholeCount(db: Db, count: CountRow): Promise<WholeCount> {
  const rows = await (count.outcome === 'applied'
    ? appliedRows(db, count.id)
    : countedRows(db, count));
  return { ...countOf(count), rows: rows.map(countedProduct) };
}

function countedProduct({ price_cents, moment, by, ...row }: CountedRow): CountedProduct {
  const { product, code, name, counted, expected } = row;
  const counted_at = counted === null ? null : moment.toISOString();
  const price = reaisFromCents(price_cents);
  return { product, code, name, price, counted, counted_at, by: by ?? [], expected };
}

function countOf({ begun_at, ended_at, ended_by, outcome, ...count }: CountRow): StockCount {
  const ended =
    ended_at && ended_by !== null && outcome
      ? { at: ended_at.toISOString(), by: ended_by, outcome }
      : null;
  return { ...count, begun_at: begun_at.toISOString(), ended };
}
