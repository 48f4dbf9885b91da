import { colourOf } from '../colour.ts';
import { counterScreen, SALE_MADE, salesIn, stock } from '../counter-screen.ts';
import { expectFull, fillCounter, test, UNREACHABLE } from '../faults.ts';
import { expect, openedBy } from '../fixtures.ts';
import { gate } from '../sale-traffic.ts';
import { stopClock } from '../timing.ts';

test('a reload brings back the input at each step', async ({ page, counter, shop }) => {
  await counter.clientName.fill('Ma');
  await counter.code.fill('103');
  await page.getByRole('option', { name: /103/ }).click();
  await counter.quantity.fill('7');
  await page.reload();
  await expect(counter.clientName).toHaveValue('Ma');
  await expect(counter.code).toHaveValue('103');
  await expect(counter.quantity).toHaveValue('7');

  await counter.quantity.fill('1');
  await counter.code.fill('');
  await fillCounter(counter);
  await page.reload();
  await expectFull(counter);
  await expect(counter.method(1)).toBeFocused();

  // Once sold, nothing comes back. The page's own reload must not begin with this one.
  await stopClock(page);
  await counter.finishSale();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toHaveValue('');
  await page.reload();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toHaveValue('');
  expect(await salesIn(shop)).toBe(1);
});

test('a browser without a network: it is said, typing goes on, and it goes by itself', async ({
  page,
  context,
  counter,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|Look-up failed/);
  await shop.admin.call('createClient', { body: { cpf: '52998224725', name: 'Maria Souza' } });
  // An answer to one of the first calls would show that the server is there: nothing would be checked.
  await page.waitForLoadState('networkidle');
  // A failing call alone is not retried.
  const message = page.getByRole('status').filter({ hasText: UNREACHABLE });
  let lookups = 0;
  await page.route('**/api/pdv/clients/?search=*', async (route) => {
    lookups++;
    await route.abort();
  });
  const looked = page.waitForResponse('**/api/health/');
  await counter.cpf.fill('52998224725');
  await looked;
  // A retry of the first look-up would come before the response to another one.
  const answered = page.waitForResponse('**/api/pdv/students/?search=*');
  await counter.registration.fill('20260042001');
  await answered;
  expect(lookups).toBe(1);
  await expect(message).toBeHidden();
  await page.unrouteAll();
  await counter.cpf.fill('');
  await counter.registration.fill('');

  await counter.scan('101');
  await context.setOffline(true);
  await expect(message).toBeVisible();
  await counter.cpf.fill('52998224725');
  await counter.scan('102');
  await counter.expectItems('Caderno', 'Lápis');
  await context.setOffline(false);
  await expect(message).toBeHidden();
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await counter.expectItems('Caderno', 'Lápis');
});

// counter-people.spec.ts has late look-ups.
test('late responses replace no newer results', async ({ page, shop }) => {
  await stock(shop);
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  const [older, arrived] = [gate(), gate()];
  await page.route(/\/products\/\?(.*&)?search=Cad/, async (route) => {
    await older.opened;
    // The page may have cancelled the request.
    await route.continue().catch(() => {});
    arrived.open();
  });
  const search = page.getByRole('textbox', { name: 'Buscar produto' });
  await search.fill('Cad');
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await search.fill('Lápis');
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page.getByRole('cell', { name: 'Lápis HB nº 2', exact: true })).toBeVisible();
  older.open();
  await arrived.opened;
  await expect(page.getByRole('cell', { name: 'Lápis HB nº 2', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Caderno universitário', exact: true })).toBeHidden();
});

test('two tabs sell apart, a copied tab not twice', async ({ page, context, counter, shop }) => {
  const second = await context.newPage();
  await second.goto('/pdv');
  const other = counterScreen(second);
  await counter.takeOrder({ codes: ['101'] });
  await expect(other.items).toHaveCount(0);
  await other.takeOrder({ name: 'José Lima', cpf: '11144477735', codes: ['102'] });
  await second.reload();
  await other.expectItems('Lápis');
  await counter.expectItems('Caderno');
  await other.closeOrder.click();
  await other.pay(1, 'Pix', '155');
  await other.finish.click();
  await expect(second.getByText(SALE_MADE)).toBeVisible();
  expect(await salesIn(shop)).toBe(1);
  await second.close();

  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '1890');
  // Duplicating a tab copies its session storage, as does window.open.
  const copy = await openedBy(page, () => page.evaluate(() => void window.open('/pdv')));
  const copied = counterScreen(copy);
  await copied.expectItems('Caderno');
  await expect(copied.amount(1)).toHaveValue(/18,90/);
  await counter.finishSale();
  await copied.finish.click();
  const message = copy.getByRole('dialog', { name: 'Atenção!' });
  await expect(message.getByRole('alert')).toContainText('já estava registrada');
  await expect(copy.getByText(SALE_MADE)).toBeHidden();
  expect(await salesIn(shop)).toBe(2);
  // The filled button sells nothing twice.
  const another = message.getByRole('button', { name: 'Começar outra venda' });
  await expect(another).toBeFocused();
  expect(await colourOf(another)).toBe('green');
  // Also after a reload. The same order is sold again only when the seller decides so.
  await copy.reload();
  await expect(message.getByRole('alert')).toContainText('não foi registrado de novo');
  await message.getByRole('button', { name: 'Continuar com o pedido' }).click();
  await copied.closeOrder.click();
  await copied.finishSale();
  expect(await salesIn(shop)).toBe(3);
});
