import type { Page, Request, Route } from '@playwright/test';

const SALES = '**/api/pdv/sales/';

/** What the page sends as sales, and a hand on the wire: what the network does to them is up to the test. */
export async function onSalePosts(page: Page, handle: (route: Route) => Promise<void>) {
  const keys: string[] = [];
  const forward = async (route: Route, request: Request) => {
    if (request.method() !== 'POST') return route.fallback();
    keys.push(request.headers()['idempotency-key'] ?? '');
    // A page that reloads or closes takes its requests along.
    await handle(route).catch(() => {});
  };
  await page.route(SALES, forward);
  return {
    /** The Idempotency-Key of every try so far. */
    keys,
    letThrough: () => page.unroute(SALES, forward),
  };
}

/** A door that what waits at it goes through once it is opened. */
export function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}

/** An answer of the server that says no. */
export function problem(status: number, code: string) {
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: code, status, code, detail: 'Não deu.' }),
  };
}
