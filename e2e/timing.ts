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

/** Resolves with the moment (ms since 1970) at which a text appears. Call it before. */
export function momentOf(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (sought) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.body.textContent.includes(sought)) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );
}

/** Returns the moment (ms since 1970) at which the page began to load. */
export function startOf(page: Page): Promise<number> {
  return page.evaluate(() => performance.timeOrigin);
}
