import { brl, CPF, SALE_MADE, salesIn, test, textsShownIn } from '../counter-screen.ts';
import { choose, expect } from '../fixtures.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';
import { stopClock } from '../timing.ts';

test('input during the message is kept', async ({ page, context, counter, seller, shop }) => {
  await counter.prepareSale('Dinheiro', '2000');
  await stopClock(page);
  await counter.finish.click();
  const message = page.getByRole('status').filter({ hasText: SALE_MADE });
  await expect(message).toBeVisible();
  await expect(message).toContainText('Troco: R$ 1,10');
  await page.keyboard.type('11144477735');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Pedro Lima');
  await page.keyboard.press('Enter');
  const keys = await keysOf(page);
  await keys(codeAndEnter('103'), 5);
  await counter.expectItems('Camiseta');
  // It lies beside the items, not over them.
  const [said, products] = await Promise.all([
    message.boundingBox(),
    counter.products.boundingBox(),
  ]);
  expect(said?.x).toBeGreaterThanOrEqual((products?.x ?? 0) + (products?.width ?? 0));
  // A reload keeps it too, with the message and the receipt that waits.
  await page.reload();
  await expect(message).toBeVisible();
  await counter.code.focus();
  const opened = context.waitForEvent('page');
  let reloads = 0;
  page.on('load', () => reloads++);
  await page.clock.resume();
  await expect((await opened).getByRole('article')).toContainText('Caderno universitário: x1');
  // The order is sold on the page as it is.
  await expect(message).toBeHidden();
  expect(reloads).toBe(0);
  await expect(counter.cpf).toHaveValue('111.444.777-35');
  await expect(counter.clientName).toHaveValue('Pedro Lima');
  await counter.expectItems('Camiseta');
  await expect(counter.code).toBeFocused();
  expect(await salesIn(shop)).toBe(1);

  await counter.closeOrder.click();
  await expect(counter.amount(1)).toHaveValue('');
  await counter.pay(1, 'Pix', '4200');
  await counter.finish.click();
  await expect(message).toBeVisible();
  const { results } = await seller.call('listSales');
  expect(results).toMatchObject([
    { client_data: { cpf: '11144477735', name: 'Pedro Lima' }, total_general: 42 },
    { client_data: { cpf: CPF, name: 'Maria Souza' }, total_general: 18.9 },
  ]);
});

test('an order that is emptied during the message comes back after the reload too', async ({
  page,
  counter,
  seller,
}) => {
  await counter.prepareSale();
  await stopClock(page);
  await counter.finish.click();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await page.keyboard.type('11144477735');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Pedro Lima');
  await page.keyboard.press('Enter');
  const keys = await keysOf(page);
  await keys(codeAndEnter('103'), 5);
  await counter.expectItems('Camiseta');
  await page.getByRole('button', { name: 'Esvaziar', exact: true }).click();
  const emptied = page.getByRole('status').filter({ hasText: 'Balcão esvaziado.' });
  await expect(emptied).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.clock.resume();
  await reloaded;
  await emptied.getByRole('button', { name: 'Desfazer' }).click();
  await expect(counter.cpf).toHaveValue('111.444.777-35');
  await expect(counter.clientName).toHaveValue('Pedro Lima');
  await counter.expectItems('Camiseta');
  await expect(emptied).toHaveCount(0);
  expect((await seller.call('listSales')).results).toHaveLength(1);
});

test('the reload waits for an open dialog and for a press', async ({ page, counter }) => {
  await counter.prepareSale();
  await stopClock(page);
  let reloads = 0;
  page.on('load', () => reloads++);
  await counter.finish.click();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await page.clock.runFor(3_300);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await expect(dialog).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(dialog).toBeVisible();
  expect(reloads).toBe(0);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.mouse.move(400, 600);
  await page.mouse.down();
  await page.clock.runFor(2_000);
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  expect(reloads).toBe(0);
  const reloaded = page.waitForEvent('load');
  await page.mouse.up();
  await page.clock.runFor(500);
  await reloaded;
  await expect(page.getByText(SALE_MADE)).toBeHidden();
});

