import { randomUUID } from 'node:crypto';
import { row } from '../back-office.ts';
import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { sell } from '../till.ts';

test('an administrator sees what each product brought in, by model and month by month', async ({
  page,
  shop,
}) => {
  const { notebook, pencil } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  const ana = await shop.newUser({ name: 'Ana', login: 'ana' });
  const sizes = await Promise.all(
    ['P', 'GG'].map((size) =>
      shop.admin.call('createProduct', {
        body: { code: `POLO-${size}`, name: `Polo ${size}`, price: 50, active: true },
      }),
    ),
  );
  const at = '2026-03-10T10:15:00-03:00';
  for (const product of sizes) await sell(shop, vera, { product, quantity: 2, at });
  await sell(shop, ana, { product: notebook, at });
  await sell(shop, ana, { product: pencil, at: '2025-03-10T10:15:00-03:00' });
  await shop.admin.call('changeProducts', {
    headers: { 'idempotency-key': randomUUID() },
    body: { products: { ids: [notebook.id] }, fields: { income: 'school' } },
  });
  await shop.signIn(page, shop.admin, {
    at: '/vendas-por-produto?startDate=2026-03-01&endDate=2026-03-31',
  });
  await expect(page.getByRole('status')).toContainText('3 produtos · 5 un. · R$ 218,90 líquido');
  await expect(row(page, 'Polo GG')).toContainText('45,7%');
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: 'Juntar tamanhos' }).check();
  await expect(row(page, 'Polo')).toContainText('R$ 200,00');
  await page.getByRole('button', { name: /^Polo/ }).click();
  const lines = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(lines).toContainText(['Polo', 'P ', 'GG', 'Caderno', 'Lápis']);
  await page.getByRole('combobox', { name: 'Vendedor' }).click();
  await page.getByRole('option', { name: 'Ana' }).click();
  await expect(page.getByRole('status')).toContainText('1 produto · 1 un. · R$ 18,90 líquido');
  await expect(page).toHaveURL(/models=true/);

  await page.getByRole('button', { name: /^Caderno/ }).click();
  const months = page.getByRole('dialog').getByRole('table').getByRole('row');
  await expect(months).toHaveCount(13);
  await expect(months.nth(1)).toContainText('R$ 18,90');
  await page.getByRole('button', { name: '24 meses' }).click();
  await expect(months).toHaveCount(25);
  await expectAccessible(page);

  // The school's part leads to what adds up to it, and its chip goes away.
  await page.keyboard.press('Escape');
  await page.getByRole('status').getByRole('link', { name: '18,90' }).click();
  await expect(page).toHaveURL(/\/lancamentos\?.*income=school/);
  await expect(row(page, 'Venda nº')).toHaveCount(1);
  await page.getByRole('button', { name: /^Tirar Receita de: Colégio/ }).click();
  await expect(page).not.toHaveURL(/income/);
});

test('a long name leaves the amount in sight on a phone', async ({ page, shop }) => {
  const name = 'Agenda escolar com capa dura e elástico do Colégio, ano inteiro, com adesivos';
  const product = await shop.admin.call('createProduct', {
    body: { code: 'AGENDA', name, price: 35, active: true },
  });
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  await sell(shop, vera, { product });
  await page.setViewportSize({ width: 390, height: 844 });
  await shop.signIn(page, shop.admin, { at: '/vendas-por-produto' });
  await expect(
    row(page, name)
      .getByText(/R\$\s35,00/)
      .first(),
  ).toBeInViewport({ ratio: 1 });
});
