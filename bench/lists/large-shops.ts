import { SEAL_LOCK } from '@balcao/server/src/features/audit/seals.repository.ts';
import { type Selling, sellMany, stockLargeShop } from '@balcao/server/src/testing/large-shop.ts';
import type pg from 'pg';
import { type BenchShop, openBenchShop } from '../shop.ts';

/** A shop after years with so many sales: vacuumed, its audit sealed. */
export async function openLargeShop(
  sales: number,
  selling: Pick<Selling, 'deletedOneIn' | 'firstDay'> = {},
): Promise<BenchShop> {
  const shop = await openBenchShop();
  const { db, pool } = shop.owner;
  const sealer = await pool.connect();
  await sealer.query('SELECT pg_advisory_lock($1)', [SEAL_LOCK]);
  await stockLargeShop(db);
  await sellMany(db, sales, { ...selling, unchecked: true });
  await numberSeals(sealer);
  sealer.release(true);
  await pool.query('CHECKPOINT');
  return shop;
}

/**
 * Seals with numbers, which the list of the audit counts with, but without their sums: to compute a million
 * takes the sealer minutes. It notices that they are not of its key, and stops with a message.
 */
async function numberSeals(client: pg.PoolClient): Promise<void> {
  await client.query(`
    INSERT INTO audit_seals (position, event_id, mac, key_id)
    SELECT (SELECT count(*) FROM audit_seals) + row_number() OVER (ORDER BY id), id,
      decode(repeat('00', 32), 'hex'), repeat('0', 16)
    FROM audit_events WHERE id > coalesce((SELECT max(event_id) FROM audit_seals), 0)`);
  await client.query('VACUUM ANALYZE audit_seals');
}
