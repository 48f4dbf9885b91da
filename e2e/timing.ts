import type { Page } from '@playwright/test';

/** By the browser's own clocks: a busy test machine makes things late for the test, not for the page. */

/** Resolves with how long (ms) a text was on the page, once it has come and gone. Ask before it comes. */
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

/** Resolves with the moment (ms since 1970) at which a text appears. Ask before it does. */
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

/** The moment (ms since 1970) at which the page began to load. */
export function startOf(page: Page): Promise<number> {
  return page.evaluate(() => performance.timeOrigin);
}
