import type { BrowserContext, Page } from '@playwright/test';

/**
 * Counts calls of window.print instead of opening the dialog, which no test can close. As it opens, other tabs of its
 * process lose the key that comes, and may lose all (Chromium 150).
 */
export async function countPrints(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const count = () => Number(document.documentElement.dataset.printed ?? 0);
    window.print = () => {
      document.documentElement.dataset.printed = `${count() + 1}`;
    };
  });
}

/** Returns the number of calls of window.print since the page was loaded. */
export function timesPrinted(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.printed ?? 0));
}
