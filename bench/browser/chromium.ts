import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { stopsWithBench } from '../under-way.ts';

/** The till of a shop is slower than a developer's machine. */
export const SLOWED_TIMES = 4;

export async function openChromium(): Promise<AsyncDisposable & { browser: Browser }> {
  const executablePath = process.env.CHROMIUM_PATH;
  // Chromium refuses its own sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // A signal to the bench ends the browser in its turn: under-way.ts.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // The browser's own requests would be measured too.
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...sandbox,
    ],
  });
  return { browser, ...stopsWithBench(() => browser.close()) };
}

/** A browser with an empty cache; `record` is the response of the sign-in, if somebody is signed in. */
export async function newVisitor(
  browser: Browser,
  origin: string,
  record?: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1366, height: 768 },
  });
  if (record) {
    await context.addInitScript((user) => {
      if (!localStorage.getItem('user')) localStorage.setItem('user', user);
    }, record);
  }
  return { context, page: await context.newPage() };
}

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_TIMES });
}
