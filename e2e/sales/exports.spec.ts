import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { newClient, sell } from '../till.ts';

const open = (page: Page) => page.getByRole('button', { name: 'Exportar' }).click();

/** Chooses from the menu and returns the name and the content of the file that the browser saves. */
async function exported(page: Page, choice: string): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: choice }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('the filtered list is exported, or not', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/could not be exported|Failed to load resource/);
  const { notebook, pencil } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  const client = await newClient(shop, '=Ana', '11144477735');
  await sell(shop, vera, { product: notebook, client, at: '2026-03-02T15:00:00-03:00' });
  await sell(shop, vera, { product: pencil, client, at: '2026-03-03T15:00:00-03:00' });
  await shop.signIn(page, shop.admin, { at: '/vendas?startDate=2026-03-02&endDate=2026-03-02' });
  const button = page.getByRole('button', { name: 'Exportar' });
  await button.press('Enter');
  // The focus comes a frame after the menu.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await open(page);
  await expectAccessible(page);
  const csv = await exported(page, 'Uma linha por venda: CSV');
  expect(csv.name).toBe('vendas 2026-03-02.csv');
  const [titles = '', row = '', ...rest] = csv.bytes.toString('utf8').split('\r\n');
  expect(rest).toEqual(['']);
  expect(titles).toMatch(/^\ufeffTipo;Nº;Data;/);
  expect(row).toMatch(/^Venda;\d+;02\/03\/2026;15:00;;Vera;'=Ana;111\.444\.777-35;/);
  await expect(page.getByRole('status').filter({ hasText: '1 linha' })).toBeVisible();
  await expect(button).toBeFocused();

  await open(page);
  const items = await exported(page, 'Uma linha por item: Excel (XLSX)');
  expect(items.name).toBe('itens vendidos 2026-03-02.xlsx');
  // A ZIP file.
  expect(items.bytes.subarray(0, 2).toString()).toBe('PK');

  const held = Promise.withResolvers<void>();
  await page.route('**/api/exports/', async (route) => {
    await held.promise;
    await route.abort();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.getByRole('menuitem', { name: 'Uma linha por venda: CSV' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Exportação cancelada.')).toBeVisible();
  await open(page);
  await page.getByRole('menuitem', { name: 'Uma linha por venda: CSV' }).click();
  held.resolve();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Não foi possível exportar' }),
  ).toBeVisible();
  await page.unroute('**/api/exports/');

  await goTo(page, '/produtos?search=caderno');
  await open(page);
  const products = await exported(page, 'Produtos: CSV');
  expect(products.bytes.toString('utf8').split('\r\n')).toHaveLength(3);
  await goTo(page, '/auditoria');
  await expect(page.getByRole('row', { name: 'Exportou lista' }).first()).toContainText('Produtos');
});
