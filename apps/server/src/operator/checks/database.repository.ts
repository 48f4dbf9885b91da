import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { APPLICATION_ROLE } from '../../database/open/application-role.ts';
import { oneOf } from '../../database/rows.ts';

const MONTH_DAYS = 30;

export type DatabaseFacts = {
  version: string;
  now: Date;
  bytes: number;
  /** Pages that the disk gave back wrong; 0 where checksums are off. */
  badPages: number;
  checksums: boolean;
  connections: number;
  hasUsers: boolean;
  /** Whether there is the role that an open shop serves requests with. */
  hasRole: boolean;
  /** Nobody has said whose papers they are; a sample shop needs no school of its own. */
  showsExampleSchool: boolean;
  /** Kept sales that an administrator has to look at. */
  keptSales: number;
};

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  return oneOf<DatabaseFacts>(db)`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
      clock_timestamp() AS now,
      pg_database_size(current_database()) AS bytes,
      (SELECT coalesce(sum(checksum_failures), 0) FROM pg_stat_database)::float8 AS "badPages",
      current_setting('data_checksums') = 'on' AS checksums,
      current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer AS connections,
      EXISTS (SELECT FROM users) AS "hasUsers",
      EXISTS (SELECT FROM pg_roles WHERE rolname = ${APPLICATION_ROLE}) AS "hasRole",
      EXISTS (SELECT FROM settings, shop WHERE institution IS NULL AND NOT sample)
        AS "showsExampleSchool",
      (SELECT count(*) FROM kept_sales WHERE open) AS "keptSales"`;
}

/** Settings of a role or a database alone that would let an acknowledged sale be lost. */
export async function riskySettings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ setting: string }>`
    SELECT DISTINCT setting FROM pg_db_role_setting, unnest(setconfig) AS setting
    WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      AND setting ~ '^(synchronous_commit|fsync|full_page_writes)='
      AND setting !~ '=(on|remote_apply)$'`.execute(db);
  return rows.map(({ setting }) => setting);
}

/** How much of the shop's history came within the last month; every change is one row of the audit. */
export async function readGrowth(db: Db): Promise<{ share: number; days: number }> {
  const { rows } = await sql<{ all: number; recent: number; days: number }>`
    SELECT count(*) AS all,
      count(*) FILTER (WHERE at > now() - make_interval(days => ${MONTH_DAYS})) AS recent,
      coalesce(extract(epoch FROM now() - min(at)) / 86400, 0)::float8 AS days
    FROM audit_events`.execute(db);
  const { all = 0, recent = 0, days = 0 } = rows[0] ?? {};
  // The first week of a shop does not tell how much it sells in a month.
  if (all === 0 || days < 7) return { share: 0, days: MONTH_DAYS };
  return { share: recent / all, days: Math.min(days, MONTH_DAYS) };
}
