import type { Page } from '@playwright/test';
import { brl, SALE_MADE, salesIn } from '../counter-screen.ts';
import { exchangesIn, SHIRT, test, twoShirts } from '../exchange-screen.ts';
import { expect, expectAccessible, type Goods } from '../fixtures.ts';
import { printed } from '../paper.ts';
import { timesPrinted } from '../print-dialog.ts';
import { sell } from '../till.ts';

/** Expects no sideways scrolling and no violation on a narrow phone, and goes back to the usual window. */
async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 768 });
}

test('a shirt for another and a notebook: the client pays the rest', async ({
  page,
  context,
  shop,
  counter,
  exchange,
  sold,
}) => {
  await exchange.start(sold);
  await expect(counter.code).toBeFocused();
  // Nothing is given back before anything is bought, and an exchange for nothing is a return.
  await expect(counter.figure('A DEVOLVER')).toBeHidden();
  await counter.closeOrder.click();
  await expect(page.getByText('desista da troca: isto é uma devolução')).toBeVisible();
  await expect(exchange.card).toContainText('Maria das Dores Souza');
  await expect(exchange.card).toContainText('Aluno: João Souza');
  await expect(exchange.card).toContainText(`1 × ${SHIRT}`);
  await expect(exchange.card).toContainText('CréditoR$ 42,00');
  await expect(counter.client).toBeHidden();

  await exchange.buy('103', '101');
  await expect(exchange.credit).toHaveValue(brl('42,00'));
  await expect(exchange.credit).not.toBeEditable();
  await expect(counter.payment).toContainText('Maria das Dores Souza');
  await expect(counter.payment).toContainText(`Aluno: João Souza · Troca da venda nº ${sold.id}`);
  await expect(counter.payment.getByRole('button', { name: /^Faltam/ })).toHaveText(
    /Faltam R\$\s18,90/,
  );
  await expect(counter.method(2)).toBeFocused();
  await expectAccessible(page);
  await counter.pay(2, 'Dinheiro', '2000');
  await expect(counter.figure('VALOR PAGO')).toHaveValue(brl('62,00'));
  await expect(counter.figure('TROCO')).toHaveValue(brl('1,10'));

  const opened = context.waitForEvent('page');
  await counter.finish.click();
  await expect(exchange.approval).toContainText(`Troca da venda nº ${sold.id}`);
  await expect(exchange.approval).toContainText('R$ 42,00');
  await expect(exchange.approval).toContainText(`Volta: 1 × ${SHIRT}`);
  await expect(exchange.approval).toContainText('O cliente paga: R$ 18,90');
  await exchange.approveAs(shop.admin);
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: SALE_MADE })).toContainText('R$ 1,10');
  // One tab with both papers, each on a sheet of its own.
  const papers = await opened;
  await expect(papers.getByRole('article')).toHaveCount(2);
  await expect.poll(() => timesPrinted(papers)).toBe(1);
  const { sheets, text } = await printed(papers);
  expect(sheets).toHaveLength(2);
  expect(sheets[0]).toContain('pago por Troca R$ 42,00; Dinheiro R$ 20,00, estando assim quitado.');
  expect(sheets[0]).toContain('Pago R$ 62,00 Troco R$ 1,10');
  expect(sheets[1]).toContain('COMPROVANTE DE TROCA');
  expect(text).not.toContain('2ª via');

  const [made] = await exchangesIn(shop);
  expect(made).toMatchObject({
    kind: 'exchange',
    sale: sold.id,
    total: 42,
    reason: 'Tamanho errado',
    approved_by: 'Administrador',
    payments: [{ method: 'Troca', amount: -42 }],
  });
  expect(await salesIn(shop)).toBe(2);

  // The counter is empty again.
  await expect(exchange.card).toBeHidden();
  await expect(counter.cpf).toBeFocused();
});

test('two shirts for a notebook: money back', async ({ page, shop, counter, exchange, sold }) => {
  await exchange.start(sold, 2);
  await counter.scan('101');
  await page.reload();
  await expect(exchange.card).toContainText(`TROCA · VENDA Nº ${sold.id}`);
  await counter.expectItems('Caderno');
  // An exchange is not parked; F4 covers nothing, so that F8 closes the order at once.
  await expect(page.getByRole('button', { name: 'Deixar em espera' })).toBeDisabled();
  await expectFits(page);
  await counter.code.focus();
  await page.keyboard.press('F4');
  await page.keyboard.press('F8');
  await expect(exchange.credit).toHaveValue(brl('18,90'));
  await expect(counter.figure('A DEVOLVER')).toHaveValue(brl('65,10'));
  await expect(counter.figure('TROCO')).toHaveValue(brl('0,00'));
  await expect(exchange.backMethod(1)).toBeFocused();
  await expect(exchange.backMethod(1)).toHaveValue('Pix');
  await expect(exchange.back(1)).toHaveValue(brl('30,00'));
  await expect(exchange.backMethod(2)).toHaveValue('Dinheiro');
  await expect(exchange.back(2)).toHaveValue(brl('35,10'));
  await expectFits(page);

  await exchange.back(2).fill('3500');
  await counter.finish.click();
  await expect(counter.payment.getByRole('alert')).toContainText('Faltam R$ 0,10');
  await expect(exchange.backMethod(1)).toBeFocused();
  // Another total gives back another sum, again the way it came.
  await counter.editOrder.click();
  await counter.scan('102');
  await counter.closeOrder.click();
  await expect(exchange.credit).toHaveValue(brl('20,45'));
  await expect(exchange.back(2)).toHaveValue(brl('33,55'));
  await counter.payment.getByRole('button', { name: 'Remover forma de pagamento 1' }).click();
  await exchange.back(1).fill('6355');
  await page.reload();
  await expect(exchange.back(1)).toHaveValue(brl('63,55'));
  await counter.finish.click();
  await exchange.approveAs(shop.admin);
  await expect(page.getByRole('status').filter({ hasText: SALE_MADE })).toContainText(
    'Devolva R$ 63,55 em Dinheiro',
  );
  // It stays beside the last sale when the message has gone.
  await expect(page.getByText(/nº \d+ · .* · Devolva R\$\s63,55 em Dinheiro/)).toBeVisible();
  const [made] = await exchangesIn(shop);
  expect(made?.payments).toEqual([
    { method: 'Troca', amount: -20.45 },
    { method: 'Dinheiro', amount: -63.55 },
  ]);
});

