import { chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chooseAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { clusterPaths, ensureCluster } from './cluster.ts';
import { SUPERUSER } from './create-cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { endOrphans, stopLeftOver } from './left-over.ts';
import type { Log } from './log.ts';
import { findLauncher } from './reach.ts';
import { waitUntilReady } from './readiness.ts';
import { trimServerLog } from './server-log.ts';
import { spawnServer } from './server-process.ts';
import { SOCKET_PORT, serverSettings } from './settings.ts';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';
import { supervise } from './supervisor.ts';

const LOG_TRIM_INTERVAL_MS = 600_000;

export type EmbeddedPostgres = {
  /**
   * `pg` client config of the superuser, owner of everything, on the database "postgres". `host`
   * is a socket folder (an absolute path). It stays the same while the server is reopened.
   */
  superuser: { host: string; port: number; user: string; password: string; database: string };
  /**
   * Fast shutdown: open transactions are rolled back, all else is written down. Bounded to some
   * 25 s; may be called again, and when the server has already died. Never rejects because of it.
   */
  stop(): Promise<void>;
};

/**
 * Opens the PostgreSQL of a data folder, making its cluster on the first start, and keeps it open:
 * when it dies, `onDown` is called, it is started again on the same host and port, and `onUp` is
 * called when it answers. A crash of one backend is PostgreSQL's own to mend and calls neither.
 *
 * Resolves when a connection answers and the settings that durability rests on are as they must
 * be. Rejects, in Portuguese and with nothing left running, when the folder is in use or not ours,
 * or when PostgreSQL is still refusing to start after 30 s.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  onDown?: () => void;
  onUp?: () => void;
  /** Those of an older major, for a cluster that this version does not open. */
  binaries?: Binaries;
}): Promise<EmbeddedPostgres> {
  const { log, onDown = () => {}, onUp = () => {} } = options;
  const binaries = options.binaries ?? (await findBinaries());
  const dataDir = resolve(options.dataDir);
  await makeDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const account = await chooseAccount(clusterPaths(dataDir).folder);
    const launcher = await findLauncher(account, binaries, dataDir, log);
    const { home, folder, password } = await ensureCluster({ dataDir, binaries, launcher, log });
    const host = await makeSocketFolder(home, account);
    const superuser = {
      host,
      port: SOCKET_PORT,
      user: SUPERUSER,
      password,
      database: 'postgres',
    };
    const logFile = join(dataDir, 'postgres.log');

    const supervisor = await supervise({
      async open(retry, begun) {
        const stranger = await stopLeftOver({ folder, binaries, launcher, log });
        if (retry) await endOrphans(folder);
        const server = await spawnServer({
          launcher,
          postgres: binaries.postgres,
          folder,
          settings: serverSettings(host),
          logFile,
          stranger,
        });
        begun(server);
        await waitUntilReady(server, superuser, log);
        return server;
      },
      log,
      onDown,
      onUp,
    });
    const trimming = setInterval(() => {
      trimServerLog(logFile).catch((error: Error) => log.warn(error.message));
    }, LOG_TRIM_INTERVAL_MS).unref();

    let stopped: Promise<void> | null = null;
    return {
      superuser,
      stop() {
        stopped ??= (async () => {
          clearInterval(trimming);
          await supervisor.stop();
          await removeSocketFolder(home).catch(() => {}); // the next start tries again
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

async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true });
    // Under a strict umask the user that root's PostgreSQL runs as could not enter it.
    if (made && process.getuid?.() === 0) await chmod(dataDir, 0o755);
  } catch (error) {
    throw new Error(
      `Não foi possível criar a pasta de dados ${dataDir}: ${(error as Error).message}. Escolha outra em DATA_DIR.`,
    );
  }
}
