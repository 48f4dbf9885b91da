import { SALE_MADE, salesIn } from '../counter-screen.ts';
import { exchangesIn, SHIRT, test } from '../exchange-screen.ts';
import { expect } from '../fixtures.ts';
import { EXCHANGES } from '../sale-traffic.ts';

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
