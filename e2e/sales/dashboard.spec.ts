import { randomUUID } from 'node:crypto';
import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { A4, printed } from '../paper.ts';
import { timesPrinted } from '../print-dialog.ts';
import { dayOf, sell } from '../till.ts';

const MARCH = 'startDate=2026-03-01&endDate=2026-03-31';

/** March against February and the March before, with a return. */
async function threeMonths(shop: Shop) {
  const { notebook, pencil, shirt } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const ana = await shop.newUser({ name: 'Ana', login: 'ana' });
  const at = (day: string) => `${day}T10:15:00-03:00`;
  await sell(shop, vera, { product: pencil, quantity: 10, at: at('2025-03-10') });
  await sell(shop, vera, { product: shirt, at: at('2026-02-10') });
  const sold = await sell(shop, vera, { product: shirt, quantity: 3, at: at('2026-03-02') });
  await sell(shop, ana, {
    product: notebook,
    payments: [['Dinheiro', 50]],
    at: at('2026-03-20'),
  });
  await sell(shop, ana, { product: notebook });
  await shop.admin.call('createRefund', {
    params: { id: String(sold.id) },
    headers: { 'idempotency-key': randomUUID() },
    body: {
      items: [{ line: 1, quantity: 1 }],
      reason: 'Não serviu',
      total: 42,
      payments: [{ method: 'Pix', amount: 42 }],
    },
  });
  await shop.sql('UPDATE corrections SET created_at = $1', [at('2026-03-21')]);
}

test('an administrator sees this month against the last, and the sales behind a figure', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|could not be loaded/);
  await threeMonths(shop);
  await shop.signIn(page, shop.admin);
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  // Without the pictures the figures stand all the same.
  const pictures = '**/bars-*.js';
  await page.route(pictures, (route) => route.abort());
  await page.getByRole('menuitem', { name: 'Painel' }).click();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/painel');
  const month = dayOf(new Date()).slice(0, 7);
  await expect(page.getByLabel('Início')).toHaveValue(`${month}-01`);
  const figure = (name: string) =>
    page
      .getByRole('region', { name: 'Resumo' })
      .locator('> *')
      .filter({
        has: page.getByRole('heading', { name, exact: true }),
      });
  await expect(figure('Vendido')).toContainText('R$ 18,90');
  const missing = page.getByRole('alert').filter({ hasText: 'O gráfico não pôde ser carregado.' });
  await expect(missing.first()).toBeVisible();
  await page.unroute(pictures);
  await missing.first().getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(missing).toHaveCount(0);
  await page.getByRole('button', { name: 'Hoje' }).click();
  await expect(page).toHaveURL(/startDate=\d{4}-\d\d-\d\d&endDate=/);
  await expect(figure('Média por venda')).toContainText('R$ 18,90');

  // Any period: 3 × 42,00 + 18,90, less the shirt that came back.
  await page.getByLabel('Início').fill('2026-03-01');
  await page.getByLabel('Fim').fill('2026-03-31');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByRole('main')).toContainText(
    '01 a 31/03/2026, comparado com 01 a 28/02/2026 (antes) e 01 a 31/03/2025 (um ano antes)',
  );
  await expect(figure('Vendido')).toContainText('R$ 144,90');
  await expect(figure('Vendido')).toContainText('líquido de devoluções R$ 102,90');
  await expect(figure('Vendido')).toContainText(/Antes\s*R\$\s42,00\s*▲ 245,0%/);
  await expect(figure('Vendas')).toContainText(/Vendas\s*2/);
  await expect(figure('Média por venda')).toContainText('R$ 72,45');
  await expect(figure('Devoluções')).toContainText('R$ 42,00');

  const table = (name: string) => page.getByRole('table', { name });
  await expect(table('Por vendedor').getByRole('row')).toContainText([
    'Vendedor',
    /Vera Lúcia1R\$\s126,00R\$\s42,00.*R\$\s15,50/,
    /Ana1R\$\s18,90/,
    // Who made the return.
    /Administrador0−R\$\s42,00/,
    /Total2R\$\s102,90R\$\s42,00R\$\s15,50/,
  ]);
  await expect(table('Por forma de pagamento').getByRole('row')).toContainText([
    'Forma',
    /Pix1R\$\s84,00/,
    /Dinheiro1R\$\s18,90/,
    /Total2R\$\s102,90/,
  ]);
  await expect(table('Produtos mais vendidos').getByRole('row')).toContainText([
    'Produto',
    /Camiseta da escola.*2R\$\s84,00/,
    /1R\$\s18,90/,
    'Total',
  ]);
  // The picture of the days, and its figures.
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  await page.getByRole('button', { name: 'Ver em tabela' }).click();
  const second = table('Por dia').getByRole('row', { name: '02/03 seg' });
  await expect(second).toContainText('R$ 126,00');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1366, height: 768 });

  await page.getByRole('button', { name: 'Imprimir' }).click();
  expect(await timesPrinted(page)).toBe(1);
  const { text, sizes } = await printed(page);
  expect(new Set(sizes.map(({ width }) => width))).toEqual(new Set([A4.width]));
  expect(text).toContain('R$ 102,90');
  expect(text).not.toContain('Filtrar');

  // To the sales of that day, and back.
  await second.getByRole('link', { name: '02/03 seg' }).click();
  await expect(page).toHaveURL(/\/vendas\?startDate=2026-03-02&endDate=2026-03-02$/);
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(1);
  await page.goBack();
  await table('Por vendedor').getByRole('link', { name: 'Ana' }).click();
  await expect(page).toHaveURL(/\/vendas\?.*search=Ana/);
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(1);
  await page.goBack();
  // A figure leads to what adds up to it.
  await table('Por forma de pagamento').getByRole('link', { name: /84,00/ }).click();
  await expect(page).toHaveURL(/\/lancamentos\?.*methodNow=Pix/);
  await expect(page.locator('dl').first()).toContainText(/Líquido\s*R\$\s84,00/);
  await page.goBack();
  const bars = page.locator('.recharts-wrapper').first();
  const ofADay = { position: { x: 110, y: 200 } };
  // The bars are drawn anew; one that says its day is also one that opens.
  await expect(async () => {
    await bars.hover({ ...ofADay, timeout: 1_000 });
    await expect(bars.locator('.recharts-tooltip-wrapper')).toContainText('/03', {
      timeout: 1_000,
    });
  }).toPass();
  await bars.click(ofADay);
  await expect(page).toHaveURL(/\/vendas\?startDate=2026-03-\d\d&endDate=2026-03-\d\d$/);
});

