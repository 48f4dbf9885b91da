import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import pg from 'pg';
import type { ApiUser } from './api.ts';
import { administratorOf, newUser } from './people.ts';
import {
  leaksOf,
  type Trace,
  tracesInBrowser,
  tracesInDatabase,
  tracesInFiles,
  watchRequests,
} from './personal-data.ts';
import { copyPreparedShop } from './prepared-shop.ts';
import { countPrints } from './print-dialog.ts';
import { settleRoutes } from './settled-routes.ts';
import {
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
  /** The environment of a server of the test's own, besides DATA_DIR; default: the worker's server. */
  serverEnv: Record<string, string> | undefined;
  shop: Shop;
  /** Expects a console.error; any other, or a CSP violation, fails the test. */
  expectConsoleError(pattern: RegExp): void;
  /** The errors on the console of every page so far. */
  seenErrors: string[];
  /** Expects a planted CPF to be found there; any other CPF fails the test. */
  expectLeak(where: RegExp): void;
  watched: Watched;
};

type WorkerFixtures = {
  /** Opens the shop that the tests of a worker share, with the data of a new one. */
  sharedShop(): Promise<OpenShop>;
};

type Watched = {
  expectedErrors: RegExp[];
  seenErrors: string[];
  expectedLeaks: RegExp[];
  /** The CPFs that the browser has sent, and its traces at the end of the test. */
  cpfs: Set<string>;
  traces: Trace[];
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  serverEnv: [undefined, { option: true }],

  sharedShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
    async ({}, use) => {
      let opened: OpenShop | undefined;
      await use(async () => {
        await opened?.sql(PUT_BACK);
        if (opened) return opened;
        opened = await openShop();
        await opened.sql(KEEP);
        return opened;
      });
      await opened?.close();
    },
    { scope: 'worker' },
  ],

  shop: async ({ serverEnv, sharedShop, watched }, use) => {
    const opened = serverEnv ? await openShop(serverEnv) : await sharedShop();
    const { server, sql } = opened;
    const printed = serverEnv ? 0 : server.output().length;
    try {
      const place = { origin: server.origin, sql };
      const admin = await administratorOf(place);
      await use({
        origin: server.origin,
        server,
        admin,
        newUser: (fields) => newUser(place, admin, fields),
        signIn: (page, user, where) => signIn(server.origin, page, user, where?.at),
        sql,
      });
      // A test may have ended its server; another one then opens the shop again.
      const inDatabase = await tracesInDatabase(sql).catch(async () => {
        const again = await startServer(server.dataDir, serverEnv);
        return tracesInDatabase(sql).finally(() => again.stop());
      });
      if (serverEnv) await server.stop();
      const inFiles = await tracesInFiles(server.dataDir, server.output().slice(printed));
      const cpfs = [...watched.cpfs, ...inDatabase.cpfs];
      const leaks = leaksOf(cpfs, [...watched.traces, ...inDatabase.traces, ...inFiles]);
      expectOnlyThese(leaks, watched.expectedLeaks);
    } finally {
      if (serverEnv) await opened.close();
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

  context: async ({ context, watched }, use, testInfo) => {
    const { seenErrors } = watched;
    // The rest of what a test before this one changed, Playwright puts back (reuseContext).
    await Promise.all([context.setOffline(false), context.clearPermissions()]);
    const { cpfs, addresses } = watchRequests(context);
    context.on('console', (message) => {
      if (message.type() === 'error') seenErrors.push(message.text());
    });
    context.on('weberror', (error) => {
      const text = String(error.error());
      if (!HALF_A_CLOCK.test(text)) seenErrors.push(text);
    });
    // The browser's line depends on its version; the event does not.
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        console.error(`CSP violation: ${effectiveDirective} ${blockedURI}`),
      );
    });
    await countPrints(context);
    context.on('page', settleRoutes);
    const calls: string[] = [];
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/')) calls.push(`${response.status()} ${pathname}`);
    });
    await use(context);
    if (testInfo.status !== testInfo.expectedStatus) await printPages(context, calls);
    for (const cpf of cpfs) watched.cpfs.add(cpf);
    watched.traces.push(...addresses, ...(await tracesInBrowser(context)));
    const unexpected = seenErrors.filter(
      (text) => !watched.expectedErrors.some((known) => known.test(text)),
    );
    await leave(context.pages()[0]);
    expect(unexpected, 'errors on the console').toEqual([]);
  },
});

/**
 * Of a test that had a clock: Playwright takes its scripts away one by one before the next test, and what a page still
 * loads meanwhile has only some of them.
 */
