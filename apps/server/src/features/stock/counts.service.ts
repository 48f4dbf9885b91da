/*
 * A count is read by several people at once (readings.ts), and changes nothing until an administrator applies it: then
 * so many of a product were there at the moment of its last reading. Sales before and since change nothing about that.
 */
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type {
  CountedProduct,
  countEndpoints,
  StockCount,
  WholeCount,
} from '@balcao/contract/stock/counts.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { onceByKey } from '../../database/once.ts';
import { inSnapshot } from '../../database/reading-snapshot.ts';
import { inTransaction } from '../../database/transaction.ts';
import { untilAllIsWritten } from '../../database/writing-transactions.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { refuseWrongClock } from '../clock/clock.service.ts';
import { hiddenFrom } from './blind-counts.ts';
import {
  appliedRows,
  type CountedRow,
  type CountRow,
  countedRows,
  endCount,
  findCount,
  insertCount,
  insertResults,
  lastCounts,
  lockCount,
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
      await refuseWrongClock(tx);
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
  return inSnapshot(db, async (tx) => {
    const count = await findCount(tx, id);
    if (!count) throw new Refusal('not_found');
    const whole = await wholeCount(tx, count);
    if (viewer.admin) return whole;
    const isHidden = await hiddenFrom(tx, viewer);
    const rows = whole.rows.map((row) =>
      count.blind || isHidden(row.product) ? { ...row, expected: null } : row,
    );
    return { ...whole, rows };
  });
}

/** Once; again on an applied count it returns the same. Throws the refusals of the call. */
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
    await refuseWrongClock(tx);
    if (count.lines !== lines) throw new Refusal('count_changed', { field: 'body/lines' });
    if (count.counted === 0) throw new Refusal('nothing_counted');
    // What was sold or delivered before a reading is in the count, also if it is still under way.
    await untilAllIsWritten(tx);
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
