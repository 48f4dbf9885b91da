import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

/**
 * Row count and newest writing transaction of every table: two equal snapshots mean that no row was written
 * between them, not even with what it already held. Comparing the contents took most of the time of the
 * authorisation tests.
 */
export async function tableSnapshot(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename
  `.execute(db);
  const states = tables.map(
    ({ name }) => sql`
      SELECT ${sql.lit(name)} AS name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) AS state
      FROM ${sql.table(name)}`,
  );
  const { rows } = await sql<{ name: string; state: string }>`
    ${sql.join(states, sql` UNION ALL `)}
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}
