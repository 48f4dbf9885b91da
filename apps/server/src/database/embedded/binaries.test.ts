import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { binariesOf, findBinaries } from './binaries.ts';
import { run } from './launch.ts';
import { makeShopFolder } from './testing/shop-folder.ts';

test('symlinks that a blocked postinstall did not make are made', async () => {
  const copy = await makeShopFolder();
  execFileSync('cp', ['-r', dirname((await findBinaries()).root), copy]);
  const list = JSON.parse(await readFile(join(copy, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { target } of list) await rm(join(copy, target), { force: true });
  const postgres = join(copy, 'native', 'bin', 'postgres');
  expect(await run(null, [postgres, '--version'], 10_000)).toMatchObject({ ok: false });

  expect(await binariesOf(copy)).toMatchObject({ major: '18', postgres });
  expect(await run(null, [postgres, '--version'], 10_000)).toMatchObject({ ok: true });
});