test('an empty, failed or impossible dashboard', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/PAINEL: the list could not be loaded|Failed to load resource/);
  await shop.signIn(page, shop.admin, { at: `/painel?${MARCH}` });
  await expect(page.getByText('Nenhuma venda neste período')).toBeVisible();
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(steps.getByRole('link', { name: 'Produtos' })).toHaveAttribute('href', '/produtos');
  await expectAccessible(page);
  await steps.getByRole('button', { name: 'Dispensar' }).click();
  await expect(steps).toBeHidden();
  await goTo(page, '/painel?startDate=2026-03-02&endDate=2026-03-01');
  await expect(page.getByText('A data de início vem depois da data de fim.')).toBeVisible();
  await page.route('**/api/pdv/dashboard/**', (route) => route.abort());
  await goTo(page, `/painel?${MARCH}`);
  await expect(page.getByRole('alert')).toContainText('não pôde ser carregad', { timeout: 20_000 });
  await page.unroute('**/api/pdv/dashboard/**');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Nenhuma venda neste período')).toBeVisible();
  await expect(steps).toBeHidden();
});

test('the period report gets a page of sums on request', async ({ page, shop }) => {
  await threeMonths(shop);
  await shop.signIn(page, shop.admin, { at: `/vendas?${MARCH}` });
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  await expect(page.getByRole('heading', { name: 'Todos os vendedores' })).toBeVisible();
  const before = await printed(page);
  await page.getByRole('checkbox', { name: 'Com uma página de resumo' }).check();
  const summary = page.getByRole('article', { name: 'Resumo' });
  await expect(summary.getByRole('table', { name: 'Por vendedor' })).toContainText(
    /Administrador0R\$\s0,00−R\$\s42,00−R\$\s42,00.*Vera Lúcia1R\$\s126,00R\$\s0,00R\$\s126,00/,
  );
  await expectAccessible(page);
  const { sheets, sizes } = await printed(page);
  expect(sheets).toHaveLength(before.sheets.length + 1);
  expect(new Set(sizes.map(({ height }) => height))).toEqual(new Set([A4.height]));
  expect(sheets[0]).toContain(
    'Por forma de pagamento Dinheiro R$ 18,90 Pix R$ 84,00 Total Geral R$ 102,90',
  );
  // The other pages are as before, but for their numbers.
  const unnumbered = (sheet = '') => sheet.replace(/Página \d+ de \d+/, '');
  expect(sheets.slice(1).map(unnumbered)).toEqual(before.sheets.map(unnumbered));
});
