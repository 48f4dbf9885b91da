import { join, resolve } from 'node:path';
import type { ClientConfig } from 'pg';
import { makeDataFolder } from '../../program/data-folder.ts';
import type { Log } from '../../program/log.ts';
import { accountFor } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { clusterPaths, ensureCluster, superuserConfig } from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { endOrphanBackends, stopOrphanServer } from './orphans.ts';
import { waitUntilReady } from './readiness.ts';
import { spawnServer, trimServerLog } from './server-process.ts';
import { serverSettings } from './settings.ts';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';
import { supervise } from './supervisor.ts';

const LOG_TRIM_INTERVAL_MS = 600_000;

export type EmbeddedPostgres = {
  /**
   * The superuser, owner of everything, on the database "postgres". `host` is a socket folder (an absolute
   * path). It stays the same while the server is reopened.
   */
  superuser: ClientConfig & { host: string };
  /**
   * Fast shutdown: open transactions are rolled back, everything else is written. Takes at most some 25 s;
   * may be called twice, and when the server has already died. Never rejects.
   */
  stop(): Promise<void>;
};

/**
 * Opens the PostgreSQL of a data folder, after making its cluster on the first start, and keeps it open:
 * when it dies, `onDown` is called, it is started again on the same host and port, and `onUp` is called
 * when it accepts connections. PostgreSQL itself recovers from the crash of one backend.
 *
 * Resolves when a connection is accepted and the settings for durability are safe. Rejects, in
 * Portuguese and with nothing left running, when the folder is in use or not ours, or when PostgreSQL
 * still fails to start after 30 s.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  onDown?: () => void;
  onUp?: () => void;
  /** Ends a start that is under way, which then rejects. */
  giveUp?: AbortSignal | undefined;
  /** An older major, for a cluster that the installed one does not open. */
  binaries?: Binaries;
}): Promise<EmbeddedPostgres> {
  const { log, onDown = () => {}, onUp = () => {}, giveUp } = options;
  const binaries = options.binaries ?? (await findBinaries());
  const dataDir = resolve(options.dataDir);
  const { home, folder } = clusterPaths(dataDir);
  try {
    makeDataFolder(dataDir);
  } catch (error) {
    throw new Error(
      `Não foi possível criar a pasta de dados ${dataDir}: ${(error as Error).message}. Escolha outra em DATA_DIR.`,
    );
  }
  const lock = lockFolder(dataDir);
  try {
    const account = await accountFor(folder, binaries, dataDir, log);
    const password = await ensureCluster({ dataDir, binaries, account, log });
    const superuser = superuserConfig(await makeSocketFolder(home, account), password);
    const logFile = join(dataDir, 'postgres.log');
    const stopServer = await supervise({
      async spawn(isRetry) {
        const stalePid = await stopOrphanServer({ folder, binaries, account, log });
        if (isRetry) await endOrphanBackends(folder);
        const { postgres } = binaries;
        const settings = serverSettings(superuser.host);
        return spawnServer({ account, postgres, folder, settings, logFile, stalePid });
      },
      waitUntilReady: (server) => waitUntilReady(server, superuser, log),
      log,
      onDown,
      onUp,
      giveUp,
    });
    const trimming = setInterval(() => {
      trimServerLog(logFile).catch((error: Error) => log.warn(error.message));
    }, LOG_TRIM_INTERVAL_MS).unref();

    let stopped: Promise<void> | undefined;
    return {
      superuser,
      stop() {
        stopped ??= (async () => {
          clearInterval(trimming);
          await stopServer();
          await removeSocketFolder(home).catch(() => {}); // the next start retries
          lock.release();
        })();
        return stopped;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
