import { SALE_MADE, salesIn, test } from '../counter-screen.ts';
import { choose, expect, expectAccessible } from '../fixtures.ts';
import { count, loseResponse, rowOf, takeElsewhere } from '../parked-orders.ts';

const PARK = '**/api/pdv/parkedSales/';

const CLAIM = '**/api/pdv/parkedSales/*/claim/';

const FAILED = 'Não foi possível deixar em espera. O pedido continua aqui.';

test('a lost response parks once, and what was taken up elsewhere is not sold here too', async ({
  page,
  shop,
  browser,
  counter,
  seller,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|409|Não foi possível deixar em espera|The sale was not made/);
  const parked = async () =>
    (await shop.sql<{ n: number }>('SELECT count(*)::int AS n FROM parked_sales'))[0]?.n;
  const error = page.getByRole('dialog', { name: 'Erro' });
  await counter.takeOrder();
  await page.route(PARK, (route) =>
    route.request().method() === 'POST' ? loseResponse(route) : route.continue(),
  );
  await page.keyboard.press('F4');
  await expect(error).toHaveText(FAILED);
  expect(await parked()).toBe(1);
  await page.keyboard.press('Escape');
  await counter.expectItems('Caderno');
  await page.reload();
  await counter.expectItems('Caderno');
  await page.unroute(PARK);

  await takeElsewhere(browser, shop, seller);
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '1890');
  await counter.finish.click();
  const taken = 'Este pedido estava em espera e já foi retomado em outro computador.';
  await expect(error).toHaveText(taken);
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${taken} Confira se ele já foi vendido`)).toBeVisible();
  expect(await salesIn(shop)).toBe(0);
  // It is another sale if the seller says so.
  await counter.finishSale();
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  expect(await salesIn(shop)).toBe(1);

  // Sent again at once, it is parked once too.
  await counter.takeOrder();
  await page.route(PARK, loseResponse, { times: 1 });
  await page.keyboard.press('F4');
  await expect(count(page, '1 em espera')).toBeVisible();
  await counter.expectItems();
  expect(await parked()).toBe(2);
});

test('an order whose taking up is interrupted comes as soon as the server answers, once', async ({
  page,
  counter,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await counter.takeOrder();
  await page.keyboard.press('F4');
  await expect(count(page, '1 em espera')).toBeVisible();
  await page.keyboard.press('F4');
  await page.route(CLAIM, loseResponse);
  await rowOf(page, 'Maria').press('Enter');
  const waiting = page.getByRole('dialog', { name: 'Retomando o pedido' });
  await expect(waiting).toContainText('O servidor não responde.');
  await page.reload();
  await expect(waiting).toBeVisible();
  await expectAccessible(page);
  await page.unroute(CLAIM);
  await counter.expectItems('Caderno');
  await expect(waiting).toBeHidden();
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await page.reload();
  await counter.expectItems('Caderno');
  const [claim] = await shop.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM audit_events
     WHERE action = 'parked_sale.taken' AND subject_id = (SELECT max(id) FROM parked_sales)`,
  );
  expect(claim?.n).toBe(1);
});

test('a taking up that ends with an internal error goes on with the next F4, and keeps what was typed since', async ({
  page,
  counter,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/500/);
  expectConsoleError(/Não foi possível retomar/);
  await counter.takeOrder();
  await page.keyboard.press('F4');
  await expect(count(page, '1 em espera')).toBeVisible();
  await page.keyboard.press('F4');
  // The server has committed the claim.
  await page.route(CLAIM, async (route) => {
    await route.fetch();
    const problem = { type: 'about:blank', title: 'x', status: 500, code: 'internal', detail: 'x' };
    const contentType = 'application/problem+json';
    await route.fulfill({ status: 500, contentType, body: JSON.stringify(problem) });
  });
  await rowOf(page, 'Maria').press('Enter');
  await expect(page.getByRole('dialog', { name: 'Erro' })).toHaveText(
    'Não foi possível retomar o pedido. Tente de novo.',
  );
  await page.keyboard.press('Escape');
  await counter.takeOrder({ cpf: '11144477735', name: 'Rui', codes: ['102'] });
  await page.unroute(CLAIM);
  await page.keyboard.press('F4');
  await counter.expectItems('Caderno');
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await page.keyboard.press('F4');
  await expect(count(page, '2 em espera')).toBeVisible();
  expect(await salesIn(shop)).toBe(0);
});

test('Sair loses no order when the server does not answer', async ({
  page,
  shop,
  counter,
  seller,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|Não foi possível deixar em espera/);
  await counter.takeOrder();
  await page.route(/\/api\//, (route) => route.abort());
  await choose(page, 'Sair');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('ele continua guardado nesta aba')).toBeVisible();
  expect(await page.evaluate(() => localStorage.user)).toBeUndefined();
  await page.unrouteAll();
  await shop.signIn(page, await shop.newUser({ name: 'Ana', login: 'ana' }));
  await expect(counter.cpf).toBeFocused();
  await counter.expectItems();
  await shop.signIn(page, seller);
  await counter.expectItems('Caderno');
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await page.keyboard.press('F4');
  await expect(count(page, '1 em espera')).toBeVisible();
});
