import type pg from 'pg';

/**
 * Reads every page of every table and every B-tree of a scratch copy and checks how they are put together,
 * and that each row is in its indexes. Throws what PostgreSQL says of the first damage.
 */
export async function readEverything(client: pg.Client): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS amcheck');
  const { rows } = await client.query(`
    SELECT c.oid::regclass::text AS relation, damage.blkno AS page, damage.msg AS message
    FROM pg_class c CROSS JOIN LATERAL verify_heapam(c.oid::regclass, check_toast => true) AS damage
    WHERE c.relkind IN ('r', 'm') AND c.relpersistence = 'p' LIMIT 1`);
  const [damage] = rows;
  if (damage) throw new Error(`${damage.relation}, página ${damage.page}: ${damage.message}`);
  await client.query(`
    SELECT bt_index_check(index => i.indexrelid, heapallindexed => true)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
    WHERE a.amname = 'btree' AND c.relpersistence = 'p' AND c.relkind = 'i'
      AND i.indisready AND i.indisvalid`);
}
