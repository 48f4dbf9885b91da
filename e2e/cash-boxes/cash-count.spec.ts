import type { Page } from '@playwright/test';
import { approve, boxScreen, countBoxes, moveCash, shopWithBox } from '../cash-box.ts';
import { counterScreen } from '../counter-screen.ts';
import { choose, expect, expectAccessible, openedBy, test } from '../fixtures.ts';
import { timesPrinted } from '../print-dialog.ts';
import { sell } from '../till.ts';

/** The texts of all responses of the API from now on. */
function recordAnswers(page: Page) {
  const texts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) {
      texts.push(response.text().catch(() => ''));
    }
  });
  return async () => (await Promise.all(texts)).join('\n');
}

test('notes and coins are counted by keyboard alone', async ({ page, shop }) => {
  const { seller, goods, box } = await shopWithBox(shop, { float: 123.45 });
  const answers = recordAnswers(page);
  for (const paid of [50, 42]) {
    await sell(shop, seller, { product: goods.shirt, payments: [['Dinheiro', paid]] });
  }
  await shop.signIn(page, seller);
  const ui = boxScreen(page);
  const { keyboard } = page;
  await expect(counterScreen(page).cpf).toBeFocused();
  await page.getByRole('button', { name: 'Menu do usuário' }).press('Enter');
  await page.getByRole('menuitem', { name: 'FECHAR CAIXA' }).press('Enter');

  // What is no number of notes stays, and counts as none.
  await expect(ui.pieces('Notas de R$ 200,00')).toBeFocused();
  await keyboard.type('1,5', { delay: 120 });
  await keyboard.press('Enter');
  await expect(ui.count.locator('input:focus')).toHaveValue('1,5');
  await expect(ui.count.getByRole('alert')).toHaveText('A quantidade é um número inteiro.');
  await expect(ui.count.getByRole('status')).toHaveText('R$ 0,00');
  // A reload loses none of it.
  await page.reload();
  await expect(counterScreen(page).cpf).toBeFocused();
  await page.getByRole('button', { name: 'Menu do usuário' }).press('Enter');
  await page.getByRole('menuitem', { name: 'FECHAR CAIXA' }).press('Enter');
  const notes = ui.count.getByRole('textbox', { name: 'Notas de R$ 200,00' });
  await expect(notes).toHaveValue('1,5');
  await notes.focus();
  for (const _ of '1,5') await keyboard.press('Backspace');

  // 207,45: two notes of 100, one of 5 and one of 2, and coins.
  await expect(ui.pieces('Notas de R$ 200,00')).toBeFocused();
  const typed = { 'Notas de R$ 100,00': '2', 'Notas de R$ 5,00': '1', 'Notas de R$ 2,00': '1' };
  const coins = { 'Moedas de R$ 0,25': '1', 'Moedas de R$ 0,10': '2' };
  const all: Record<string, string> = { ...typed, ...coins };
  for (const value of ['200,00', '100,00', '50,00', '20,00', '10,00', '5,00', '2,00']) {
    const name = `Notas de R$ ${value}`;
    await expect(ui.pieces(name)).toBeFocused();
    await keyboard.type(all[name] ?? '', { delay: 120 });
    await keyboard.press('Enter');
  }
  for (const value of ['1,00', '0,50', '0,25', '0,10', '0,05', '0,01']) {
    const name = `Moedas de R$ ${value}`;
    await expect(ui.pieces(name)).toBeFocused();
    // As slowly as a hand: Enter right after digits would be a scanner's.
    await keyboard.type(all[name] ?? '', { delay: 120 });
    await keyboard.press('Enter');
  }
  await expect(ui.count.getByRole('status')).toHaveText('R$ 207,45');
  await expect(ui.saveCount).toBeFocused();
  await expectAccessible(page);

  // Until here neither the screen nor any response has said what to expect.
  const { movements: _movements, ...sums } = await shop.admin.call('readBox', {
    params: { id: `${box.id}` },
  });
  expect(sums.expected_cash).toBe(207.45);
  expect(await answers()).not.toMatch(/207\.45|"expected|total_final|"difference"/);
  await keyboard.press('Enter');
  await expect(ui.sure).toContainText('R$ 207,45');
  await expectAccessible(page);
  const slip = await openedBy(page, () => keyboard.press('Enter'));
  await expect(slip).toHaveURL(/\/pdfFechamento$/);
  await expect.poll(() => timesPrinted(slip)).toBe(1);
  const paper = slip.getByRole('article');
  for (const part of [
    `Caixa nº ${box.id}`,
    'Total vendido R$ 84,00',
    /Fundo de troco\s*R\$\s123,45/,
    /Dinheiro esperado\s*R\$\s207,45/,
    'confere',
  ]) {
    await expect(paper).toContainText(part);
  }
  await expect(paper).not.toContainText('Motivo');
  await expectAccessible(slip);
  await expect(ui.result.getByRole('row').nth(1)).toContainText('confere');
  await expect(ui.closed.getByRole('button', { name: 'Pronto' })).toBeFocused();
  await expectAccessible(page);
  await keyboard.press('Enter');
  await expect(ui.float).toHaveValue(/207,45/);
});

test('a drawer that is short needs a reason and an administrator, also after lost responses', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|status of 409|The count was not saved/);
  const lost = new Set<string>();
  await page.route('**/api/pdv/boxes/*/*/', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname)) return route.fallback();
    lost.add(pathname);
    await route.fetch();
    await route.abort();
  });
  const { seller, goods, box } = await shopWithBox(shop);
  await sell(shop, seller, { product: goods.shirt, payments: [['Dinheiro', 42]] });
  await moveCash(seller, 'withdrawal', 20, 'Cofre');
  await shop.signIn(page, seller);
  const ui = boxScreen(page);
  await choose(page, 'FECHAR CAIXA');
  await ui.countSum('11600');
  await expect(ui.result).toContainText('faltam R$ 6,00');
  const reason = ui.count.getByLabel('Motivo da diferença');
  await expect(reason).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(ui.count.getByText('Diga o motivo.')).toBeVisible();
  // Nobody may count again, and the counter sells nothing until the box has closed.
  await page.reload();
  await expect(
    page.getByRole('heading', { name: `Falta fechar o caixa nº ${box.id}` }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'TERMINAR O FECHAMENTO' }).click();
  await expect(ui.result).toContainText('faltam R$ 6,00');
  await reason.fill('Troco dado a mais');
  await page.keyboard.press('Enter');
  const opened = await openedBy(page, () => approve(page, shop.admin));
  const paper = opened.getByRole('article');
  await expect(paper).toContainText('faltam R$ 6,00');
  await expect(paper).toContainText('Motivo da diferença: Troco dado a mais');
  await expect(paper).toContainText('Autorizada por: Administrador');
  await expect(paper).toContainText(/Sangria: Cofre\s*−R\$\s20,00/);
  expect(lost.size).toBe(2);
  expect(await shop.sql('SELECT box_id FROM closings')).toEqual([{ box_id: box.id }]);
  await ui.closed.getByRole('button', { name: 'Pronto' }).click();
  await expect(ui.float).toHaveValue(/116,00/);
});

