import type { Page } from '@playwright/test';
import { stock } from './counter-screen.ts';
import { expect, test } from './fixtures.ts';
import { sell } from './till.ts';

/** The compressed JavaScript of a first visit, in bytes. */
const BUDGETS = { login: 125_000, counter: 209_000, backOffice: 197_000, charts: 130_000 };
/** The login with gzip: over plain HTTP browsers accept Brotli only from localhost. */
const GZIP_BUDGET = 144_000;

const BACK_OFFICE = [
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

/** Of the dashboard alone, which shows its figures before they are there. */
const CHARTS = '/bars-';

const weight = (page: Page, of: 'page' | 'charts' = 'page') =>
  page.evaluate(
    ([charts, chartsAlone]) => {
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const scripts = loaded.filter(
        ({ name }) => name.endsWith('.js') && name.includes(charts) === chartsAlone,
      );
      return scripts.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
    },
    [CHARTS, of === 'charts'] as const,
  );

test('a first visit to login and counter stays within its weight', async ({ page, shop }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  const login = await weight(page);
  expect(login).toBeGreaterThan(20_000);
  expect(login).toBeLessThan(BUDGETS.login);

  await shop.signIn(page, await shop.newUser({ name: 'Vera', login: 'vera' }));
  await page.goto('/pdv');
  await expect(page.getByRole('button', { name: 'FECHAR PEDIDO' })).toBeVisible();
  const counter = await weight(page);
  expect(counter).toBeGreaterThan(login);
  expect(counter).toBeLessThan(BUDGETS.counter);
});

test('no page of the back office is heavier than it may be', async ({ page, shop }) => {
  // A dashboard of nothing draws no charts.
  const { shirt } = await stock(shop);
  await sell(shop, shop.admin, { product: shirt });
  await shop.signIn(page, shop.admin, { at: null });
  const weights: Record<string, number> = {};
  for (const path of BACK_OFFICE) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    weights[path] = await weight(page);
    expect(weights[path]).toBeGreaterThan(BUDGETS.login);
    if (path === '/painel') {
      await expect(page.locator('.recharts-surface').first()).toBeVisible();
      weights.charts = await weight(page, 'charts');
      expect(weights.charts).toBeLessThan(BUDGETS.charts);
    } else expect(await weight(page, 'charts')).toBe(0);
  }
  const heavy = Object.entries(weights).filter(([, bytes]) => bytes >= BUDGETS.backOffice);
  console.log(`JavaScript of each page: ${JSON.stringify(weights)}`);
  expect(heavy).toEqual([]);
});

test('a first visit over plain HTTP to another name is compressed', async ({
  shop,
  playwright,
}) => {
  const name = 'loja.escola';
  const browser = await playwright.chromium.launch({
    args: [`--host-resolver-rules=MAP ${name} 127.0.0.1`],
  });
  try {
    const page = await browser.newPage();
    const offered: (string | undefined)[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('.js')) return;
      offered.push((await response.request().allHeaders())['accept-encoding']);
    });
    await page.goto(`${shop.origin.replace('127.0.0.1', name)}/login`);
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    expect(await weight(page)).toBeLessThan(GZIP_BUDGET);
    expect(new Set(offered)).toEqual(new Set(['gzip, deflate']));
  } finally {
    await browser.close();
  }
});
