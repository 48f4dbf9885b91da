import type { Page, Request, Route } from '@playwright/test';

const SALES = '**/api/pdv/sales/';

/** Intercepts the POSTs of sales; `handle` decides what the network does to them. */
export async function onSalePosts(page: Page, handle: (route: Route) => Promise<void>) {
  const keys: string[] = [];
  const forward = async (route: Route, request: Request) => {
    if (request.method() !== 'POST') return route.fallback();
    keys.push(request.headers()['idempotency-key'] ?? '');
    // A page that reloads or closes aborts its requests.
    await handle(route).catch(() => {});
  };
  await page.route(SALES, forward);
  return {
    /** The Idempotency-Key of every attempt so far. */
    keys,
    letThrough: () => page.unroute(SALES, forward),
  };
}

/** Returns a promise `opened` that `open` resolves. */
export function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}

/** Returns a response with a refusal. */
export function problem(status: number, code: string) {
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: code, status, code, detail: 'Não deu.' }),
  };
}
