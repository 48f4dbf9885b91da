import type pg from 'pg';

/** A failed start that would fail the same way again, so it is not retried. */
export class HopelessStart extends Error {}

const REQUIRED = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_checksums: 'on',
  server_encoding: 'UTF8',
};

/**
 * Throws HopelessStart, naming the setting, when the client's session has one that could lose an
 * acknowledged sale or spoil text. Some can be set for one role alone, so each role has to be checked.
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
