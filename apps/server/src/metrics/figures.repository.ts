import { SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { oneOf } from '../database/rows.ts';

/** Enough to see that the sealing does not keep up. */
const MOST_UNSEALED = 10_000;

/** A figure that this PostgreSQL does not show is null. */
export type DatabaseFigures = {
  salesToday: number;
  keptSalesOpen: number;
  sealed: number;
  unsealed: number;
  walWritten: number | null;
  walSize: number | null;
  replicas: number;
  replicaBehind: number | null;
  archiveFailing: boolean;
};

/** The right belongs to superusers, to pg_monitor, and where a superuser made it to the serving role. */
export async function mayListWal(db: Db): Promise<boolean> {
  const { may } = await oneOf<{ may: boolean }>(db)`
    SELECT has_function_privilege('pg_ls_waldir()', 'EXECUTE') AS may`;
  return may;
}

/**
 * One statement, whose cost grows with nothing but the sales of a day. Of replicas only counts are visible to
 * an ordinary role; the slot that holds back the WAL for each is visible to all.
 */
export async function readDatabaseFigures(db: Db, listWal: boolean): Promise<DatabaseFigures> {
  const walSize = listWal ? sql`(SELECT sum(size) FROM pg_ls_waldir())::bigint` : sql`NULL`;
  return oneOf<DatabaseFigures>(db)`
    WITH wal AS MATERIALIZED (
      SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn() END AS here)
    SELECT
      (SELECT count(*) FROM sales WHERE deleted_at IS NULL
        AND created_at >= date_trunc('day', now() AT TIME ZONE ${SHOP_TIME_ZONE})
          AT TIME ZONE ${SHOP_TIME_ZONE}) AS "salesToday",
      (SELECT count(*) FROM kept_sales WHERE open) AS "keptSalesOpen",
      coalesce((SELECT max(position) FROM audit_seals), 0) AS sealed,
      (SELECT count(*) FROM (
        SELECT FROM audit_events WHERE id > coalesce(
          (SELECT event_id FROM audit_seals ORDER BY position DESC LIMIT 1), 0)
        LIMIT ${sql.lit(MOST_UNSEALED)}) AS few) AS unsealed,
      pg_wal_lsn_diff(here, '0/0')::bigint AS "walWritten",
      ${walSize} AS "walSize",
      (SELECT count(*) FROM pg_stat_replication) AS replicas,
      greatest(
        (SELECT max(pg_wal_lsn_diff(here, restart_lsn)) FROM pg_replication_slots),
        (SELECT max(pg_wal_lsn_diff(here, replay_lsn)) FROM pg_stat_replication)
      )::bigint AS "replicaBehind",
      (SELECT last_failed_time > coalesce(last_archived_time, '-infinity')
        FROM pg_stat_archiver) IS TRUE AS "archiveFailing"
    FROM wal`;
}
