import { randomUUID } from 'node:crypto';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { runs } from '@balcao/domain/testing/runs.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../database/connection.ts';
import { openTestShop } from '../../testing/app.ts';
import { aClient, aPaymentMethod, aProduct, aSale, aUser } from '../../testing/builders.ts';
import { aRefund } from '../../testing/corrections.ts';
import { anAccess } from '../../testing/signed-in.ts';

const HOUR_MS = 3_600_000;
/** Two years back, so that whole years, whole months and parts of months lie between a count and now. */
const HOURS = 2 * 365 * 24;

/** `at` is in hours, counted back from now; `of` picks one of the things of the kind before it. */
type Step =
  | { kind: 'sale'; at: number; quantity: number }
  | { kind: 'deletion'; at: number; of: number }
  | { kind: 'refund'; at: number; of: number; damaged: boolean }
  | { kind: 'delivery' | 'loss'; at: number; quantity: number }
  | { kind: 'count'; at: number; quantity: number };

const at = fc.integer({ min: 1, max: HOURS });
const quantity = fc.integer({ min: 1, max: 9 });
const of = fc.nat(20);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('sale'), at, quantity }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('deletion'), at, of }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('refund'), at, of, damaged: fc.boolean() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('delivery', 'loss'), at, quantity }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('count'), at, quantity }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 14 },
);

/** In the order of their times, each at a time of its own. */
const inOrder = (given: readonly Step[]) =>
  given
    .toSorted((one, other) => other.at - one.at)
    .map((step, place) => ({ ...step, at: step.at + (given.length - place) / 1_000 }));

/** The same from the records, in plain SQL and for one product alone. */
async function bySql(db: Db, product: number, day: string): Promise<number | null> {
  const { rows } = await sql<{ pieces: number | null }>`
    WITH asked AS (SELECT (${day}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' AS until),
    base AS (
      SELECT quantity, counted_at AS at FROM stock_count_results, asked
      WHERE product_id = ${product} AND counted_at < until
      UNION ALL
      (SELECT 0, created_at - interval '1 second' FROM stock_movement_lines, asked
        WHERE product_id = ${product} AND created_at < until
          AND NOT EXISTS (
            SELECT FROM stock_count_results WHERE product_id = ${product} AND counted_at < until)
        ORDER BY created_at LIMIT 1)
      ORDER BY at DESC LIMIT 1)
    SELECT (base.quantity
      + coalesce((SELECT sum(l.quantity) FROM stock_movement_lines l
        WHERE l.product_id = ${product} AND l.created_at > base.at AND l.created_at < until), 0)
      - coalesce((SELECT sum(i.quantity) FROM sales s JOIN sale_items i ON i.sale_id = s.id
        WHERE i.product_id = ${product} AND s.created_at > base.at AND s.created_at < until
          AND coalesce(s.deleted_at, 'infinity') >= until), 0)
      + coalesce((SELECT sum(r.quantity) FROM corrections c JOIN correction_items r ON r.correction_id = c.id
          JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
        WHERE i.product_id = ${product} AND NOT r.damaged AND c.created_at > base.at
          AND c.created_at < until), 0))::integer AS pieces
    FROM base, asked`.execute(db);
  return rows[0]?.pieces ?? null;
}

