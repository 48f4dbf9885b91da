import { expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';
import { migrate } from './migrate.ts';

test('data of a version before the first release is refused and stays as it is', async () => {
  const { db, pool } = (await openTestShop()).owner;
  await pool.query("UPDATE kysely_migration SET name = '0001_people' WHERE name = '0001_users'");
  const before = await tableSnapshot(db);
  await expect(migrate(db)).rejects.toThrow(/versão de teste.*Nada foi mudado/);
  expect(await tableSnapshot(db)).toEqual(before);
});
