import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { disableFeatures } from './browser-features.ts';

/** Returns the features of each --disable-features in a command line. */
function disabledBy(commandLine: readonly string[]): string[][] {
  return commandLine.flatMap((argument) => {
    const [name, list = ''] = argument.split('=', 2);
    return name === '--disable-features' ? [list.split(',')] : [];
  });
}

/** Returns the features of earlier arguments that the last one, which alone counts, lacks. */
function forgotten(commandLine: readonly string[]): string[] {
  const lists = disabledBy(commandLine);
  const last = lists.at(-1) ?? [];
  return lists.flat().filter((feature) => !last.includes(feature));
}

async function argumentsOf(pid = 0): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  }
  const ps = ['-ww', '-o', 'args=', '-p', String(pid)];
  return (await promisify(execFile)('ps', ps)).stdout.trim().split(' ');
}

test('what Playwright switches off in the browser stays off', async ({ browser }) => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const commandLine = await argumentsOf(processInfo.find(({ type }) => type === 'browser')?.id);
  expect(commandLine).toContain(disableFeatures);
  expect(disabledBy(commandLine)).toHaveLength(2);
  expect(forgotten(commandLine)).toEqual([]);

  // The check finds a missing feature.
  const short = commandLine.map((argument) =>
    argument === disableFeatures ? argument.replace('PaintHolding,', '') : argument,
  );
  expect(forgotten(short)).toEqual(['PaintHolding']);
});