test('the receipt waits for a pause in the keys, since its tab takes them', async ({
  page,
  context,
  counter,
}) => {
  await counter.prepareSale();
  await stopClock(page);
  await counter.finish.click();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await page.clock.runFor(2_800);
  for (const digit of '11144') {
    await counter.cpf.press(digit);
    await page.clock.runFor(200);
  }
  expect(context.pages()).toHaveLength(1);
  // Nor is it the time while the seller draws breath.
  await page.clock.runFor(700);
  expect(context.pages()).toHaveLength(1);
  const opened = context.waitForEvent('page');
  await page.clock.runFor(300);
  await opened;
  await expect(counter.cpf).toHaveValue('111.44');
});

test('no reload comes between the keys of the next order, which is paid without one', async ({
  page,
  counter,
  seller,
}) => {
  const { keyboard } = page;
  await counter.prepareSale();
  await stopClock(page);
  let reloads = 0;
  page.on('load', () => reloads++);
  await counter.finish.click();
  const message = page.getByText(SALE_MADE);
  await expect(message).toBeVisible();
  for (const digit of '11144477735') {
    await counter.cpf.press(digit);
    await page.clock.runFor(1_100);
  }
  await expect(counter.cpf).toHaveValue('111.444.777-35');
  await expect(message).toBeHidden();
  await keyboard.press('Tab');
  await keyboard.type('Pedro');
  await page.clock.runFor(1_100);
  await counter.code.focus();
  await keyboard.type('103');
  await keyboard.press('Enter');
  await counter.expectItems('Camiseta');
  await keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
  // The client looks for the money.
  await page.clock.runFor(20_000);
  await keyboard.type('d');
  await keyboard.press('Enter');
  await keyboard.type('5000');
  await expect(counter.amount(1)).toHaveValue(brl('50,00'));
  expect(reloads).toBe(0);
  await keyboard.press('F9');
  await expect(message).toBeVisible();
  // The receipt of the first one is out, and that of this one waits, over a reload too.
  await expect(page.getByRole('link', { name: 'Abrir recibo' })).toHaveCount(0);
  await page.reload();
  await expect(message).toBeVisible();
  expect((await seller.call('listSales')).results).toMatchObject([
    { client_data: { cpf: '11144477735', name: 'Pedro' }, total_general: 42 },
    { client_data: { cpf: CPF } },
  ]);
  const reloaded = page.waitForEvent('load');
  await page.clock.resume();
  await reloaded;
});

test('a receipt opens or waits when the counter is left', async ({ page, context, counter }) => {
  const opens = async (act: () => Promise<unknown>, shown: string) => {
    const opened = context.waitForEvent('page');
    await act();
    const paper = await opened;
    await expect(paper.getByRole('article')).toContainText(shown);
    await paper.close();
  };
  await counter.prepareSale();
  await stopClock(page);
  await counter.finishSale();
  await opens(() => choose(page, 'FECHAR CAIXA'), 'FECHAMENTO');
  // Another field than the one that an empty counter begins with.
  await counter.clientName.focus();
  const reloaded = page.waitForEvent('load');
  await opens(() => page.clock.runFor(3_500), 'Caderno universitário: x1');
  await page.clock.resume();
  await reloaded;
  await expect(counter.clientName).toBeFocused();

  await counter.prepareSale();
  await counter.finishSale();
  await choose(page, 'Perfil');
  await expect(page.getByRole('heading', { name: 'Alterar senha:' })).toBeVisible();
  await choose(page, 'PDV');
  const link = page.getByRole('link', { name: 'Abrir recibo' });
  await opens(() => link.click(), 'Caderno universitário: x1');
});

test('TOTAL GERAL and TROCO are announced once they come to rest', async ({ page, counter }) => {
  const figures = page.getByRole('status').filter({ hasText: 'Total geral' });
  await counter.takeOrder({ codes: ['101', '102'] });
  await expect(figures).toHaveText(`Total geral: ${brl('20,45')}`);
  await counter.closeOrder.click();
  await counter.pay(1, 'Dinheiro', '');
  const texts = await textsShownIn(figures);
  // None of the ten amounts in between is announced.
  await page.clock.install();
  await counter.amount(1).pressSequentially('2000');
  await counter.amount(1).fill('');
  await counter.amount(1).pressSequentially('50000');
  await page.clock.fastForward(2_000);
  await expect(figures).toHaveText(`Total geral: ${brl('20,45')}. Troco: ${brl('479,55')}`);
  expect(await texts.jsonValue()).toHaveLength(1);
  await expect(counter.figure('TROCO')).not.toBeEditable();
});
