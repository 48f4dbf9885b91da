import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

/** Row count and checksum of every table: two equal snapshots mean that no row has changed. */
export async function tableSnapshot(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename
  `.execute(db);
  const sums = tables.map(
    ({ name }) => sql`
      SELECT ${sql.lit(name)} AS name, count(*) || ' ' ||
        coalesce(md5(string_agg(content::text, E'\n' ORDER BY content::text)), '') AS sum
      FROM ${sql.table(name)} AS content`,
  );
  const { rows } = await sql<{ name: string; sum: string }>`
    ${sql.join(sums, sql` UNION ALL `)}
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
