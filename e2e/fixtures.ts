import AxeBuilder from '@axe-core/playwright';
import type { NewSale } from '@balcao/contract/sales.ts';
import { test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { type ApiUser, signInToApi } from './api.ts';
import {
  leaksOf,
  type Trace,
  tracesInBrowser,
  tracesInDatabase,
  tracesInFiles,
  watchRequests,
} from './personal-data.ts';
import { copyPreparedShop } from './prepared-shop.ts';
import {
  ADMIN,
  databaseOf,
  makeDataDir,
  removeDataDir,
  type ShopServer,
  startServer,
} from './shop-server.ts';

export type Shop = {
  origin: string;
  server: ShopServer;
  /** The first administrator, signed in to the API. */
  admin: ApiUser;
  /** Makes a user with a chosen password, signed in to the API. */
  newUser(fields: { name: string; login: string; admin?: boolean }): Promise<ApiUser>;
  /** Signs a user in to the browser without the login page, and opens the path `at`; null opens none. */
  signIn(page: Page, user: Credentials, where?: { at?: string | null }): Promise<void>;
  /** Queries the shop's database as its owner, for states that no call can make (a sale of last week). */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
};

type Credentials = { login: string; password: string };

type Fixtures = {
  /** The server's environment besides DATA_DIR. */
  serverEnv: Record<string, string>;
  shop: Shop;
  /** Expects a console.error; any other, or a CSP violation, fails the test. */
  expectConsoleError(pattern: RegExp): void;
  /** The errors on the console of every page so far. */
  seenErrors: string[];
  /** Expects a planted CPF to be found there; any other CPF fails the test. */
  expectLeak(where: RegExp): void;
  watched: Watched;
};

type Watched = {
  expectedErrors: RegExp[];
  seenErrors: string[];
  expectedLeaks: RegExp[];
  /** The CPFs that the browser has sent, and its traces at the end of the test. */
  cpfs: Set<string>;
  traces: Trace[];
};

export const PASSWORD = 'senha-da-pessoa';

export const test = base.extend<Fixtures>({
  serverEnv: [{}, { option: true }],

  // Each test has its own server and database.
  shop: async ({ serverEnv, watched }, use) => {
    // Some variables count only at the first start (ADMIN_PASSWORD, AUDIT_KEY).
    const usual = Object.keys(serverEnv).length === 0;
    const dataDir = usual ? await copyPreparedShop() : await makeDataDir();
    const server = await startServer(dataDir, serverEnv);
    const database = new pg.Pool({ ...(await databaseOf(dataDir)), max: 1 });
    // The database ends with the server, which breaks every connection.
    database.on('error', () => {});
    const sql: Shop['sql'] = async (text, values = []) => (await database.query(text, values)).rows;
    try {
      const admin = await signInToApi(server.origin, ADMIN);
      await use({
        origin: server.origin,
        server,
        admin,
        newUser: (fields) => newUser(server.origin, admin, fields),
        signIn: (page, user, where) => signIn(server.origin, page, user, where?.at),
        sql,
      });
      // A test may have ended its server; another one then opens the shop again.
      const inDatabase = await tracesInDatabase(sql).catch(async () => {
        const again = await startServer(dataDir, serverEnv);
        return tracesInDatabase(sql).finally(() => again.stop());
      });
      await database.end();
      await server.stop();
      const inFiles = await tracesInFiles(dataDir, server.output());
      const cpfs = [...watched.cpfs, ...inDatabase.cpfs];
      const leaks = leaksOf(cpfs, [...watched.traces, ...inDatabase.traces, ...inFiles]);
      expectOnlyThese(leaks, watched.expectedLeaks);
    } finally {
      if (!database.ended) await database.end();
      await server.stop();
      await removeDataDir(dataDir);
    }
  },

  baseURL: async ({ shop }, use) => use(shop.origin),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
  watched: async ({}, use) =>
    use({ expectedErrors: [], seenErrors: [], expectedLeaks: [], cpfs: new Set(), traces: [] }),

  seenErrors: async ({ watched }, use) => use(watched.seenErrors),

  expectConsoleError: async ({ watched }, use) =>
    use((pattern) => void watched.expectedErrors.push(pattern)),

  expectLeak: async ({ watched }, use) => use((where) => void watched.expectedLeaks.push(where)),

  context: async ({ context, watched }, use) => {
    const { seenErrors } = watched;
    const { cpfs, addresses } = watchRequests(context);
    context.on('console', (message) => {
      if (message.type() === 'error') seenErrors.push(message.text());
    });
    context.on('weberror', (error) => seenErrors.push(String(error.error())));
    // The browser's line depends on its version; the event does not.
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        console.error(`CSP violation: ${effectiveDirective} ${blockedURI}`),
      );
    });
    await use(context);
    for (const cpf of cpfs) watched.cpfs.add(cpf);
    watched.traces.push(...addresses, ...(await tracesInBrowser(context)));
    const unexpected = seenErrors.filter(
      (text) => !watched.expectedErrors.some((known) => known.test(text)),
    );
    expect(unexpected, 'errors on the console').toEqual([]);
  },
});

