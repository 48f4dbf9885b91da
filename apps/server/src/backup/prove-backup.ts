import { mkdir } from 'node:fs/promises';
import { DATABASE } from '../database/embedded/create-cluster.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import type { Log } from '../database/embedded/log.ts';
import { checkSeal, openTar } from './backup-file.ts';
import { adoptCluster } from './database/adopt-cluster.ts';
import { findDifferences } from './database/ledger.ts';
import { readEverything } from './database/read-everything.ts';
import { withClient } from './database/read-facts.ts';
import type { OnProgress } from './progress.ts';
import { unpack } from './unpack.ts';

/**
 * Proves that a backup can be restored: reads it back, unpacks it into `scratch`, opens a server on that,
 * reads all of it and compares the ledger row by row. Throws when anything is not as it was recorded.
 */
export async function proveBackup(
  file: string,
  scratch: string,
  { log, onProgress, signal }: { log: Log; onProgress: OnProgress; signal: AbortSignal },
): Promise<void> {
  const facts = await checkSeal(file, (done, all) => onProgress('check', done, all), signal);
  await mkdir(scratch, { mode: 0o755 });
  await unpack(await openTar(file, signal), scratch, {
    durable: false,
    onBytes: (bytes) => onProgress('unpack', bytes),
    signal,
  });
  onProgress('compare');
  // The scratch server's own affairs are nothing to tell the shopkeeper of.
  const quiet: Log = { info: log.info, warn: log.info, error: log.info };
  if (facts.source === 'server') await adoptCluster(scratch, facts, quiet);
  signal.throwIfAborted();
  const server = await startEmbeddedPostgres({ dataDir: scratch, log: quiet });
  try {
    const config = { ...server.superuser, database: DATABASE, ssl: false };
    await withClient(config, async (client) => {
      // The way to break off a query that may read for minutes.
      const leave = () => void client.end().catch(() => {});
      signal.addEventListener('abort', leave);
      try {
        signal.throwIfAborted();
        const differences = await findDifferences(client, facts.ledger);
        if (differences.length > 0) throw new Error(`na cópia, ${differences.join('; ')}`);
        await readEverything(client);
      } finally {
        signal.removeEventListener('abort', leave);
      }
    });
  } finally {
    await server.stop();
  }
}