test('cards and Pix are counted too, where the shop wants it', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const settings = { count_every_method: true, difference_limit: 0 };
  const { seller, goods } = await shopWithBox(shop, { settings });
  await sell(shop, seller, { product: goods.shirt });
  await sell(shop, seller, { product: goods.notebook, payments: [['Cartão de débito', 18.9]] });
  await shop.signIn(page, seller);
  const ui = boxScreen(page);
  await choose(page, 'FECHAR CAIXA');
  await ui.count.getByLabel('Pix').fill('4200');
  await ui.count.getByLabel('Cartão de débito').fill('1980');
  await expect(ui.count.getByLabel('Dinheiro', { exact: true })).toHaveCount(0);
  // What was typed is there after a reload.
  await page.reload();
  await choose(page, 'FECHAR CAIXA');
  await expect(ui.count.getByLabel('Pix')).toHaveValue(/42,00/);
  const wide = () => ui.count.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  expect(await wide()).toBe(0);
  await expectAccessible(page);
  await ui.countSum('10000');
  const rows = ui.result.getByRole('row');
  await expect(rows.filter({ hasText: 'Dinheiro' })).toContainText('confere');
  await expect(rows.filter({ hasText: 'Pix' })).toContainText('confere');
  await expect(rows.filter({ hasText: 'Cartão de débito' })).toContainText('sobram R$ 0,90');
  expect(await wide()).toBe(0);
  await expectAccessible(page);
});

test('a count in another tab is final', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 409|The count was not saved/);
  const { seller, box } = await shopWithBox(shop);
  await shop.signIn(page, seller);
  const ui = boxScreen(page);
  await choose(page, 'FECHAR CAIXA');
  await expect(ui.count).toBeVisible();
  await seller.call('countBox', { params: { id: `${box.id}` }, body: { cash: 99 } });
  await ui.countSum('10000');
  await expect(ui.count.getByRole('alert')).toHaveText(
    'Este caixa já foi contado, com outros valores.',
  );
  await page.keyboard.press('Enter');
  await expect(ui.float).toHaveValue(/99,00/);
});

test('a box that a slow server names late is counted, whatever the day said meanwhile', async ({
  page,
  shop,
}) => {
  await countBoxes(shop);
  const seller = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  await shop.signIn(page, seller);
  const ui = boxScreen(page);
  // This tab has read that there is no box; another one opens it.
  await expect(ui.open).toBeVisible();
  await seller.call('openBox', { body: { float: 100 } });
  const nothing = page.getByRole('dialog').getByText('Nenhuma venda realizada hoje');

  for (const last of ['box', 'day'] as const) {
    const box = Promise.withResolvers<void>();
    const day = Promise.withResolvers<void>();
    await page.route('**/api/pdv/box/', async (route) => {
      await box.promise;
      await route.continue();
    });
    await page.route('**/api/pdv/closeBox/', async (route) => {
      await day.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/pdv/closeBox/');
    await choose(page, 'FECHAR CAIXA');
    await asked;
    if (last === 'box') {
      day.resolve();
      await expect(nothing).toBeVisible();
      box.resolve();
      await expect(ui.count).toBeVisible();
    } else {
      box.resolve();
      await expect(ui.count).toBeVisible();
      const answered = page.waitForResponse('**/api/pdv/closeBox/');
      day.resolve();
      await (await answered).finished();
    }
    await expect(ui.pieces('Notas de R$ 200,00')).toBeFocused();
    await expect(nothing).toBeHidden();
    await page.unroute('**/api/pdv/box/');
    await page.unroute('**/api/pdv/closeBox/');
    await page.goto('/perfil');
  }
});
