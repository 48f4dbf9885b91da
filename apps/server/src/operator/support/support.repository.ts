import { foldText } from '@balcao/domain/search-text.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';

/** Words of the names of people and institutions, and of logins, folded: a log may have them without accents. */
export async function readKnownWords(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT name FROM (
      SELECT name FROM users UNION ALL SELECT login FROM users
      UNION ALL SELECT name FROM clients UNION ALL SELECT name FROM students
      UNION ALL SELECT old_name FROM name_corrections
      UNION ALL SELECT text #>> '{}' FROM settings,
        jsonb_path_query(jsonb_build_array(institution, pix), '$.** ? (@.type() == "string")') AS text
    ) AS known (name) WHERE name IS NOT NULL`.execute(db);
  // Split here: PostgreSQL knows the letters of ASCII alone in a database with the locale C.
  const words = rows.flatMap(({ name }) => foldText(name).split(/[^\p{L}]+/u));
  return [...new Set(words)].filter((word) => word.length >= 3);
}

export type DatabaseOutline = {
  settings: Record<string, string>;
  migrations: string[];
  tables: { name: string; rows: number }[];
};

const SETTINGS = [
  'server_version',
  'server_encoding',
  'data_checksums',
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'max_connections',
  'shared_buffers',
  'work_mem',
  'max_wal_size',
  'lc_collate',
  'TimeZone',
];

export async function readOutline(db: Db): Promise<DatabaseOutline> {
  const settings = await sql<{ name: string; value: string }>`
    SELECT name, current_setting(name) AS value FROM pg_settings
    WHERE name = ANY(${SETTINGS})`.execute(db);
  const migrations = await sql<{ name: string }>`
    SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  // Estimates: counting every row of a large shop would take a minute.
  const tables = await sql<{ name: string; rows: number }>`
    SELECT relname AS name, n_live_tup::float8 AS rows FROM pg_stat_user_tables
    WHERE schemaname = current_schema() ORDER BY relname`.execute(db);
  return {
    settings: Object.fromEntries(settings.rows.map(({ name, value }) => [name, value])),
    migrations: migrations.rows.map(({ name }) => name),
    tables: tables.rows,
  };
}
