import type { Page } from '@playwright/test';
import { row, rows } from '../back-office.ts';
import { twoShirts } from '../correction-screen.ts';
import { CPF } from '../counter-screen.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { recordCalls } from '../recorded-calls.ts';
import { dayOf, newClient, sell } from '../till.ts';

const DAY_MS = 86_400_000;

/** Vera sells two shirts for João with change, and something yesterday; the administrator a pencil to Zilda. */
async function threeSales(shop: Shop) {
  const { vera, sale: shirts, goods } = await twoShirts(shop);
  const { notebook, pencil } = goods;
  const zilda = await newClient(shop, 'Zilda Prates', '11144477735');
  const yesterday = dayOf(new Date(Date.now() - DAY_MS));
  const before = await sell(shop, vera, { product: notebook, at: `${yesterday}T12:00:00-03:00` });
  const pencils = await sell(shop, shop.admin, { product: pencil, client: zilda });
  return { before, shirts, pencils, yesterday };
}

const box = (page: Page) =>
  page.getByRole('textbox', { name: 'Cliente, CPF, aluno, matrícula ou nº' });

async function find(page: Page, text: string, count: number) {
  await box(page).fill(text);
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(count);
}

test('sales are found by name, number and period, and sorted', async ({ page, shop }) => {
  const { before, shirts, pencils, yesterday } = await threeSales(shop);
  const calls = recordCalls(page);
  await shop.signIn(page, shop.admin);
  await expect(rows(page)).toHaveCount(3);
  await expect(row(page, `nº ${before.id}`)).toContainText('12:00');
  await expectAccessible(page);

  const reportOfAll = page.getByText('O relatório não segue esta busca');
  await expect(reportOfAll).toBeHidden();
  const child = row(page, `nº ${shirts.id}`).getByText('aluno: João Souza');
  await expect(child).toHaveCount(0);
  await find(page, 'souza JOAO', 1);
  // Whoever is found by a child shows the child.
  await expect(child).toBeVisible();
  await expect(reportOfAll).toBeVisible();
  await expect(row(page, `nº ${shirts.id}`)).toBeVisible();
  await expect(page).toHaveURL(/find=souza/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(box(page)).toHaveValue('souza JOAO');
  await find(page, `nº ${pencils.id}`, 1);
  await expect(row(page, 'Zilda Prates')).toBeVisible();
  await find(page, 'ninguém', 0);
  await expect(page.getByText('Nenhuma venda encontrada com este filtro')).toBeVisible();

  // A CPF or a matrícula is in no address; another filter over it stays one.
  await find(page, '529.982.247-25', 2);
  await expect(page).toHaveURL(/\/vendas$/);
  expect(calls('POST', '/api/pdv/recordedSales/find/').at(-1)).toMatchObject({
    query: { page: '1', page_size: '10' },
    body: { find: '529.982.247-25' },
  });
  const period = page.getByRole('group', { name: 'Período' });
  await period.getByRole('button', { name: 'Ontem' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`startDate=${yesterday}&endDate=${yesterday}`));
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByLabel('Início')).toHaveValue(yesterday);
  await expect(box(page)).toHaveValue('529.982.247-25');
  await expect(period.getByRole('button', { pressed: true })).toHaveText(['Ontem']);
  await find(page, CPF.replace(/\D/g, ''), 1);
  await page.goBack();
  await expect(box(page)).toHaveValue('529.982.247-25');
  await expect(rows(page)).toHaveCount(2);

  await page.goto('/vendas');
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect(head('Data')).toHaveAttribute('aria-sort', 'descending');
  await head('Valor').getByRole('button').click();
  await expect(page).toHaveURL(/order=-total/);
  await expect(head('Valor')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText(`nº ${shirts.id}`);
  await head('Valor').getByRole('button').press('Enter');
  await expect(head('Valor')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText(`nº ${pencils.id}`);
  await head('Cliente').getByRole('button').click();
  await expect(rows(page).last()).toContainText('Zilda Prates');
  await page.reload();
  await expect(head('Cliente')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).last()).toContainText('Zilda Prates');
  // Sorting, too, applies what was typed.
  const seller = page.getByRole('textbox', { name: 'Vendedor' });
  await seller.fill('vera');
  await head('Data').getByRole('button').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(seller).toHaveValue('vera');
  await expectAccessible(page);
});

test('a row opens to all about its sale', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 404|could not be loaded/);
  const { shirts } = await threeSales(shop);
  await shop.admin.call('reprintSale', { params: { id: `${shirts.id}` } });
  await shop.signIn(page, shop.admin);
  const name = row(page, `nº ${shirts.id}`).getByRole('button', { name: 'Maria' });
  await name.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Venda nº ${shirts.id}` });
  await expect(page).toHaveURL(new RegExp(`sale=${shirts.id}`));
  await expect(dialog).toContainText(/Quando\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}VendedorVera Lúcia/);
  await expect(dialog).toContainText('João Souza');
  await expect(dialog.getByRole('table', { name: 'Itens' })).toContainText('Camiseta da escola');
  await expect(dialog).toContainText(/Pago com R\$\s90,00, troco de R\$\s6,00/);
  const audit = dialog.getByRole('region', { name: 'Auditoria da venda' });
  await expect(audit.getByRole('listitem').filter({ hasText: 'Registrou venda' })).toContainText(
    'Vera Lúcia',
  );
  await expect(audit).toContainText('Imprimiu 2ª via do recibo');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/vendas$/);
  await expect(name).toBeFocused();

  await name.press('Enter');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await goTo(page, `/vendas?sale=${shirts.id}`);
  await expect(audit).toContainText('Registrou venda');
  await goTo(page, '/vendas?sale=999999');
  await expect(page.getByRole('alert')).toHaveText('Não há venda com este número.');
});
