import type { Page } from '@playwright/test';

/** A request of the page, parsed. */
export type RecordedCall = {
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
};

/** Records the API requests of the page from now on. */
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
  /** Returns those of a method and a path or path prefix, oldest first. */
  return (method: string, path: string, match: 'whole' | 'start' = 'whole'): RecordedCall[] =>
    calls.filter(
      (call) =>
        call.method === method &&
        (match === 'whole' ? call.path === path : call.path.startsWith(path)),
    );
}
