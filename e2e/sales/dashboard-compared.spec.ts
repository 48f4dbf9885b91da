import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { newClient, sell } from '../till.ts';

const table = (page: import('@playwright/test').Page, name: string) =>
  page.getByRole('table', { name });

async function aShop(shop: Shop, days: readonly string[]) {
  const { pencil } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  for (const day of days) await sell(shop, vera, { product: pencil, at: `${day}T10:15:00-03:00` });
  return { pencil, vera };
}

test('a shop younger than a comparison says since when it has sales', async ({ page, shop }) => {
  await aShop(shop, ['2026-02-16', '2026-03-02']);
  const march = 'startDate=2026-03-01&endDate=2026-03-31';
  await shop.signIn(page, shop.admin, { at: `/painel?${march}` });
  await expect(page.getByRole('main')).toContainText(
    '01 a 31/03/2026, comparado com 01 a 28/02/2026 (antes). Sem vendas antes de 16/02/2026.',
  );
  const summary = page.getByRole('region', { name: 'Resumo' });
  await expect(summary.getByText('Sem vendas antes de 16/02/2026')).toHaveCount(4);
  await expect(summary).toContainText(/Antes\s*R\$\s1,55\s*= 0,0%/);
  await expect(table(page, 'Por vendedor').getByRole('columnheader')).toHaveText([
    'Vendedor',
    'Vendas',
    'Líquido',
    'Antes',
  ]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a period or a shop without sales leads to where there are some', async ({ page, shop }) => {
  await shop.signIn(page, shop.admin, { at: '/painel' });
  const sellers = page.getByRole('region', { name: 'Por vendedor' });
  await expect(sellers).toContainText('Ainda não há vendas.');
  await expect(sellers.getByRole('link', { name: 'Vender no PDV' })).toHaveAttribute(
    'href',
    '/pdv',
  );
  await aShop(shop, ['2026-02-16']);
  await goTo(page, '/painel?startDate=2026-05-01&endDate=2026-05-31');
  await expect(page.getByText('Nenhuma venda neste período')).toBeVisible();
  for (const part of [
    'Por dia',
    'Por vendedor',
    'Por forma de pagamento',
    'Produtos mais vendidos',
  ]) {
    await expect(page.getByRole('region', { name: part })).toContainText(
      'Nada vendido neste período.',
    );
  }
  await expectAccessible(page);
  await page
    .getByRole('region', { name: 'Produtos mais vendidos' })
    .getByRole('link', { name: 'Ver o mês da última venda, de 16/02/2026' })
    .click();
  await expect(page).toHaveURL(/\/painel\?startDate=2026-02-01&endDate=2026-02-16$/);
  await expect(table(page, 'Produtos mais vendidos')).toContainText('Lápis');
});

test('change that was not from cash stands by seller', async ({ page, shop }) => {
  const { pencil, vera } = await aShop(shop, []);
  const at = '2026-03-02T10:15:00-03:00';
  const client = await newClient(shop);
  await sell(shop, vera, { product: pencil, client, at });
  await shop.signIn(page, shop.admin, { at: '/painel?startDate=2026-03-01&endDate=2026-03-31' });
  await expect(table(page, 'Por vendedor')).toContainText('Vera Lúcia');
  const change = table(page, 'Troco que não saiu de dinheiro');
  await expect(change).toHaveCount(0);
  await sell(shop, vera, { product: pencil, client, payments: [['Pix', 10]], at });
  await page.reload();
  await expect(change.getByRole('row')).toContainText([
    'VendedorVendasTroco',
    /Vera Lúcia1R\$\s8,45/,
    /Total1R\$\s8,45/,
  ]);
});
