import type { Page } from '@playwright/test';
import { openCounter, SALE_MADE } from './counter-screen.ts';
import { expect, test } from './fixtures.ts';

const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu do usuário' }).click();

test('the frame greets, leads home and offers each role its pages in their order', async ({
  page,
  shop,
  signIn,
  expectAccessible,
}) => {
  const institution = await shop.admin.call('readInstitution');
  const banner = page.getByRole('banner');
  const items = page.getByRole('menuitem');

  await signIn(await shop.newUser({ name: 'Vera Lúcia', login: 'vera' }));
  await expect(banner).toContainText('Olá, Vera Lúcia');
  await expect(page.getByRole('contentinfo')).toHaveText(`© 2025 ${institution.company_name} ltda`);
  // The logo is the only link of the bar.
  await expect(banner.getByRole('link')).toHaveCount(1);
  await openMenu(page);
  await expect(items).toHaveText(['PDV', 'Perfil', 'FECHAR CAIXA', 'Sair']);
  await expectAccessible();
  await items.filter({ hasText: 'Perfil' }).click();
  await expect(page).toHaveURL(/\/perfil$/);
  await banner.getByRole('link').click();
  await expect(page).toHaveURL(/\/pdv$/);

  await signIn(shop.admin);
  await openMenu(page);
  await expect(items).toHaveText([
    'Ger. Fechamentos',
    'Vendas',
    'Ger. Produtos',
    'Ger. Usuários',
    'Ger. Met. Pagamento',
    'Auditoria',
    'PDV',
    'Perfil',
    'FECHAR CAIXA',
    'Sair',
  ]);
  const pages = [
    ['Ger. Fechamentos', '/gerenciarFechamentos'],
    ['Vendas', '/vendas'],
    ['Ger. Produtos', '/produtos'],
    ['Ger. Usuários', '/usuarios'],
    ['Ger. Met. Pagamento', '/categorias'],
    ['Auditoria', '/auditoria'],
    ['PDV', '/pdv'],
  ] as const;
  for (const [label, path] of pages) {
    await items.filter({ hasText: label }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === path);
    await openMenu(page);
  }
  await page.keyboard.press('Escape');
  await banner.getByRole('link').click();
  await expect(page).toHaveURL(/\/vendas$/);
});

test('the picture is shown only to a record that also spells it imagen', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn(shop.admin);
  const avatar = page.getByRole('button', { name: 'Menu do usuário' }).locator('img');
  const keep = (fields: object) =>
    page.evaluate((more) => {
      const record = JSON.parse(localStorage.getItem('user') ?? '{}');
      Object.assign(record.user, more);
      localStorage.setItem('user', JSON.stringify(record));
    }, fields);

  await keep({ image: '/favicon.svg' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Menu do usuário' })).toBeVisible();
  await expect(avatar).toHaveCount(0);
  await keep({ imagen: 'x' });
  await page.reload();
  await expect(avatar).toHaveAttribute('src', '/favicon.svg');
});

test('FECHAR CAIXA says that nothing was sold, and opens the slip when something was', async ({
  page,
  context,
  shop,
  signIn,
  expectAccessible,
}) => {
  const { counter } = await openCounter({ page, shop, signIn });
  const closeBox = async () => {
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'FECHAR CAIXA' }).click();
  };
  await closeBox();
  const told = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(told).toContainText('Nenhuma venda realizada hoje');
  await expect(told.getByRole('button')).toHaveText(['Cancelar']);
  await expectAccessible();
  await told.getByRole('button', { name: 'Cancelar' }).click();
  await expect(told).toBeHidden();

  await counter.takeOrder();
  await counter.closeOrder.click();
  await counter.pay(1, 'Dinheiro', '2000');
  const [receipt] = await Promise.all([context.waitForEvent('page'), counter.finish.click()]);
  await expect(receipt.getByRole('heading', { name: 'RECIBO' })).toBeVisible();
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  await expect(counter.items).toHaveCount(0);

  const [slip] = await Promise.all([context.waitForEvent('page'), closeBox()]);
  await expect(slip).toHaveURL(/\/pdfFechamento$/);
  await expect(slip.getByRole('heading', { name: 'FECHAMENTO' })).toBeVisible();
  // What the change took back is not takings.
  await expect(slip.getByRole('article')).toContainText('Vera Lúcia');
  await expect(slip.getByRole('article')).toContainText('R$ 18,90');
  await expect(slip.getByRole('article')).not.toContainText('20,00');
});
