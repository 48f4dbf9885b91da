import type { Page } from '@playwright/test';
import { stock } from './counter-screen.ts';
import { expect, test } from './fixtures.ts';
import { sell } from './till.ts';

/** The JavaScript of a first visit, compressed with Brotli, in bytes. */
const BUDGETS = { login: 150_000, page: 250_000 };

const PAGES = [
  '/pdv',
  '/vendas',
  '/gerenciarFechamentos',
  '/produtos',
  '/usuarios',
  '/categorias',
  '/painel',
  '/clientes',
  '/alunos',
  '/auditoria',
  '/configuracoes',
  '/perfil',
];

/** The library of the charts, which comes after the figures of the dashboard. */
const CHARTS = '/bars-';

const weight = (page: Page) =>
  page.evaluate((charts) => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = loaded.filter(({ name }) => name.endsWith('.js') && !name.includes(charts));
    return scripts.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
  }, CHARTS);

test('no page is heavier than it may be', async ({ page, shop }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  const login = await weight(page);
  expect(login).toBeGreaterThan(20_000);
  expect(login).toBeLessThan(BUDGETS.login);

  // A dashboard of nothing draws no charts.
  const { shirt } = await stock(shop);
  await sell(shop, shop.admin, { product: shirt });
  await shop.signIn(page, shop.admin, { at: null });
  const weights: Record<string, number> = { '/login': login };
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    weights[path] = await weight(page);
    expect(weights[path]).toBeGreaterThan(login);
  }
  console.log(`JavaScript of each page: ${JSON.stringify(weights)}`);
  expect(Object.entries(weights).filter(([, bytes]) => bytes >= BUDGETS.page)).toEqual([]);
});

test('a browser that accepts no Brotli, as over plain HTTP, gets gzip', async ({ shop }) => {
  const login = await (await fetch(`${shop.origin}/login`)).text();
  const script = /src="([^"]+\.js)"/.exec(login)?.[1];
  const headers = { 'accept-encoding': 'gzip, deflate' };
  const response = await fetch(`${shop.origin}${script}`, { headers });
  expect(response.headers.get('content-encoding')).toBe('gzip');
});
