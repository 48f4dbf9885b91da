import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { disableFeatures } from '../browser-features.ts';

test('what Playwright switches off in the browser stays off', async ({ browser }) => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const { id } = processInfo.find(({ type }) => type === 'browser') ?? {};
  const commandLine =
    process.platform === 'linux'
      ? readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0')
      : execFileSync('ps', ['-ww', '-o', 'args=', '-p', `${id}`], { encoding: 'utf8' }).split(/\s/);
  const [playwrights, ours, ...others] = commandLine
    .filter((argument) => argument.startsWith('--disable-features='))
    .map((argument) => argument.split('=')[1]?.split(','));
  expect(others).toEqual([]);
  expect(disableFeatures).toBe(`--disable-features=${ours}`);
  expect(playwrights?.length).toBeGreaterThan(10);
  // The last argument alone counts.
  expect(ours).toEqual(expect.arrayContaining(playwrights ?? []));
});
