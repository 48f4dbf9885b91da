import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/**
 * The only places where a CPF may be:
 * - the address of the call that finds a client, which the log leaves out;
 * - the tab's `data`, the sale that the receipt prints, while a user is signed in;
 * - the tab's `typed:…`, the unsaved order, until it is sold or a user signs out (in any tab) or in. An order
 *   that was sent stays for its seller until its outcome is known;
 * - there too, the order that was emptied, until another one is begun, or a sale or a sign-out;
 * - there too, the number typed over that of a client's record, until it is saved, discarded, or a sign-out;
 * - the tab's `receipt:…`, the sale whose receipt is about to open;
 * - the tables of clients, sales and parked sales.
 */
const LOOKUP = /\/api\/pdv\/clients\/?\?(?:[^#]*&)?search=\d{11}(?=&|$)/;
const PLACES: Record<string, readonly string[]> = {
  data: ['client_data.cpf'],
  typed: [
    'number',
    'draft.client.digits',
    'undo.parts.client.digits',
    'earlier.sale.client_data.cpf',
  ],
  receipt: ['client_data.cpf'],
};
const COLUMNS: Record<string, string> = {
  clients: 'cpf',
  sales: 'client_cpf',
  parked_sales: 'client_cpf',
};

type Sql = <Row extends object>(text: string) => Promise<Row[]>;

/** A place and the text in it. */
export type Trace = { where: string; text: string };

/** Returns each place with one of the CPFs: bare, masked or with other separators. */
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

/** Records the requests of the browser. Servers and proxies log `addresses`. */
export function watchRequests(context: BrowserContext) {
  const cpfs = new Set<string>();
  const addresses: Trace[] = [];
  context.on('request', (request) => {
    const url = request.url();
    for (const [, cpf = ''] of url.matchAll(/clients\/?\?(?:[^#]*&)?search=(\d{11})(?=&|$)/g))
      cpfs.add(cpf);
    const [, typed = ''] = /"(?:cpf|number)":"(\d{11})"/.exec(request.postData() ?? '') ?? [];
    if (typed) cpfs.add(typed);
    const isLookup = request.method() === 'GET' && LOOKUP.test(url);
    addresses.push({ where: 'address', text: isLookup ? url.replace(LOOKUP, '') : url });
  });
  return { cpfs, addresses };
}

/** Returns the storage of every open tab and the cookies, without allowed CPFs. */
export async function tracesInBrowser(context: BrowserContext): Promise<Trace[]> {
  const cookies = JSON.stringify(await context.cookies());
  const pages = context.pages().filter((page) => /^http/.test(page.url()));
  const ofPages = await Promise.all(pages.map(tracesInPage));
  return [{ where: 'cookies', text: cookies }, ...ofPages.flat()];
}

async function tracesInPage(page: Page): Promise<Trace[]> {
  // A counter reloads after a sale; the evaluation is then repeated.
  const kept = await afterReloads(page, async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    entry: JSON.stringify([history.state, location.href, window.name, document.title]),
    // We use neither; their mere names count.
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: 'caches' in window ? await caches.keys() : [],
  }));
  if (!kept) return [];
  const signedIn = 'user' in kept.local;
  // After the end of a session the input waits for the same user.
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

/** Returns nothing for a page that closes meanwhile, as an older receipt does: its storage is gone. */
async function afterReloads<T>(page: Page, look: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await page.evaluate(look);
    } catch (error) {
      if (page.isClosed()) return undefined;
      if (!/Execution context was destroyed/.test(String(error))) throw error;
      await page.waitForLoadState();
    }
  }
}

/** Returns a value of the tab's storage without its allowed CPFs. */
export function withoutAllowed(
  key: string,
  text: string,
  signedIn: boolean,
  signedOut = false,
): string {
  const [kind = ''] = key.split(':');
  if (kind === 'data' && !signedIn) return text;
  try {
    const value = JSON.parse(text);
    if (kind === 'typed' && signedOut && !value.underWay) return text;
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

/** Returns every row of every table as text, without the columns for CPFs. */
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

/** Returns the file names of the shop and its logs, but not the database's files. */
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
