import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';

const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu do usuário' }).click();

// Specification: 2.4, 4.7, 6.2, 8.2, 9.7
test('the frame greets, leads home and lists the pages of each role', async ({ page, shop }) => {
  const institution = await shop.admin.call('readInstitution');
  const banner = page.getByRole('banner');
  const items = page.getByRole('menuitem');

  await shop.signIn(page, await shop.newUser({ name: 'Vera Lúcia', login: 'vera' }));
  await expect(banner).toContainText('Olá, Vera Lúcia');
  await expect(page.getByRole('contentinfo')).toHaveText(`© 2025 ${institution.company_name} ltda`);
  // The logo is the only link of the bar.
  await expect(banner.getByRole('link')).toHaveCount(1);
  await openMenu(page);
  await expect(items).toHaveText([
    'PDV',
    'Meus recibos',
    'Perfil',
    'Ajuda',
    'Ir para…Ctrl K',
    'Tema: do sistema',
    'FECHAR CAIXA',
    'Sair',
  ]);
  await expectAccessible(page);
  await items.filter({ hasText: 'Perfil' }).click();
  await expect(page).toHaveURL(/\/perfil$/);
  await openMenu(page);
  await items.filter({ hasText: 'FECHAR CAIXA' }).click();
  const dialog = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(dialog).toContainText('Nenhuma venda realizada hoje');
  await expect(dialog.getByRole('button')).toHaveText(['Cancelar']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toBeHidden();
  await banner.getByRole('link').click();
  await expect(page).toHaveURL(/\/pdv$/);

  await shop.signIn(page, shop.admin);
  await openMenu(page);
  await expect(items).toHaveText([
    'Ger. Fechamentos',
    'Vendas',
    'Painel',
    'Produtos vendidos',
    'Estoque',
    'Conferência',
    'Meses',
    'Lançamentos',
    'Ger. Produtos',
    'Ger. Usuários',
    'Ger. Met. Pagamento',
    'Listas',
    'Clientes',
    'Alunos',
    'Auditoria',
    'Configurações',
    'PDV',
    'Meus recibos',
    'Perfil',
    'Ajuda',
    'Ir para…Ctrl K',
    'Tema: do sistema',
    'FECHAR CAIXA',
    'Sair',
  ]);
  const pages = [
    ['Ger. Fechamentos', '/gerenciarFechamentos'],
    ['Vendas', '/vendas'],
    ['Ger. Produtos', '/produtos'],
    ['Ger. Usuários', '/usuarios'],
    ['Ger. Met. Pagamento', '/categorias'],
    ['Lançamentos', '/lancamentos'],
    ['Painel', '/painel'],
    ['Conferência', '/conferencia'],
    ['Meses', '/meses'],
    ['Produtos vendidos', '/vendas-por-produto'],
    ['Estoque', '/estoque'],
    ['Listas', '/listas'],
    ['Clientes', '/clientes'],
    ['Alunos', '/alunos'],
    ['Auditoria', '/auditoria'],
    ['Configurações', '/configuracoes'],
    ['PDV', '/pdv'],
  ] as const;
  for (const [label, path] of pages) {
    const item = page.getByRole('menuitem', { name: label, exact: true });
    await expect(item).toHaveAttribute('href', path);
  }
  await page.getByRole('menuitem', { name: 'Ger. Produtos' }).click();
  await expect(page).toHaveURL('/produtos');
  await banner.getByRole('link').click();
  await expect(page).toHaveURL(/\/vendas$/);
});

test("an administrator's pages are in groups, all in sight at once on a laptop", async ({
  page,
  shop,
}) => {
  await shop.signIn(page, shop.admin, { at: '/perfil' });
  const group = (name: string) => page.getByRole('group', { name }).getByRole('menuitem');
  await openMenu(page);
  await expect(group('Movimento')).toHaveText([
    'Ger. Fechamentos',
    'Vendas',
    'Painel',
    'Produtos vendidos',
    'Estoque',
  ]);
  await expect(group('Tesouraria')).toHaveText(['Conferência', 'Meses', 'Lançamentos']);
  await expect(group('Sistema')).toHaveText(['Auditoria', 'Configurações']);
  await expect(group('Atendimento')).toHaveText(['PDV', 'Meus recibos']);
  for (const [width, height] of [
    [1366, 650],
    [1093, 520],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const item of await page.getByRole('menuitem').all()) {
      await expect(item).toBeInViewport({ ratio: 1 });
    }
  }
  // Down from the last of one column comes the first of the other.
  await page.getByRole('menuitem', { name: 'Configurações' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'PDV' })).toBeFocused();
  await expectAccessible(page);
});

test('the menu scrolls inside itself where the window is low or narrow', async ({ page, shop }) => {
  await shop.signIn(page, shop.admin, { at: '/perfil' });
  const items = page.getByRole('menuitem');
  const last = items.filter({ hasText: 'Sair' });
  await page.setViewportSize({ width: 390, height: 700 });
  await openMenu(page);
  await expect(last).toBeVisible();
  for (const [width, height] of [
    [390, 700],
    [390, 560],
    [911, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await items.first().scrollIntoViewIfNeeded();
    await items.first().hover();
    await expect(last).not.toBeInViewport();
    await page.mouse.wheel(0, 2_000);
    await expect(last).toBeInViewport({ ratio: 1 });
    // The page stays, under a menu that stays open.
    await page.mouse.wheel(0, 2_000);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.mouse.wheel(0, -2_000);
    await expect(items.first()).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(last).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(items.first()).toBeInViewport();
  await page.keyboard.press('End');
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});

// Specification: 2.4, 3.1, 9.6
test('content is 1286 px wide at most, under a bar with a picture', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await shop.signIn(page, shop.admin);
  const main = page.getByRole('main');
  const widthOfContent = () =>
    main.evaluate((element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    });
  for (const path of ['/vendas', '/pdv', '/perfil']) {
    await goTo(page, path);
    await expect(main.getByRole('heading').first()).toBeAttached();
    expect(await widthOfContent()).toBe(1286);
  }
  await page.setViewportSize({ width: 1200, height: 800 });
  expect(await widthOfContent()).toBeLessThan(1200);

  const logo = page.getByRole('banner').getByRole('link');
  await expect(logo).toHaveAttribute('href', '/');
  await expect(logo.getByRole('img')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Menu do usuário' });
  const picture = menu.locator('img');
  await expect(picture).toHaveCount(0);
  await expect(menu.locator('svg').first()).toBeVisible();
  // A picture is shown only to a record that also spells it imagen.
  const keep = (fields: object) =>
    page.evaluate((more) => {
      const record = JSON.parse(localStorage.getItem('user') ?? '{}');
      Object.assign(record.user, more);
      localStorage.setItem('user', JSON.stringify(record));
    }, fields);
  await keep({ image: '/favicon.svg' });
  await page.reload();
  await expect(menu).toBeVisible();
  await expect(picture).toHaveCount(0);
  await keep({ imagen: 'x' });
  await page.reload();
  await expect(picture).toHaveAttribute('src', '/favicon.svg');
});