export { expect };

async function signIn(
  origin: string,
  page: Page,
  { login, password }: Credentials,
  at: string | null = '/',
): Promise<void> {
  const response = await page.request.post(`${origin}/api/auth/login/`, {
    data: { username: login, password },
  });
  expect(response.ok()).toBe(true);
  const record = await response.text();
  // The lightest page of this origin: /login would start the application again.
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate((user) => localStorage.setItem('user', user), record);
  if (at !== null) await page.goto(new URL(at, origin).href);
}

/** Fails on violations that axe calls serious or critical. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html) }))).toEqual([]);
}

function expectOnlyThese(leaks: readonly string[], expected: readonly RegExp[]): void {
  const others = leaks.filter((leak) => !expected.some((known) => known.test(leak)));
  expect(others, 'CPFs where none may be').toEqual([]);
  const missed = expected.filter((known) => !leaks.some((leak) => known.test(leak)));
  expect(missed, 'planted CPFs that were not found').toEqual([]);
}

/** A user with a password of their own, signed in to the API. */
export async function newUser(
  origin: string,
  admin: ApiUser,
  { name, login, admin: isAdmin = false }: { name: string; login: string; admin?: boolean },
): Promise<ApiUser> {
  const { temporary_password } = await admin.call('createUser', {
    body: { name, email: login, active: true, admin: isAdmin },
  });
  const provisional = await signInToApi(origin, { login, password: temporary_password });
  // The change ends every other session and keeps this one.
  await provisional.call('changePassword', {
    body: {
      old_password: temporary_password,
      new_password: PASSWORD,
      confirm_new_password: PASSWORD,
    },
  });
  return { ...provisional, password: PASSWORD };
}

export type Goods = { id: number; price: number };

/** Returns the payload of a sale at full price; amounts in reais. */
export function saleOf(given: {
  client: { id: number };
  student?: { id: number };
  items: readonly { product: Goods; quantity: number }[];
  payments: readonly { method: string; amount: number }[];
}): NewSale {
  const cents = (reais: number) => Math.round(reais * 100);
  const products = given.items.map(({ product, quantity }) => {
    const total = (cents(product.price) * quantity) / 100;
    return {
      product: product.id,
      quantity,
      subtotal: total,
      desc_percent: 0,
      desc_value: 0,
      total,
    };
  });
  const total = products.reduce((sum, item) => sum + cents(item.total), 0);
  const paid = given.payments.reduce((sum, payment) => sum + cents(payment.amount), 0);
  const lines = given.payments.flatMap(({ method, amount }, index) => [
    [`payment_method${index + 1}`, amount],
    [`payment_desc${index + 1}`, method],
  ]);
  return {
    products,
    client: given.client.id,
    student: given.student?.id ?? null,
    subtotal: total / 100,
    total: total / 100,
    total_general: total / 100,
    desc_general: 0,
    valor_pago: paid / 100,
    troco: Math.max(0, paid - total) / 100,
    ...Object.fromEntries(lines),
  };
}
