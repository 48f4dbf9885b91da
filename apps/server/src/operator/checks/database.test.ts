import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { readDatabaseFacts } from './database.repository.ts';
import { checkOpenDatabase } from './database.ts';
import { inOneLine } from './finding.ts';

const restart = 'systemctl restart balcao';
const ill = { origin: 'http://127.0.0.1:3000', version: '0.2.0', status: 500, backup: undefined };

test('what only a start mends: a role that is gone, and indexes of another version of ICU', async () => {
  const { owner } = await openTestShop();
  const facts = await readDatabaseFacts(owner.db);
  expect(facts.hasRole).toBe(true);
  const found = async (hasRole: boolean, open: typeof ill | undefined = ill) =>
    (await checkOpenDatabase(owner, { ...facts, hasRole }, { open, restart })).map(inOneLine);
  expect(await found(true)).toEqual([]);
  expect(await found(false, { ...ill, status: 200 })).toEqual([]);
  expect(await found(false)).toEqual([
    expect.stringMatching(/^problema .*falta o papel balcao_app, .* → systemctl restart balcao$/),
  ]);
  await owner.pool.query("UPDATE pg_collation SET collversion = '1' WHERE collprovider = 'i'");
  expect(await found(true)).toEqual([
    expect.stringMatching(/^problema .*ICU.* → systemctl restart balcao \(se isso volta/),
  ]);
});
