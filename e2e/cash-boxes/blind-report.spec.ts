import type { Page } from '@playwright/test';
import { shopWithBox } from '../cash-box.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { dayOf, sell } from '../till.ts';

/** Opens the report as a program does, past the sales list that sellers do not have. */
async function openReport(page: Page): Promise<void> {
  await page.goto('/perfil');
  const today = dayOf(new Date());
  await page.evaluate((state) => history.pushState(state, '', '/pdf-report'), {
    search: '',
    productsSelected: [],
    startDate: today,
    endDate: today,
    __TSR_key: 'report',
    __TSR_index: 1,
  });
  await page.reload();
}

test('a seller with an open box gets no sums of the period', async ({ page, shop }) => {
  const { seller, goods, box } = await shopWithBox(shop);
  await sell(shop, seller, { product: goods.shirt, quantity: 10, payments: [['Dinheiro', 420]] });
  await shop.signIn(page, seller);
  await openReport(page);
  await expect(
    page.getByText('O relatório fica disponível depois de fechar o caixa.'),
  ).toBeVisible();
  await expect(page.getByText('420,00')).toHaveCount(0);
  await expectAccessible(page);

  await seller.call('countBox', { params: { id: `${box.id}` }, body: { cash: 520 } });
  await page.reload();
  await expect(page.getByRole('article', { name: 'Relatório' })).toContainText('R$ 420,00');

  // An open box of their own keeps nothing from an administrator.
  await shop.admin.call('openBox', { body: { float: 100 } });
  await shop.signIn(page, shop.admin);
  await openReport(page);
  await expect(page.getByRole('article', { name: 'Relatório' })).toContainText('R$ 420,00');
});
