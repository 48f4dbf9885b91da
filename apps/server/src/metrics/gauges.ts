import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { BackupState } from '../backup/automatic/backup-state.ts';
import type { Room } from '../backup/room.ts';
import type { Connection } from '../database/connection.ts';
import { mayListWal, readDatabaseFigures } from './figures.repository.ts';

export type Sources = {
  connection: Connection;
  backups: () => Promise<BackupState>;
  rooms: Record<'data' | 'backups', () => Promise<Room | undefined>>;
};

/** Prometheus waits for 10 s by default. */
const LONGEST_MS = 4_000;

const HELP = {
  balcao_database_up: '1 if the database has told its figures in time',
  balcao_sales_today: 'Sales of this day that have not been deleted',
  balcao_kept_sales_open: 'Sales kept without the server that an administrator has to look at',
  balcao_pool_connections_in_use: 'Connections to the database that are working',
  balcao_pool_connections_open: 'Connections to the database',
  balcao_pool_waiting: 'Requests that wait for a connection',
  balcao_audit_sealed_rows: 'Rows of the audit in the sealed chain',
  balcao_audit_unsealed_rows: 'Rows of the audit that wait for their seal, at most 10000',
  balcao_wal_written_bytes: 'WAL written since the database was made',
  balcao_wal_size_bytes: 'WAL on the disk of the database, where its role may see it',
  balcao_replicas: 'Replicas that are connected to the database',
  balcao_replica_behind_bytes: 'WAL that the slowest replica still lacks',
  balcao_archive_failing: '1 if the last attempt to archive WAL failed',
  balcao_backup_age_seconds: 'Age of the newest backup, which has been proven',
  balcao_backup_late: '1 if this server should have made a backup by now',
  balcao_backup_failed: '1 if the last daily backup failed and none was made since',
  balcao_backup_last_failure_timestamp_seconds: 'When that was',
} as const;

type Figures = Partial<Record<keyof typeof HELP, number | boolean | null | undefined>>;

/** Gauges of this server's surroundings. The returned function reads them; it never rejects. */
export function surroundings(register: Registry, sources: Sources): () => Promise<void> {
  const gauges = Object.entries(HELP).map(
    ([name, help]) => [name, new Gauge({ name, help, registers: [register] })] as const,
  );
  const disk = { registers: [register], labelNames: ['folder'] as const };
  const free = new Gauge({ ...disk, name: 'balcao_disk_free_bytes', help: 'Room on its disk' });
  const size = new Gauge({ ...disk, name: 'balcao_disk_size_bytes', help: 'Size of its disk' });
  const readDatabase = databaseFigures(sources.connection);

  const readDisk = async (folder: 'data' | 'backups') => {
    free.remove({ folder });
    size.remove({ folder });
    // There may be no backup yet, or its disk is not mounted, or hangs.
    const room = await sources.rooms[folder]();
    if (!room) return;
    free.set({ folder }, room.free);
    size.set({ folder }, room.size);
  };

  return async () => {
    const { totalCount, idleCount, waitingCount } = sources.connection.pool;
    const [database, backup] = await Promise.all([
      readDatabase(),
      inTime(backupFigures(sources.backups)),
      inTime(readDisk('data')),
      inTime(readDisk('backups')),
    ]);
    const figures: Figures = {
      balcao_database_up: database !== undefined,
      balcao_pool_connections_open: totalCount,
      balcao_pool_connections_in_use: totalCount - idleCount,
      balcao_pool_waiting: waitingCount,
      ...database,
      ...backup,
    };
    for (const [name, gauge] of gauges) {
      const value = figures[name as keyof Figures];
      if (value === undefined || value === null) gauge.remove();
      else gauge.set(Number(value));
    }
  };
}

/** One question at a time: while the database hangs, no further scrape takes a connection. */
function databaseFigures({ db }: Connection): () => Promise<Figures | undefined> {
  let asking: Promise<Figures> | undefined;
  let listWal: boolean | undefined;
  const ask = async (): Promise<Figures> => {
    listWal ??= await mayListWal(db);
    const seen = await readDatabaseFigures(db, listWal);
    return {
      balcao_sales_today: seen.salesToday,
      balcao_kept_sales_open: seen.keptSalesOpen,
      balcao_audit_sealed_rows: seen.sealed,
      balcao_audit_unsealed_rows: seen.unsealed,
      balcao_wal_written_bytes: seen.walWritten,
      balcao_wal_size_bytes: seen.walSize,
      balcao_replicas: seen.replicas,
      balcao_replica_behind_bytes: seen.replicaBehind,
      balcao_archive_failing: seen.archiveFailing,
    };
  };
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return inTime(asking);
  };
}

async function backupFigures(backups: Sources['backups']): Promise<Figures> {
  const { state, ageSeconds, failure } = await backups();
  return {
    balcao_backup_age_seconds: ageSeconds,
    balcao_backup_late: state === 'late',
    balcao_backup_failed: state === 'failed',
    balcao_backup_last_failure_timestamp_seconds: failure && failure.at.getTime() / 1000,
  };
}

/** Undefined if it fails or takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work.catch(() => undefined), delay(LONGEST_MS, undefined, { ref: false })]);
}
