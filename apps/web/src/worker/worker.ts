/*
 * Opens the pages while their server is away, in a shop whose counters keep sales. It has the files of one build,
 * which fit each other. The server's own page goes before, and no call of the API passes through here.
 */

/** What worker-plugin.ts writes in its place; the version is another one whenever a file is. */
declare const __BUILD__: { version: string; files: readonly string[] };

// The types of a worker and those of a page exclude each other.
type Lasting = Event & { waitUntil: (done: Promise<unknown>) => void };
type Fetching = Event & { request: Request; respondWith: (answer: Promise<Response>) => void };
const { skipWaiting, clients } = globalThis as unknown as {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const { version, files } = __BUILD__;
const PAGE = '/';
/** What a counter sells with, which the page itself keeps: ready-for-away.ts. */
const LISTS = 'counter';
const PATIENCE_MS = 3_000;

addEventListener('install', (event) => (event as Lasting).waitUntil(install()));
addEventListener('activate', (event) => (event as Lasting).waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { request } = event as Fetching;
  const path = keptPath(request);
  if (path === undefined) return;
  const answer = path.startsWith('/assets/') ? kept(path) : serverFirst(request, path);
  (event as Fetching).respondWith(answer.then((found) => found ?? fetch(request)));
});

/** The page is kept with its headers: the policy in them names the nonce that is in it. */
async function install(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-store' });
  const text = await page.clone().text();
  const named = [...text.matchAll(/\/assets\/[^"]+/g)].map(([path]) => path);
  // While the server is updated it is not. The browser tries again at the next page.
  const isOfBuild = page.ok && named.length > 0 && named.every((path) => files.includes(path));
  if (!isOfBuild) throw new Error('The page is of another build');
  const cache = await caches.open(version);
  await cache.addAll([...files]);
  await cache.put(PAGE, page);
  await skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name !== version && name !== LISTS) await caches.delete(name);
  }
  await clients.claim();
}

/** The kept response to a request; undefined for what the server alone has. */
function keptPath({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return undefined;
  if (files.includes(pathname)) return pathname;
  return mode === 'navigate' && !pathname.startsWith('/api') ? PAGE : undefined;
}

/** Once the files are gone, opening their cache would make it again. */
const kept = (path: string) => caches.match(path, { cacheName: version });

async function serverFirst(request: Request, path: string): Promise<Response | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([fetch(request).catch(() => undefined), late]);
  // Those of a proxy whose server is away.
  const isAnswered = answer && ![502, 503, 504].includes(answer.status);
  return isAnswered ? answer : ((await kept(path)) ?? answer);
}
