import type { Page } from '@playwright/test';
import { expect, expectAccessible, type Goods, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { sell, stockLongNames } from '../till.ts';

/** The JavaScript of a first visit, compressed with Brotli, in bytes. */
const BUDGETS = { login: 150_000, page: 250_000 };
/** The library of the charts, which comes after the figures of the dashboard. */
const CHARTS = '/bars-';

const PAPERS = ['/pdf', '/pdfDevolucao', '/pdfFechamento', '/pdf-report', '/pdfExtrato'];
const SELLERS = [
  '/pdv',
  '/minhas-vendas',
  '/estoque',
  '/estoque/contagem',
  '/perfil',
  '/treino',
  ...PAPERS.slice(0, 4),
];
const ADMINS = [
  '/produtos',
  '/usuarios',
  '/vendas',
  '/gerenciarFechamentos',
  '/categorias',
  '/listas',
  '/painel',
  '/estoque/entrada',
  '/estoque/comprar',
  '/meses',
  '/conferencia',
  '/clientes',
  '/alunos',
  '/pdfExtrato',
  '/auditoria',
  '/configuracoes',
];
/** The narrowest, and the first above each step of the style sheets; the last one is that of every other test. */
const WIDTHS = [360, 481, 641, 769, 901, 993, 1217, 1366];
const UNKNOWN = ['/', '/nada', '/produtos/1/editar'];

/** Goes to every path by `go`, expects it or the landing page, and then does `then` on a page that opened. */
async function walk(
  page: Page,
  person: { opens: readonly string[]; landing: string },
  go: (path: string) => Promise<unknown>,
  then?: (path: string) => Promise<void>,
): Promise<void> {
  for (const path of ['/login', ...SELLERS, ...ADMINS, ...UNKNOWN]) {
    await go(path);
    const isOpen = person.opens.includes(path);
    const expected = isOpen ? path : person.landing;
    await expect(page, path).toHaveURL(({ pathname }) => pathname === expected);
    await expect(page.getByRole('main'), path).toContainText(/\w/);
    if (isOpen) await then?.(path);
  }
}

const weight = (page: Page) =>
  page.evaluate((charts) => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = loaded.filter(({ name }) => name.endsWith('.js') && !name.includes(charts));
    return scripts.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
  }, CHARTS);

// Specification: 2.1, 2.2, 6.2, 6.3, 6.5
test('a visitor and a seller get their own pages, and else land on /login and /pdv', async ({
  page,
  shop,
}) => {
  const seller = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const within = (path: string) => goTo(page, path);
  await test.step('a visitor', async () => {
    // The address of a page of somebody else, from nothing.
    await page.goto('/vendas');
    await walk(page, { opens: [], landing: '/login' }, within);
  });
  await test.step('a seller', async () => {
    await shop.signIn(page, seller, { at: '/vendas' });
    await walk(page, { opens: SELLERS, landing: '/pdv' }, within);
  });
});

test('an administrator gets all pages, each light, dark where the system is, and as wide as the screen', async ({
  page,
  shop,
}) => {
  test.setTimeout(360_000);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  const login = await weight(page);
  expect(login).toBeGreaterThan(20_000);
  expect(login).toBeLessThan(BUDGETS.login);

  // A dashboard of nothing draws no charts.
  await stockLongNames(shop);
  const { results } = await shop.admin.call('listProducts', { query: {} });
  await sell(shop, shop.admin, { product: results[1] as Goods, quantity: 100 });
  await shop.signIn(page, shop.admin, { at: null });
  await page.emulateMedia({ colorScheme: 'dark' });
  const wide: string[] = [];
  const weights: Record<string, number> = { '/login': login };
  const opens = [...SELLERS, ...ADMINS];
  await walk(
    page,
    { opens, landing: '/vendas' },
    (path) => page.goto(path),
    async (path) => {
      if (PAPERS.includes(path)) return;
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      weights[path] = await weight(page);
      expect(weights[path]).toBeGreaterThan(login);
      // The counter has tests of its own for the rest.
      if (path === '/pdv') return;
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 768 });
        const taken = await page.evaluate(() => document.documentElement.scrollWidth);
        if (taken > width) wide.push(`${path}: ${taken} px of ${width}`);
      }
    },
  );
  console.log(`JavaScript of each page: ${JSON.stringify(weights)}`);
  expect(Object.entries(weights).filter(([, bytes]) => bytes >= BUDGETS.page)).toEqual([]);
  expect(wide).toEqual([]);

  await goTo(page, '/produtos');
  await page.getByRole('button', { name: '+ Adicionar produto' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('a browser that accepts no Brotli, as over plain HTTP, gets gzip', async ({ shop }) => {
  const login = await (await fetch(`${shop.origin}/login`)).text();
  // The first script is too short to be compressed.
  const script = /src="([^"]+\/start-[^"]+\.js)"/.exec(login)?.[1];
  const headers = { 'accept-encoding': 'gzip, deflate' };
  const response = await fetch(`${shop.origin}${script}`, { headers });
  expect(response.headers.get('content-encoding')).toBe('gzip');
});
