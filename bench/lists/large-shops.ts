import { SEAL_LOCK } from '@balcao/server/src/features/audit/seals.repository.ts';
import { updateSalesCounts } from '@balcao/server/src/features/sales/update-sales-counts.ts';
import { sellMany, stockLargeShop } from '@balcao/server/src/testing/large-shop.ts';
import type pg from 'pg';
import { type BenchShop, openBenchShop } from '../shop.ts';

/** A shop with so many sales, as the server finds it after years: vacuumed, counted, its audit sealed. */
export async function openLargeShop(
  sales: number,
  { deletedOneIn = 200 }: { deletedOneIn?: number } = {},
): Promise<BenchShop> {
  const shop = await openBenchShop();
  const { owner } = shop;
  try {
    const sealer = await owner.pool.connect();
    try {
      await sealer.query('SELECT pg_advisory_lock($1)', [SEAL_LOCK]);
      await stockLargeShop(owner.db);
      await sellMany(owner.db, sales, { deletedOneIn, unchecked: true });
      await numberSeals(sealer);
    } finally {
      sealer.release(true);
    }
    await updateSalesCounts(owner.db);
    await owner.pool.query('CHECKPOINT');
    return shop;
  } catch (error) {
    await shop.stop();
    throw error;
  }
}

export type PeriodShop = { shop: BenchShop; sales: number; startDate: string; endDate: string };

/** A shop that sold exactly so much, none of it deleted, and the period which that took. */
export async function openPeriodShop(sales: number): Promise<PeriodShop> {
  const shop = await openLargeShop(sales, { deletedOneIn: 0 });
  const { rows } = await shop.owner.pool.query<{ first: string; last: string }>(
    'SELECT min(business_day) AS first, max(business_day) AS last FROM sales',
  );
  const { first = '', last = '' } = rows[0] ?? {};
  return { shop, sales, startDate: first, endDate: last };
}

/**
 * The seals' numbers, which the list of the audit counts with, without their sums: to make a million takes
 * the sealer minutes. It sees that they are not of its key, says so and stops.
 */
async function numberSeals(client: pg.PoolClient): Promise<void> {
  await client.query(`
    INSERT INTO audit_seals (position, event_id, mac, key_id)
    SELECT (SELECT count(*) FROM audit_seals) + row_number() OVER (ORDER BY id), id,
      decode(repeat('00', 32), 'hex'), repeat('0', 16)
    FROM audit_events WHERE id > coalesce((SELECT max(event_id) FROM audit_seals), 0)`);
  await client.query('VACUUM ANALYZE audit_seals');
}
