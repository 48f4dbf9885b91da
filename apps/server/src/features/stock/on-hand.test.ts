import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { runs } from '@balcao/domain/testing/runs.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { aClient, aPaymentMethod, aProduct, aSale, aUser } from '../../testing/builders.ts';
import { aRefund } from '../../testing/corrections.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { updateSums } from '../dashboard/update-sums.ts';

const HOUR_MS = 3_600_000;
/** Two years back, so that whole years, whole months and parts of months lie between a count and now. */
const HOURS = 2 * 365 * 24;

/** `at` is in hours, counted back from now; `of` picks one of the things of the kind before it. */
type Step =
  | { kind: 'sale'; at: number; quantity: number }
  | { kind: 'deletion'; at: number; of: number }
  | { kind: 'refund'; at: number; of: number; damaged: boolean }
  | { kind: 'delivery' | 'loss'; at: number; quantity: number }
  | { kind: 'count'; at: number; quantity: number }
  | { kind: 'summed'; at: number };

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
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('summed'), at }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 14 },
);

/** In the order of their times, each at a time of its own. */
const inOrder = (given: readonly Step[]) =>
  given
    .toSorted((one, other) => other.at - one.at)
    .map((step, place) => ({ ...step, at: step.at + (given.length - place) / 1_000 }));

test('what is on hand is what a shelf would hold, whatever happened in which order', async () => {
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
    const sales: { sale: Awaited<ReturnType<typeof aSale>>; left: number; corrected: boolean }[] =
      [];
    /** A shelf of which nobody knows anything before the first entry or count. */
    let shelf: number | null = null;
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
          sales.push({ sale: await aSale(pool, made), left: step.quantity, corrected: false });
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
          move(sold.left);
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
            INSERT INTO stock_movement_lines
              (movement_id, line, product_id, quantity, created_at, kind, gone_before)
            SELECT id, 1, ${product.id}, ${signed}, created_at, kind,
              coalesce((SELECT units FROM stock_gone(ARRAY[${product.id}::integer])), 0) FROM made`.execute(
            db,
          );
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
          note('count', step.quantity);
          break;
        }
        case 'summed':
          await updateSums(db);
      }
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
}, 120_000);
