import { expect, type Page } from '@playwright/test';

const PROBE = '**/is-it-intercepted';

/**
 * Makes page.route wait until it applies. A page that is already open may go on for a while with connections
 * from before its first route, which let requests pass unseen.
 */
export function settleRoutes(page: Page): void {
  const route = page.route.bind(page);
  let settled: Promise<void> | undefined;
  const settle = async () => {
    await route(PROBE, (probe) => probe.fulfill({ status: 204 }));
    const probe = () => page.evaluate(async () => (await fetch('/is-it-intercepted')).status);
    await expect.poll(probe).toBe(204);
  };
  page.route = async (...given) => {
    const routed = await route(...given);
    // The picture that signIn opens may fetch nothing, and the page after it has connections of its own.
    if (/^http.*(?<!\.svg)$/.test(page.url())) {
      settled ??= settle();
      await settled;
    }
    return routed;
  };
}
