import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { aProduct } from '../../testing/builders.ts';
import { inDatabase } from '../../testing/cluster.ts';
import { readEverything } from './read-everything.ts';

test('a row that its index does not know is found', async () => {
  const { owner } = await openTestShop();
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(owner.db);
  const config = inDatabase(inject('superuser'), rows[0]?.name ?? '');
  const read = async () => {
    const client = new pg.Client(config);
    await client.connect();
    try {
      await readEverything(client);
    } finally {
      await client.end();
    }
  };
  const ready = (state: boolean) =>
    sql`UPDATE pg_index SET indisready = ${state} WHERE indexrelid = 'products_pkey'::regclass`.execute(
      owner.db,
    );
  await aProduct(owner.db);
  await read();
  await ready(false);
  await aProduct(owner.db);
  await ready(true);
  await expect(read()).rejects.toThrow(/products_pkey/);
});