test('one shirt for another, by keys alone', async ({ page, shop, counter, exchange, sold }) => {
  await expect(counter.cpf).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.type(`V${sold.id}`);
  await page.keyboard.press('Enter');
  await expect(
    exchange.dialog.getByRole('button', { name: 'Devolver', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(exchange.dialog.getByRole('button', { name: 'Trocar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(exchange.dialog.getByRole('spinbutton')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(exchange.dialog.getByRole('spinbutton')).toHaveValue('1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(exchange.dialog.getByLabel('Motivo', { exact: true })).toBeFocused();
  // Faster keys would be a scanner's.
  const delay = 60;
  await page.keyboard.type('Tamanho errado', { delay });
  await page.keyboard.press('Enter');
  await expect(exchange.card).toBeVisible();
  await expect(counter.code).toBeFocused();
  await page.keyboard.type('103');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F8');
  await expect(exchange.credit).toHaveValue(brl('42,00'));
  await expect(counter.method(2)).toBeHidden();
  await expect(counter.finish).toBeFocused();
  await page.keyboard.press('F9');
  await expect(exchange.approval.getByLabel('Login')).toBeFocused();
  await page.keyboard.type(shop.admin.login, { delay });
  await page.keyboard.press('Tab');
  await page.keyboard.type(shop.admin.password, { delay });
  await page.keyboard.press('Enter');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  const [made] = await exchangesIn(shop);
  expect(made?.payments).toEqual([{ method: 'Troca', amount: -42 }]);
});

test('the other sizes of what comes back stand first, and one is as many as came back', async ({
  page,
  shop,
  counter,
  exchange,
  seller,
}) => {
  const made = [];
  for (const [code, size] of [
    ['201', 'GG'],
    ['202', 'M'],
    ['203', 'P'],
  ] as const) {
    const body = { code, name: `Camiseta polo ${size}`, price: 45, active: true };
    made.push(await shop.admin.call('createProduct', { body }));
  }
  const sale = await sell(shop, seller, { product: made[1] as Goods, quantity: 3 });
  await page.reload();
  await exchange.start(sale, 2);
  const sizes = page.getByRole('group', { name: 'Tamanhos de Camiseta polo' });
  await expect(sizes.getByRole('button')).toHaveText(['P', 'GG']);
  await expect(counter.code).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Shift+Tab');
  await expect(sizes.getByRole('button', { name: 'GG' })).toBeFocused();
  await page.keyboard.press('p');
  await page.keyboard.press('Enter');
  await expect(counter.productName).toHaveValue('Camiseta polo P');
  await expect(counter.quantity).toHaveValue('2');
  await expect(counter.quantity).toBeFocused();
  await page.keyboard.press('Enter');
  await counter.expectItems('Camiseta polo P');
  await counter.closeOrder.click();
  await expect(exchange.credit).toHaveValue(brl('90,00'));
  await counter.finish.click();
  await exchange.approveAs(shop.admin);
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  const [exchanged] = await exchangesIn(shop);
  expect(exchanged?.payments).toEqual([{ method: 'Troca', amount: -90 }]);
});

test('an administrator exchanges from the list of sales, without an approval', async ({
  page,
  shop,
  counter,
  exchange,
  seller,
  goods,
}) => {
  const sold = await twoShirts(shop, seller, goods.shirt);
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  await page.getByRole('row').filter({ hasText: 'Maria das Dores' }).click();
  await exchange.dialog.getByRole('button', { name: 'Trocar', exact: true }).click();
  await exchange.choose(1);
  await expect(page).toHaveURL(/\/pdv$/);
  await expect(exchange.card).toContainText(`TROCA · VENDA Nº ${sold.id}`);
  await exchange.buy('103');
  await counter.finish.click();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  expect(await exchangesIn(shop)).toMatchObject([{ approved_by: null, seller: shop.admin.id }]);
});
