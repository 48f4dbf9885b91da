import type { Page } from '@playwright/test';
import { brl, SALE_MADE, salesIn } from './counter-screen.ts';
import { exchangesIn, SHIRT, test, twoShirts } from './exchange-screen.ts';
import { expect, expectAccessible, type Goods } from './fixtures.ts';
import { printed } from './paper.ts';
import { timesPrinted, watchPrintDialog } from './print-dialog.ts';
import { EXCHANGES } from './sale-traffic.ts';
import { sell } from './till.ts';

test('a shirt for another and a notebook: the client pays the rest', async ({
  page,
  context,
  shop,
  counter,
  exchange,
  sold,
}) => {
  await watchPrintDialog(context);
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

/** Expects no sideways scrolling and no violation on a narrow phone, and goes back to the usual window. */
async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 768 });
}

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

test('what came back meanwhile is not exchanged; a dropped exchange leaves nothing to pay', async ({
  shop,
  counter,
  exchange,
  sold,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409|The sale was not made/);
  await exchange.start(sold, 2);
  await exchange.buy('103');
  await shop.admin.call('createRefund', {
    params: { id: `${sold.id}` },
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      items: [{ line: 1, quantity: 1 }],
      reason: 'Defeito',
      total: 42,
      payments: [{ method: 'Dinheiro', amount: 42 }],
    },
  });
  await counter.finish.click();
  await exchange.approveAs(shop.admin);
  await counter.dismissFailure();
  await expect(counter.payment).toContainText('o que volta já voltou');
  expect(await salesIn(shop)).toBe(1);
  await counter.editOrder.click();
  await exchange.drop.click();
  await expect(exchange.card).toBeHidden();
  await expect(counter.cpf).toBeFocused();
  await expect(counter.items).toHaveCount(0);
  await counter.takeOrder({ cpf: '11144477735', name: 'José Lima', codes: ['103'] });
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '4200');
  await counter.finishSale();
  expect(await exchangesIn(shop)).toMatchObject([{ kind: 'refund' }]);
  expect(await salesIn(shop)).toBe(2);
  const { results } = await shop.admin.call('listSales', { query: {} });
  expect(results[0]).toMatchObject({ payment_desc1: 'Pix', payment_method1: 42 });
  expect(results[0]).not.toHaveProperty('corrections');
});

test('an order is parked for an exchange', async ({ page, shop, counter, exchange, sold }) => {
  await counter.takeOrder({ cpf: '11144477735', name: 'José Lima' });
  await exchange.open(sold);
  await exchange.choose(1);
  const asked = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(asked).toContainText(`a troca da venda nº ${sold.id}`);
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  await counter.expectItems('Caderno');
  await expect(counter.clientName).toHaveValue('José Lima');

  await exchange.open(sold);
  await exchange.choose(1);
  await asked.getByRole('button', { name: 'Deixar em espera' }).click();
  await expect(exchange.card).toBeVisible();
  await expect(counter.items).toHaveCount(0);
  await expect(page.getByRole('button', { name: '1 em espera' })).toBeVisible();
  // A second exchange does not take the place of the first.
  await exchange.open(sold);
  await exchange.choose(2);
  await expect(asked).toContainText('outra troca');
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  await expect(exchange.card).toContainText('1 × ');
  await expect(page.getByRole('button', { name: '1 em espera' })).toBeVisible();
  expect(await salesIn(shop)).toBe(1);

  // A dropped exchange leaves the counter empty, and comes back whole.
  await counter.scan('103');
  await exchange.drop.click();
  const undone = page
    .getByRole('status')
    .filter({ hasText: 'Troca desfeita. O outro pedido espera.' });
  await expect(undone).toBeVisible();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(exchange.card).toContainText(`1 × ${SHIRT}`);
  await counter.expectItems(SHIRT);
  await expect(counter.code).toBeFocused();
  await expect(undone).toBeHidden();
  await exchange.drop.click();
  // The next client's key takes the way back away.
  await page.keyboard.press('1');
  await expect(undone).toBeHidden();
});

test('without an approval nothing is exchanged, and nothing is lost', async ({
  page,
  shop,
  counter,
  exchange,
  sold,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 40[139]|ERR_FAILED|was not approved|The sale was not made/);
  await exchange.start(sold);
  await exchange.buy('103');
  await counter.finish.click();
  await exchange.approveAs({ login: shop.admin.login, password: 'errada' });
  await expect(exchange.approval.getByRole('alert')).toHaveText('Login ou senha incorretos!');
  await exchange.approval.getByRole('button', { name: 'Cancelar' }).click();
  await expect(exchange.approval).toBeHidden();
  await expect(counter.finish).toBeEnabled();
  expect(await salesIn(shop)).toBe(1);

  // The approval has ended before it came: the seller asks for another one.
  await counter.finish.click();
  await page.route(
    EXCHANGES,
    async (route) => {
      await shop.sql("UPDATE approvals SET expires_at = now() - interval '1 second'");
      await route.continue();
    },
    { times: 1 },
  );
  await exchange.approveAs(shop.admin);
  await expect(exchange.approval.getByRole('alert')).toContainText('A autorização venceu');
  expect(await salesIn(shop)).toBe(1);

  // Now every response is lost. Sent again it needs no administrator, and is found.
  await page.route(EXCHANGES, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await exchange.approveAs(shop.admin);
  await counter.dismissFailure();
  await expect(counter.payment).toContainText('Não se sabe se a venda foi registrada');
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(stored).not.toContain('"approval');
  await page.unroute(EXCHANGES);
  await counter.finish.click();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await expect(exchange.approval).toBeHidden();
  expect(await exchangesIn(shop)).toHaveLength(1);
});