test('what is on hand is what a shelf would hold, now and at the end of each day, whatever happened in which order', async () => {
  const shop = await openTestShop();
  const { db, pool } = shop.owner;
  const chief = await aUser(db, { admin: true });
  const token = await anAccess(db, chief.id);
  const client = await aClient(db);
  const method = await aPaymentMethod(db);
  const began = Date.now();
  const timeOf = (hours: number) => new Date(Math.round(began - hours * HOUR_MS));

  async function play(given: readonly Step[]): Promise<void> {
    const product = await aProduct(db, { price: cents(100) });
    type Sold = {
      sale: Awaited<ReturnType<typeof aSale>>;
      at: number;
      left: number;
      corrected: boolean;
    };
    const sales: Sold[] = [];
    /** A shelf of which nobody knows anything before the first entry or count. */
    let shelf: number | null = null;
    /** The hours since the last count, or since the first delivery. */
    let settled = Number.POSITIVE_INFINITY;
    /** What the shelf held after each step. */
    const held: { at: number; shelf: number | null }[] = [];
    const known: { kind: string; on_hand: number; quantity: number }[] = [];
    const note = (kind: string, changed: number) => {
      known.unshift({ kind, on_hand: shelf as number, quantity: changed });
    };
    const move = (by: number) => {
      if (shelf !== null) shelf += by;
    };
    for (const step of inOrder(given)) {
      const when = timeOf(step.at);
      switch (step.kind) {
        case 'sale': {
          const items = [{ product, quantity: step.quantity }];
          const payments = [{ method, amount: cents(100 * step.quantity) }];
          const made = { seller: chief, client, items, payments, createdAt: when };
          const sale = await aSale(pool, made);
          sales.push({ sale, at: step.at, left: step.quantity, corrected: false });
          move(-step.quantity);
          break;
        }
        case 'deletion': {
          const whole = sales.filter((each) => !each.corrected && each.left > 0);
          const sold = whole[step.of % (whole.length || 1)];
          if (!sold) break;
          await sql`
            UPDATE sales SET deleted_at = ${when}, deleted_by = ${chief.id}
            WHERE id = ${sold.sale.id}`.execute(db);
          // A count, or the first record of all, has settled what was before it.
          if (sold.at < settled) move(sold.left);
          sold.left = 0;
          break;
        }
        case 'refund': {
          // The builder gives back units of a sale of which nothing has come back.
          const whole = sales.filter((each) => !each.corrected && each.left > 0);
          const sold = whole[step.of % (whole.length || 1)];
          if (!sold) break;
          const units = [{ line: 1, quantity: 1, ...(step.damaged && { damaged: true }) }];
          await aRefund(db, { sale: sold.sale, maker: chief, units, at: when });
          sold.corrected = true;
          if (!step.damaged) move(1);
          break;
        }
        case 'delivery':
        case 'loss': {
          if (step.kind === 'loss' && shelf === null) break;
          const signed = step.kind === 'loss' ? -step.quantity : step.quantity;
          await sql`
            WITH made AS (
              INSERT INTO stock_movements (created_at, made_by, made_by_name, idempotency_key, request_hash, kind,
                reason, supplier, document)
              VALUES (${when}, ${chief.id}, ${chief.name}, gen_random_uuid(), decode(repeat('00', 32), 'hex'),
                ${step.kind}::text, ${step.kind === 'loss' ? 'Sumiu' : ''}::text, '', '')
              RETURNING id, created_at, kind)
            INSERT INTO stock_movement_lines (movement_id, line, product_id, quantity, created_at, kind)
            SELECT id, 1, ${product.id}, ${signed}, created_at, kind FROM made`.execute(db);
          if (shelf === null) settled = step.at;
          shelf = (shelf ?? 0) + signed;
          note(step.kind, signed);
          break;
        }
        case 'count': {
          const headers = { 'idempotency-key': randomUUID() };
          const body = { name: 'Prateleira', blind: false, products: [product.id] };
          const { id } = (await shop.call('beginCount', { token, headers, body })).body;
          await sql`UPDATE stock_counts SET created_at = ${when} WHERE id = ${id}`.execute(db);
          await sql`
            INSERT INTO stock_count_lines
              (count_id, key, product_id, quantity, counted_at, made_by, made_by_name)
            VALUES (${id}, gen_random_uuid(), ${product.id}, ${step.quantity}, ${when}, ${chief.id}, 'Ana')`.execute(
            db,
          );
          const shown = (await shop.call('readCount', { token, id })).body.rows;
          expect(shown).toMatchObject([{ counted: step.quantity, expected: shelf }]);
          const seen = { lines: 1, missing_as_zero: false };
          await shop.call('applyCount', { token, id, body: seen });
          shelf = step.quantity;
          settled = step.at;
          note('count', step.quantity);
        }
      }
      held.push({ at: step.at, shelf });
    }
    const days = [...new Set(held.map(({ at }) => businessDayOf(timeOf(at))))];
    for (const day of days.filter((_, place) => place % 3 === 0)) {
      const last = held.findLast(({ at }) => businessDayOf(timeOf(at)) <= day);
      const { products } = (await shop.call('readStock', { token, query: { day } })).body;
      const shown = products.find((each) => each.id === product.id)?.on_hand ?? null;
      expect({ day, shown }).toEqual({ day, shown: last?.shelf ?? null });
      expect({ day, shown: await bySql(db, product.id, day) }).toEqual({ day, shown });
    }
    const { products } = (await shop.call('readOnHand', { token })).body;
    const found = products.find((each) => each.product === product.id);
    expect(found?.on_hand ?? null).toBe(shelf);
    const ledger = (await shop.call('readLedger', { token, id: product.id })).body;
    expect(ledger.on_hand).toBe(shelf);
    expect(
      ledger.rows.map(({ kind, on_hand, quantity: q }) => ({ kind, on_hand, quantity: q })),
    ).toEqual(known);
  }

  const numRuns = Math.ceil(runs.numRuns / 60);
  await fc.assert(fc.asyncProperty(steps, play), { ...runs, numRuns });
}, 240_000);
