import type { Page, Request, Route } from '@playwright/test';

const SALES = '**/api/pdv/sales/';
export const EXCHANGES = '**/api/pdv/recordedSales/*/exchanges/';

/** Intercepts the POSTs of sales, or of exchanges; `handle` decides what the network does to them. */
export async function onSalePosts(
  page: Page,
  handle: (route: Route) => Promise<void>,
  of: typeof SALES | typeof EXCHANGES = SALES,
) {
  const keys: string[] = [];
  const forward = async (route: Route, request: Request) => {
    if (request.method() !== 'POST') return route.fallback();
    keys.push(request.headers()['idempotency-key'] ?? '');
    // A page that reloads or closes aborts its requests.
    await handle(route).catch(() => {});
  };
  await page.route(of, forward);
  return {
    /** The Idempotency-Key of every attempt so far. */
    keys,
    letThrough: () => page.unroute(of, forward),
  };
}

/** Returns a promise `opened` that `open` resolves. */
export function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}

/** Returns a response with a refusal. */
export function problem(status: number, code: string, reference?: string) {
  const body = { type: 'about:blank', title: code, status, code, detail: 'Não deu.', reference };
  return { status, contentType: 'application/problem+json', body: JSON.stringify(body) };
}
