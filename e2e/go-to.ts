import type { Page } from '@playwright/test';

type Router = {
  history: { push(address: string): void };
  subscribe(event: 'onResolved', then: () => void): () => void;
};

/**
 * Goes to an address as a link does, once the application is open, and waits until its page is there. To load
 * the application again takes five times as long; that every address also opens from nothing is shown in
 * every-page.spec.ts.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router };
    return new Promise<void>((resolve, reject) => {
      const stop = router.subscribe('onResolved', () => {
        stop();
        resolve();
      });
      setTimeout(() => reject(new Error(`${to} did not open`)), 20_000);
      router.history.push(to);
    });
  }, address);
}
