import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { test as base, notePapers } from './kept-sales.ts';

/** Of another computer than the server's: no page from there has TLS. */
const HOST = 'balcao.test';

type Computer = {
  /** Starts its browser, with all that it had before, and opens an empty page of the shop. */
  start(): Promise<Page>;
  /** Closes the browser. */
  close(): Promise<void>;
  /** Kills every process of the browser, as a power cut does. */
  switchOff(): Promise<void>;
};

/** Tests with another computer than the server's. Its browser has a profile of its own, which outlives the browser. */
export const test = base.extend<{ computer: Computer }>({
  computer: async ({ playwright, shop }, use) => {
    const profile = await mkdtemp(path.join(os.tmpdir(), 'balcao-profile-'));
    const { port } = new URL(shop.origin);
    let context: BrowserContext | undefined;
    await use({
      start: async () => {
        context = await launch(playwright, profile, `http://${HOST}:${port}`);
        const page = await context.newPage();
        await page.goto('/favicon.svg');
        return page;
      },
      close: async () => void (await context?.close()),
      switchOff: async () => {
        const session = await context?.browser()?.newBrowserCDPSession();
        const found = await session?.send('SystemInfo.getProcessInfo');
        const closed = context?.waitForEvent('close');
        for (const { id } of found?.processInfo ?? []) process.kill(id, 'SIGKILL');
        await closed;
      },
    });
    await context?.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  },
});

type Playwright = PlaywrightWorkerArgs['playwright'];

async function launch({ chromium }: Playwright, profile: string, baseURL: string) {
  const { CHROMIUM_PATH: executablePath } = process.env;
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    ...{ baseURL, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' },
    args: [
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
      // One of the machine's would be asked for that host.
      '--no-proxy-server',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  await notePapers(context);
  return context;
}
