import pg from 'pg';
import type { BackupFacts } from '../backup-facts.ts';
import { readLedger } from './ledger.ts';

/** So that a row is the same text in the shop and in the copy; and a long count is no lost query. */
const SESSION = '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c statement_timeout=0';

/** Runs `work` on a connection of its own. */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...config, options: SESSION });
  client.on('error', () => {}); // reported by the query under way as well
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** What is committed in the books now, which a backup begun afterwards has to hold. */
export async function readFacts(
  config: pg.ClientConfig,
  { source, takenAt }: Pick<BackupFacts, 'source' | 'takenAt'>,
): Promise<BackupFacts> {
  return withClient(config, async (client) => {
    // One snapshot for all tables; it waits for nobody, and nobody for it.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query(`
      SELECT current_database() AS database,
        current_setting('server_version_num')::integer / 10000 AS major,
        to_regclass('kysely_migration') IS NOT NULL AS migrated,
        to_regclass('sales') IS NOT NULL AS sells`);
    const [server] = rows;
    const facts: BackupFacts = {
      takenAt,
      postgresMajor: String(server.major),
      source,
      database: server.database,
      schema: server.migrated ? await migrationsOf(client) : [],
      ...(server.sells ? await sumOfSales(client) : { sales: 0, totalCents: 0 }),
      ledger: await readLedger(client),
    };
    await client.query('COMMIT');
    return facts;
  });
}

async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}

async function sumOfSales(client: pg.Client): Promise<{ sales: number; totalCents: number }> {
  const { rows } = await client.query(`
    SELECT count(*) AS sales, coalesce(sum(total_general_cents), 0) AS total
    FROM sales WHERE deleted_at IS NULL`);
  return { sales: Number(rows[0].sales), totalCents: Number(rows[0].total) };
}
