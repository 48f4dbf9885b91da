import type { BrowserContext, Page } from '@playwright/test';

/** Counts instead of opening the print dialog, which no test can close. */
export async function watchPrintDialog(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const count = () => Number(document.documentElement.dataset.printed ?? 0);
    window.print = () => {
      document.documentElement.dataset.printed = `${count() + 1}`;
    };
  });
}

/** How often a page has asked for the print dialog since it was loaded. */
export function timesPrinted(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.printed ?? 0));
}
