import { routes } from '@balcao/contract/api/routes.ts';
import type pg from 'pg';
import { type Measured, median, ofLimit, type Section } from '../figures.ts';
import { Visitor } from '../http-get.ts';
import { openLargeShop } from '../lists/large-shops.ts';

const SALES = 750_000;
const SALES_A_DAY = 300;
const ROUNDS = 5;
const TIMES = 8;
const MOST_MS = 150;
const DAY_MS = 86_400_000;

const questions = {
  'stock, the whole list': routes.readStock.path,
  'stock, for the counter': routes.readOnHand.path,
  'stock, one product': routes.readLedger.path.replace(':id', '1'),
  'what to buy for two months': `${routes.suggestPurchase.path}?startDate=2027-01-01&endDate=2027-02-28`,
};

/**
 * The last sale is of today. Every product was counted each quarter, the last time in one night 75 days ago, and there is
 * a delivery of 40 lines every other day.
 */
export async function stockSection(): Promise<Section> {
  const firstDay = new Date(Date.now() - (SALES / SALES_A_DAY - 1) * DAY_MS).toISOString();
  await using shop = await openLargeShop(SALES, { firstDay: firstDay.slice(0, 10) });
  await fillShelves(shop.owner.pool);
  using visitor = new Visitor(shop);
  const measured: Measured[] = [];
  for (const [name, path] of Object.entries(questions)) {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await visitor.get(path);
      const taken: number[] = [];
      while (taken.length < TIMES) taken.push((await visitor.get(path)).milliseconds);
      rounds.push(median(taken));
    }
    measured.push({ name, unit: 'ms', rounds });
  }
  return {
    name: 'Stock',
    how: `A shop of 750 thousand sales, the last of them today, and 5,000 products, all followed: counted each quarter, the last time in one night 75 days ago; a delivery of 40 lines every other day. One connection kept open: ${ROUNDS} rounds of ${TIMES} times; a round’s figure is its median.`,
    measured,
    ratios: measured.map((each) => ofLimit(each, MOST_MS)),
    notes: [],
  };
}

async function fillShelves(pool: pg.Pool): Promise<void> {
  const made = "1, 'Bench', gen_random_uuid(), sha256('x')";
  await pool.query(`
    INSERT INTO stock_counts (made_by, made_by_name, idempotency_key, request_hash, name, blind, ended_at, ended_by,
      ended_by_name, outcome)
    SELECT ${made}, 'Loja', false, now(), 1, 'Bench', 'applied' FROM generate_series(1, 24)`);
  await pool.query(`
    INSERT INTO stock_count_results (count_id, product_id, quantity, counted_at)
    SELECT c.id, p.id, p.id % 50, now() - interval '75 days' - c.id * interval '91 days' + interval '91 days'
      + p.id % 400 * interval '1 minute'
    FROM stock_counts c, products p`);
  await pool.query(`
    WITH made AS (
      INSERT INTO stock_movements (created_at, made_by, made_by_name, idempotency_key, request_hash, kind, reason,
        supplier, document)
      SELECT now() - n * interval '2 days', ${made}, 'delivery', '', '', '' FROM generate_series(1, 1000) AS n
      RETURNING id, created_at)
    INSERT INTO stock_movement_lines (movement_id, line, product_id, quantity, created_at, kind)
    SELECT id, line, 1 + (id * 40 + line * 7) % 5000, 10, created_at, 'delivery'
    FROM made, generate_series(1, 40) AS line`);
  await pool.query(
    'VACUUM ANALYZE stock_counts, stock_count_results, stock_movements, stock_movement_lines',
  );
}
