import type pg from 'pg';
import type { Log } from '../../database/embedded/log.ts';
import { openEmbeddedSource } from './embedded-source.ts';
import { openServerSource } from './server-source.ts';

/** Where a backup is taken from. */
export type Source = {
  kind: 'embedded' | 'server';
  /** The shop's database, with a role that may replicate. */
  config: pg.ClientConfig;
  /** What the copy cannot be opened without, under the names they have in a data folder. */
  secrets: { name: string; file: string }[];
  close(): Promise<void>;
};

export function openSource(
  shop: { dataDir: string; databaseUrl: string | undefined },
  log: Log,
): Promise<Source> {
  if (shop.databaseUrl !== undefined) return openServerSource(shop.databaseUrl);
  return openEmbeddedSource(shop.dataDir, log);
}