const HALF_A_CLOCK = /^TypeError: Cannot read properties of undefined \(reading 'controller'\)/;

/**
 * The next test takes over the first page. To leave it fails while it loads anew, as a counter does after a sale, until
 * that has begun; to leave or to close it then may also never end (seen in Chromium 150).
 */
async function leave(page: Page | undefined): Promise<void> {
  await expect(async () => void (await page?.goto('about:blank', { timeout: 5_000 }))).toPass();
}

/** What stood on the pages of a test that failed, and the last answers: a machine that builds keeps no files of a run. */
async function printPages(context: BrowserContext, calls: string[]): Promise<void> {
  for (const page of context.pages()) {
    const limit = { timeout: 5_000 };
    // Of a page that hangs, its address at least.
    const shown = page.locator('body').ariaSnapshot(limit).catch(String);
    const focus = page.locator(':focus').ariaSnapshot(limit).catch(String);
    console.log(`── ${page.url()}\n${await shown}\nfocus: ${await focus}`);
  }
  console.log(calls.slice(-10).join('\n'));
}

export { expect };

type OpenShop = { server: ShopServer; sql: Shop['sql']; close(): Promise<void> };

async function openShop(env: Record<string, string> = {}): Promise<OpenShop> {
  // Some variables count only at the first start (ADMIN_PASSWORD, AUDIT_KEY).
  const usual = Object.keys(env).length === 0;
  const dataDir = usual ? await copyPreparedShop() : await makeDataDir();
  const server = await startServer(dataDir, env);
  const database = new pg.Pool({ ...(await databaseOf(dataDir)), max: 1 });
  // The database ends with the server, which breaks every connection.
  database.on('error', () => {});
  return {
    server,
    sql: async (text, values) => (await database.query(text, values)).rows,
    close: async () => {
      await database.end();
      await server.stop();
      await removeDataDir(dataDir);
    },
  };
}

/** Copies the tables of a new shop, except the audit, which the server seals without a gap. */
const KEEP = `
  CREATE SCHEMA kept;
  DO $$ DECLARE part record; BEGIN
    FOR part IN SELECT tablename AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT LIKE 'audit%'
    LOOP
      EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', part.name);
    END LOOP;
  END $$`;

/** Gives the tables the rows of a new shop again. */
const PUT_BACK = `
  DO $$ DECLARE part record; BEGIN
    -- Without triggers and foreign keys.
    SET LOCAL session_replication_role = replica;
    FOR part IN SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns
      FROM information_schema.columns JOIN pg_tables ON schemaname = 'kept' AND tablename = table_name
      WHERE table_schema = 'public' AND is_generated = 'NEVER' GROUP BY table_name
    LOOP
      EXECUTE format('DELETE FROM %I', part.name);
      EXECUTE format('INSERT INTO %1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM kept.%1$I',
        part.name, part.columns);
    END LOOP;
  END $$`;

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
  // Before the page's own scripts: opening another page of this origin first took a fiftieth of the run.
  const script = await page.addInitScript((user) => localStorage.setItem('user', user), record);
  // The lightest page of this origin: /login would start the application.
  await page.goto(new URL(at ?? '/favicon.svg', origin).href);
  await script.dispose();
}

/** Signs in on the login page, which is open. */
export async function logIn(page: Page, { login, password }: Credentials): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

/** The page that an action opens. */
export async function openedBy(page: Page, act: () => Promise<unknown>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), act()]);
  return opened;
}

/** Chooses an item of the user menu. */
export async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Less than half as long as the `source` of the package. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails on violations that axe calls serious or critical. */
export async function expectAccessible(page: Page): Promise<void> {
  // Our pages have no frames; for them @axe-core/playwright opens another page, which costs as much again.
  expect(page.frames()).toHaveLength(1);
  // Half a megabyte: a page that is checked again has it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // The style sheets that axe would load once more serve rules on the turn of a screen and on films alone.
  const { violations } = await page.evaluate(() =>
    axe.run({ resultTypes: ['violations'], preload: false }),
  );
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html) }))).toEqual([]);
}

function expectOnlyThese(leaks: readonly string[], expected: readonly RegExp[]): void {
  const others = leaks.filter((leak) => !expected.some((known) => known.test(leak)));
  expect(others, 'CPFs where none may be').toEqual([]);
  const missed = expected.filter((known) => !leaks.some((leak) => known.test(leak)));
  expect(missed, 'planted CPFs that were not found').toEqual([]);
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
