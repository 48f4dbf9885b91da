import type { Browser } from '@playwright/test';
import { megabytesOf } from '../process-memory.ts';

/** Of the largest renderer: beside the page's own there is the spare one that Chromium keeps ready. */
export async function rendererMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => megabytesOf(id));
  return Math.max(...(await Promise.all(sizes)));
}
