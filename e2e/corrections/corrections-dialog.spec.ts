import type { Locator } from '@playwright/test';
import { row } from '../back-office.ts';
import { correctionScreen, correctionsIn, SHIRT, twoShirts } from '../correction-screen.ts';
import { expect, openedBy, saleOf, test } from '../fixtures.ts';
import { newClient } from '../till.ts';

test('whoever approves a correction reads what the payment was, and the dialog what is done', async ({
  page,
  shop,
}) => {
  const { vera, sale } = await twoShirts(shop);
  await shop.signIn(page, vera, { at: '/minhas-vendas' });
  const box = page.getByRole('textbox', { name: 'Buscar venda' });
  await box.fill(`V${sale.id}`);
  await box.press('Enter');
  await row(page, 'Maria').click();
  const screen = correctionScreen(page, sale);
  const titled = (words: string) =>
    expect(page.getByRole('dialog', { name: words, exact: true })).toBeVisible();
  await titled(`Venda nº ${sale.id}`);
  await screen.button('Devolver').click();
  await titled(`Devolver · venda nº ${sale.id}`);
  await screen.button('Voltar').click();
  await titled(`Venda nº ${sale.id}`);
  await screen.button('Corrigir pagamento').click();
  await titled(`Corrigir pagamento · venda nº ${sale.id}`);
  await screen.method(1).selectOption('Cartão de débito');
  await screen.amount(1).fill('2000');
  await screen.button('Outra forma').click();
  await screen.button('CORRIGIR PAGAMENTO').click();
  await expect(screen.method(3)).toBeFocused();
  await screen.method(3).selectOption('Dinheiro');
  await screen.button('CORRIGIR PAGAMENTO').click();
  await expect(screen.reason).toBeFocused();
  await page.keyboard.type('Forma errada', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(screen.approval).toContainText(
    'Pix R$ 30,00 e Dinheiro R$ 54,00 → Cartão de débito R$ 20,00 e Dinheiro R$ 64,00',
  );
  await page.keyboard.press('Escape');
  await expect(screen.reason).toBeFocused();
  expect(await correctionsIn(shop)).toEqual([]);
});

test('two windows return the same item: the second learns of it and returns the rest', async ({
  page,
  context,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409|The correction was not recorded/);
  const { sale } = await twoShirts(shop);
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  const other = await context.newPage();
  await other.goto('/vendas');
  const [one, two] = [correctionScreen(page, sale), correctionScreen(other, sale)];
  for (const [tab, screen] of [
    [page, one],
    [other, two],
  ] as const) {
    await row(tab, 'Maria').click();
    await screen.button('Devolver').click();
    await screen.units(SHIRT).fill('2');
    await screen.button('Tamanho errado').click();
  }
  await one.units(SHIRT).fill('1');
  const paper = await openedBy(page, () => one.button('DEVOLVER').click());
  // While a tab opens, Playwright stops all pages of its process: the browser itself would send the other form.
  await expect(paper.getByRole('article')).toBeVisible();
  await expect(one.dialog.getByRole('status')).toContainText('registrada.');
  await two.button('DEVOLVER').click();
  await expect(two.dialog.getByRole('alert')).toContainText('Parte disto já voltou');
  await expect(two.units(SHIRT)).toHaveValue('1');
  await expect(two.dialog).toContainText('Valor a devolverR$ 42,00');
  await expect(two.reason).toHaveValue('Tamanho errado');
  await two.button('DEVOLVER').click();
  await expect(two.dialog.getByRole('status')).toContainText('registrada.');
  expect((await correctionsIn(shop)).map(({ total }) => total)).toEqual([42, 42]);
});

test('a return by keyboard alone, in a narrow window; another wants an open cash box', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409|The correction was not recorded/);
  const { sale } = await twoShirts(shop);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  await row(page, 'Maria').getByRole('button', { name: /Maria/ }).focus();
  await page.keyboard.press('Enter');
  const screen = correctionScreen(page, sale);
  await expect(screen.button('Recibo (2ª via)')).toBeFocused();
  for (let buttons = 0; buttons < 3; buttons++) await page.keyboard.press('Tab');
  await expect(screen.button('Devolver')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(screen.units(SHIRT)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(screen.units(SHIRT)).toHaveValue('1');
  const wide = await screen.dialog.evaluate((each) => each.scrollWidth - each.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(screen.reason).toBeFocused();
  await page.keyboard.type('Não serviu');
  await page.keyboard.press('Enter');
  // Without a pop-up a link leads to the paper.
  const opened = await openedBy(page, () =>
    page.getByRole('link', { name: 'Abrir em uma nova janela' }).click(),
  );
  await expect(opened.getByRole('article')).toContainText('Não serviu');
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(screen.dialog.getByRole('status')).toContainText('registrada.');
  expect(await correctionsIn(shop)).toMatchObject([{ reason: 'Não serviu', total: 42 }]);

  await shop.sql("UPDATE settings SET cash_box = 'counted'");
  await screen.giveBack(SHIRT, 1);
  await expect(screen.dialog.getByRole('alert')).toContainText('Abra o caixa no PDV');
  await expect(screen.units(SHIRT)).toHaveValue('1');
});

test('a return of six items on a common laptop: all in sight, Enter leads on, the result begins at its top', async ({
  page,
  shop,
}) => {
  const { vera } = await twoShirts(shop);
  const items = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (n) => ({
      product: await shop.admin.call('createProduct', {
        body: { code: `L${n}`, name: `Livro ${n}`, price: 10, active: true },
      }),
      quantity: 1,
    })),
  );
  const client = await newClient(shop);
  const payments = [{ method: 'Pix', amount: 60 }];
  const sale = await vera.call('createSale', { body: saleOf({ client, items, payments }) });
  await page.setViewportSize({ width: 1366, height: 650 });
  await shop.signIn(page, shop.admin, { at: `/vendas?sale=${sale.id}` });
  const screen = correctionScreen(page, sale);
  await screen.button('Devolver').click();
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await expect(screen.units(`Livro ${n}`)).toBeFocused();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
  }
  await expect(screen.reason).toBeFocused();
  await expect(screen.dialog).toContainText('Valor a devolverR$ 60,00');
  const edges = async (part: Locator) => {
    const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
    return { top: y, bottom: y + height };
  };
  const foot = async () => (await edges(screen.button('DEVOLVER'))).top;
  expect((await edges(screen.button('Outra forma'))).bottom).toBeLessThan(await foot());
  // What is longer than the window scrolls under the buttons, and not what was refused.
  await page.setViewportSize({ width: 911, height: 433 });
  await expect(screen.button('DEVOLVER')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  const refused = screen.dialog.getByRole('alert').filter({ hasText: 'Diga o motivo.' });
  await expect(refused).toBeInViewport({ ratio: 1 });
  expect((await edges(refused)).bottom).toBeLessThan((await foot()) + 1);
  await screen.button('Outra forma').scrollIntoViewIfNeeded();
  await page.keyboard.type('Defeito');
  await screen.button('DEVOLVER').click();
  const done = screen.dialog.getByRole('status').filter({ hasText: 'Devolva R$ 60,00 em Pix' });
  await expect(done).toBeInViewport({ ratio: 1 });
  expect(await screen.dialog.evaluate((each) => each.scrollTop)).toBe(0);
});
