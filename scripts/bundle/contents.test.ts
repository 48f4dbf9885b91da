import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyOurs, LEFT_OUT } from './contents.mjs';

test('a bundle has no tests and no tools of development', () => {
  const unpacked = mkdtempSync(join(tmpdir(), 'balcao-'));
  onTestFinished(() => rmSync(unpacked, { recursive: true }));
  copyOurs(unpacked);
  const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
  expect(files).toContain('apps/server/src/main.ts');
  const unwanted = /\.test\.|^(?:e2e|trials|bench)\b|vitest|scripts\/(?:test|check|lint|bundle)/;
  expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  // deploy/compose.yaml has the operator write a password there.
  expect(
    ['deploy/.env', '.env', 'deploy/balcao.env'].filter((name) => LEFT_OUT.test(name)),
  ).toEqual(['deploy/.env', '.env']);
});
