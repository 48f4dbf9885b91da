import type { Page } from '@playwright/test';

/** A call that the page made, taken apart. */
export type RecordedCall = {
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
};

/** Keeps every call of the API that the page makes from now on. */
export function recordCalls(page: Page) {
  const calls: (RecordedCall & { method: string })[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    calls.push({
      method: request.method(),
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: request.postDataJSON(),
      headers: request.headers(),
    });
  });
  /** Those of one method and path, or of all paths that begin so, the oldest first. */
  return (method: string, path: string, match: 'whole' | 'start' = 'whole'): RecordedCall[] =>
    calls.filter(
      (call) =>
        call.method === method &&
        (match === 'whole' ? call.path === path : call.path.startsWith(path)),
    );
}
