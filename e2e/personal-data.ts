import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/**
 * Where a CPF may be, and nowhere else:
 * - in the address of the one call that looks a client up (spec, section 7), which the log leaves out;
 * - in the tab's `data`, the sale that the receipt prints (spec, section 3), while somebody is signed in;
 * - in the tab's `pending-sale:…`, the order that a reload has to find again with its key, until it is settled;
 * - in the tab's `typed:…`, the order as it is being typed, until it is sold or somebody signs out (in any tab) or in;
 * - in the tables of clients and sales, which are what the shop keeps them for.
 */
const LOOKUP = /\/api\/pdv\/clients\/?\?(?:[^#]*&)?search=\d{11}(?=&|$)/;
const PLACES: Record<string, readonly string[]> = {
  data: ['client_data.cpf'],
  typed: ['draft.client.digits'],
  'pending-sale': ['draft.client.digits', 'earlier.client_data.cpf'],
};
const COLUMNS: Record<string, string> = { clients: 'cpf', sales: 'client_cpf' };

type Sql = <Row extends object>(text: string) => Promise<Row[]>;

/** Somewhere that something was written to, with what stands there. */
export type Trace = { where: string; text: string };

/** Each place in which one of the CPFs stands, bare, masked or with other marks between its parts. */
export function leaksOf(cpfs: Iterable<string>, traces: readonly Trace[]): string[] {
  const patterns = [...new Set(cpfs)].map(patternOf);
  return traces.flatMap(({ where, text }) =>
    patterns.flatMap((pattern) => {
      const at = text.search(pattern);
      return at < 0 ? [] : [`${where}: …${text.slice(Math.max(0, at - 60), at + 30)}…`];
    }),
  );
}

function patternOf(cpf: string): RegExp {
  const parts = [cpf.slice(0, 3), cpf.slice(3, 6), cpf.slice(6, 9), cpf.slice(9)];
  return new RegExp(parts.join('(?:\\D|%2[0-9A-F])?'));
}

/** Follows what the browser asks for. `addresses` are what servers and proxies log. */
export function watchRequests(context: BrowserContext) {
  const cpfs = new Set<string>();
  const addresses: Trace[] = [];
  context.on('request', (request) => {
    const url = request.url();
    for (const [, cpf = ''] of url.matchAll(/clients\/?\?(?:[^#]*&)?search=(\d{11})(?=&|$)/g))
      cpfs.add(cpf);
    const [, typed = ''] = /"cpf":"(\d{11})"/.exec(request.postData() ?? '') ?? [];
    if (typed) cpfs.add(typed);
    const isLookup = request.method() === 'GET' && LOOKUP.test(url);
    addresses.push({ where: 'address', text: isLookup ? url.replace(LOOKUP, '') : url });
  });
  return { cpfs, addresses };
}

/** What the browser keeps in every open tab, and in its cookies, without what may be there. */
export async function tracesInBrowser(context: BrowserContext): Promise<Trace[]> {
  const cookies = JSON.stringify(await context.cookies());
  const pages = context.pages().filter((page) => /^http/.test(page.url()));
  const ofPages = await Promise.all(pages.map(tracesInPage));
  return [{ where: 'cookies', text: cookies }, ...ofPages.flat()];
}

async function tracesInPage(page: Page): Promise<Trace[]> {
  // A counter that has just sold reloads: what is looked at then is looked at again.
  const kept = await afterReloads(page, async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    entry: JSON.stringify([history.state, location.href, window.name, document.title]),
    // Nothing of ours is meant to be in either: their names alone are too much.
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: 'caches' in window ? await caches.keys() : [],
  }));
  const signedIn = 'user' in kept.local;
  // A session that has only ended leaves it for the same person.
  const signedOut = !signedIn && 'signed-out' in kept.local;
  return [
    ...Object.entries(kept.local).map(([key, text]) => ({
      where: `localStorage ${key}`,
      text: `${key} ${text}`,
    })),
    ...Object.entries(kept.session).map(([key, text]) => ({
      where: `sessionStorage ${key}`,
      text: `${key} ${withoutAllowed(key, text, signedIn, signedOut)}`,
    })),
    { where: 'history entry', text: kept.entry },
    ...[...kept.databases, ...kept.caches].map((name) => ({
      where: 'indexedDB or cache',
      text: `${name}`,
    })),
  ];
}

async function afterReloads<T>(page: Page, look: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await page.evaluate(look);
    } catch (error) {
      if (!/Execution context was destroyed/.test(String(error))) throw error;
      await page.waitForLoadState();
    }
  }
}

/** A value of the tab's storage, less the CPFs that belong where they stand. */
export function withoutAllowed(
  key: string,
  text: string,
  signedIn: boolean,
  signedOut = false,
): string {
  const [kind = ''] = key.split(':');
  if (kind === 'data' && !signedIn) return text;
  if (kind === 'typed' && signedOut) return text;
  try {
    const value = JSON.parse(text);
    for (const place of PLACES[kind] ?? []) {
      const steps = place.split('.');
      const last = steps.pop() ?? '';
      const holder = steps.reduce((inner, step) => inner?.[step], value);
      if (/^\d{11}$/.test(holder?.[last])) delete holder[last];
    }
    return JSON.stringify(value);
  } catch {
    return text;
  }
}

/** Every row of every table as text, without the two columns that CPFs are for. */
export async function tracesInDatabase(sql: Sql): Promise<{ cpfs: string[]; traces: Trace[] }> {
  const known = await sql<{ cpf: string }>(
    `SELECT cpf FROM clients WHERE cpf ~ '^[0-9]{11}$'
     UNION SELECT client_cpf FROM sales WHERE client_cpf ~ '^[0-9]{11}$'`,
  );
  const cpfs = known.map(({ cpf }) => cpf);
  const tables = await sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const rows = tables.map(({ name }) => {
    const column = COLUMNS[name] ?? '';
    return `SELECT '${name}' AS where, (to_jsonb(t) - '${column}')::text AS text FROM "${name}" t`;
  });
  return { cpfs, traces: await sql<Trace>(rows.join(' UNION ALL ')) };
}

/** The names of all files of the shop, and what stands in its logs. The database's own files are not read. */
export async function tracesInFiles(dataDir: string, output: string): Promise<Trace[]> {
  const names = await readdir(dataDir, { recursive: true });
  const logs = names.filter((name) => /\.log(\.\d+)?$/.test(name));
  const texts = logs.map(async (name) => ({
    where: name,
    text: await readFile(path.join(dataDir, name), 'utf8'),
  }));
  return [
    { where: 'terminal', text: output },
    { where: 'file names', text: names.join('\n') },
    ...(await Promise.all(texts)),
  ];
}
