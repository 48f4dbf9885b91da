import type { Page } from '@playwright/test';

/** Times by the browser's clock, which a busy test machine does not distort. */

/** Resolves with the time (ms) that a text was on the page. Call it before the text appears. */
export function timeShown(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (sought) =>
      new Promise<number>((resolve) => {
        let since: number | undefined;
        const observer = new MutationObserver(() => {
          if (document.body.textContent.includes(sought)) {
            since ??= performance.now();
          } else if (since !== undefined) {
            observer.disconnect();
            resolve(performance.now() - since);
          }
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );
}

/**
 * Stops the page's clock, and those of the tabs that it opens: `page.clock.runFor` moves them on, `resume` lets them
 * go. On a busy machine typing or seeing takes longer than a message is shown.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
}

/** Loads the page again, and there holds its timers of these lengths (ms) back until they are released. */
export async function holdTimers(page: Page, lengths: readonly number[]) {
  await page.addInitScript((held) => {
    const { setTimeout } = window;
    const waiting: (() => void)[] = [];
    const hold = (run: () => void, ms?: number) =>
      held.includes(ms ?? 0) ? -waiting.push(run) : setTimeout(run, ms);
    const release = () => setTimeout(() => waiting.splice(0).map((run) => run()));
    Object.assign(window, { setTimeout: hold, release });
  }, lengths);
  await page.reload();
  return () => page.evaluate(() => (window as unknown as { release(): void }).release());
}
