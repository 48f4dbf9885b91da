import type pg from 'pg';
import { HopelessStart } from './hopeless-start.ts';

const REQUIRED = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_checksums: 'on',
  server_encoding: 'UTF8',
};

/**
 * Throws, naming it, when a setting would let an acknowledged sale be lost or a text be spoilt. Some of
 * them can be set for one role alone: asked is what holds for whoever asks.
 */
export async function assertDurable(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(REQUIRED)],
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  for (const [name, required] of Object.entries(REQUIRED)) {
    const found = settings.get(name);
    if (found === required) continue;
    throw new HopelessStart(
      `O PostgreSQL está com ${name}=${found}, e o Balcão só abre com ${name}=${required}, para não perder vendas.`,
    );
  }
}
