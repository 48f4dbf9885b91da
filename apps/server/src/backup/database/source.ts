import type pg from 'pg';
import { openEmbeddedSource } from '../../database/embedded/embedded-source.ts';
import type { Log } from '../../database/embedded/log.ts';

/** The database that a backup is taken from, reached as its owner. */
export type Source = { config: pg.ClientConfig; close(): Promise<void> };

export async function openSource(
  shop: { dataDir: string; databaseUrl: string | undefined },
  log: Log,
): Promise<Source> {
  if (shop.databaseUrl === undefined) return openEmbeddedSource(shop.dataDir, log);
  return { config: { connectionString: shop.databaseUrl }, close: async () => {} };
}
