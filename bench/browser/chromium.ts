import { routes } from '@balcao/contract/routes.ts';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ADMIN } from '../shop.ts';
import { stopsWithBench } from '../under-way.ts';

/** The till of a shop is not the machine of a developer. */
export const SLOWED_TIMES = 4;

export async function openChromium(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const executablePath = process.env.CHROMIUM_PATH;
  // Chromium refuses its own sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // Who ends the bench ends the browser too, but not before the servers: under-way.ts.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // The browser's own errands would be measured too.
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...sandbox,
    ],
  });
  return { browser, close: stopsWithBench(() => browser.close()) };
}

/** A person's browser, with nothing in its cache; `record` is what signing in has answered. */
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

/** What the application keeps of a signed-in administrator, who may use every page. */
export async function signedInRecord(origin: string): Promise<string> {
  const response = await fetch(new URL(routes.login.path, origin), {
    method: routes.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}`);
  return response.text();
}

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_TIMES });
}
