import type { Route } from '@playwright/test';
import { counterScreen, salesIn } from '../counter-screen.ts';
import { choose, expect, expectAccessible, logIn, openedBy } from '../fixtures.ts';
import {
  awayDialog,
  backAtCounter,
  keepButton,
  keepFirst,
  keepOffline,
  keptButton,
  keptIn,
  keptList,
  keptPosts,
  printedCodes,
  readyToKeep,
  SALE_KEPT,
  sendOnline,
  sums,
  plainTest as test,
} from '../kept-sales.ts';
import { setPix } from '../pix-shop.ts';

test('what is kept in one tab is known in the other, and is recorded once', async ({
  page,
  context,
  shop,
  counter,
}) => {
  const posts = keptPosts(context);
  const other = await context.newPage();
  await other.goto('/pdv');
  await readyToKeep(other);
  const [first, second] = [counter, counterScreen(other)];
  await second.prepareSale('Dinheiro', '1890');
  await first.prepareSale('Dinheiro', '1890');
  await context.setOffline(true);
  await keepFirst(page, first);
  await backAtCounter(page, first);
  await expect(keptButton(other)).toHaveText('1 venda guardada');
  await keepFirst(other, second);
  await backAtCounter(other, second);
  await expect(keptButton(page)).toHaveText('2 vendas guardadas');
  const keys = (await keptIn(page)).map(({ key }) => key);

  await sendOnline(page);
  await expect(keptButton(other)).toBeHidden();
  expect((await sums(shop)).map(({ key }) => key)).toEqual(keys);
  // Without Web Locks both tabs may send it at the same moment.
  expect([...new Set(posts)].toSorted()).toEqual(keys.toSorted());
});

test('another seller sees whose sales wait, and only their own seller sends them', async ({
  page,
  context,
  shop,
  counter,
  seller,
}) => {
  const ana = await shop.newUser({ name: 'Ana Paula', login: 'ana' });
  await keepOffline(page, counter);
  // The network is back, but this call gets no answer yet.
  const lose = (route: Route) => route.abort();
  await context.route('**/api/pdv/keptSales/', lose);
  await context.setOffline(false);
  await expect(page.getByText(/^Sem o servidor desde/)).toBeHidden();
  await choose(page, 'Sair');
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(question).toContainText('1 venda guardada neste computador ainda não foi enviada.');
  await question.getByRole('button', { name: 'Sair mesmo assim' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await context.unroute('**/api/pdv/keptSales/', lose);

  await logIn(page, ana);
  await keptButton(page).click();
  await expect(keptList(page)).toContainText(
    '1 venda guardada de Vera Lúcia espera que Vera Lúcia entre neste computador.',
  );
  await expect(keptList(page).getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(await salesIn(shop)).toBe(0);
  // Nobody waits for another's.
  await choose(page, 'Sair');
  await expect(page).toHaveURL(/\/login$/);

  await logIn(page, seller);
  await expect(page.getByText(/^Venda guardada agora é a nº \d+/)).toBeVisible();
  const [sale] = await shop.sql<{ seller: number }>('SELECT seller_id AS seller FROM sales');
  expect(sale?.seller).toBe(seller.id);
});

test('the box closes once the kept sales are in it', async ({ page, context, shop, counter }) => {
  await keepOffline(page, counter);
  await choose(page, 'FECHAR CAIXA');
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(question).toContainText('O caixa fecha depois');
  const close = question.getByRole('button', { name: 'Fechar o caixa' });
  await expect(close).toBeDisabled();
  await context.setOffline(false);
  await expect(close).toBeEnabled();
  const slip = await openedBy(page, () => close.click());
  await expect(slip.getByRole('main')).toContainText('18,90');
  expect(await salesIn(shop)).toBe(1);
});

test('a full storage keeps nothing, prints nothing, and says so', async ({
  page,
  context,
  shop,
  counter,
  expectConsoleError,
}) => {
  expectConsoleError(/The sale was not kept/);
  await counter.prepareSale('Dinheiro', '1890');
  await context.setOffline(true);
  // Chromium 150 does not heed the quota that its protocol sets: what is written is taken back, as on a full disk.
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...given) {
      const writing = add.apply(this, given);
      this.transaction.abort();
      return writing;
    };
    Object.assign(window, { makeRoom: () => Object.assign(IDBObjectStore.prototype, { add }) });
  });
  await counter.finish.click();
  await counter.dismissFailure();
  await keepButton(page).click();
  await expect(awayDialog(page).getByRole('alert')).toContainText('o pedido continua aqui');
  await page.evaluate(() => (window as unknown as { makeRoom(): void }).makeRoom());
  await page.keyboard.press('Escape');
  await counter.expectItems('Caderno');
  expect(await keptIn(page)).toEqual([]);
  expect(await printedCodes(page)).toEqual([]);
  // There is room again.
  await counter.finish.click();
  await keepButton(page).click();
  await expect(page.getByText(SALE_KEPT)).toBeVisible();
  await backAtCounter(page, counter);
  await sendOnline(page);
  expect(await salesIn(shop)).toBe(1);
});

test('a page without TLS says that it has to stay open, and asks before it closes', async ({
  page,
  counter,
}) => {
  await keepOffline(page, counter);
  await keptButton(page).click();
  await expect(keptList(page).getByRole('listitem')).toContainText(/Maria Souza.*18,90/);
  await expect(keptList(page)).toContainText('Espera o servidor');
  await expect(keptList(page)).toContainText('Deixe esta página aberta');
  await page.keyboard.press('Escape');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(keptButton(page)).toBeVisible();
  await sendOnline(page);
});

test('a Pix that nobody could look for is marked, and stops no sale', async ({
  page,
  shop,
  seller,
}) => {
  await setPix(shop);
  await shop.signIn(page, seller);
  const counter = counterScreen(page);
  await keepOffline(page, counter);
  await counter.prepareSale('Pix', '1890');
  // Its code needs no server.
  await expect(counter.payment.getByRole('img', { name: /^QR code do Pix/ })).toBeVisible();
  await counter.finish.click();
  await keepButton(page).click();
  await backAtCounter(page, counter, 2);
  await keptButton(page).click();
  await expect(keptList(page).getByText('Pix não conferido')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await sendOnline(page);
  expect(await salesIn(shop)).toBe(2);
});

test('an order that was copied with its tab is kept once', async ({
  page,
  context,
  counter,
  expectConsoleError,
}) => {
  expectConsoleError(/The sale was not kept/);
  await counter.prepareSale('Dinheiro', '1890');
  // As a browser copies a tab, with what it stores.
  const copy = await openedBy(page, () => page.evaluate(() => void window.open('/pdv')));
  const second = counterScreen(copy);
  await readyToKeep(copy);
  await second.expectItems('Caderno');
  await context.setOffline(true);
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
  const kept = await keptIn(page);
  expect(kept).toHaveLength(1);

  await second.finish.click();
  await second.dismissFailure();
  await keepButton(copy).click();
  await expect(awayDialog(copy)).toContainText('já está guardado neste computador');
  expect(await keptIn(page)).toEqual(kept);
  await copy.keyboard.press('Escape');
  await second.expectItems('Caderno');
});

test('the paper of a kept sale is printed again from the list', async ({ page, counter }) => {
  await keepOffline(page, counter);
  await counter.takeOrder({ codes: ['102'] });
  await keptButton(page).click();
  await keptList(page).getByRole('button', { name: 'Recibo' }).click();
  await expect.poll(() => printedCodes(page)).toHaveLength(2);
  const [first, second] = await printedCodes(page);
  expect(second).toBe(first);
  await expect(page).toHaveURL(/\/pdv$/);
  await counter.expectItems('Lápis');
  await page.getByRole('button', { name: 'Esvaziar', exact: true }).click();
  const emptied = 'Balcão esvaziado. 1 venda guardada continua neste computador.';
  await expect(page.getByText(emptied)).toBeVisible();
  await sendOnline(page);
});

test('a page that does not come leads back to the order', async ({
  page,
  context,
  counter,
  expectConsoleError,
}) => {
  expectConsoleError(/The code of the page did not come/);
  await counter.takeOrder({ codes: ['101', '102'] });
  await context.setOffline(true);
  await choose(page, 'Meus recibos');
  const back = page.getByRole('button', { name: 'Voltar' });
  await expect(page.getByText('O servidor não respondeu. Volte ao que')).toBeVisible();
  await expectAccessible(page);
  await back.press('Enter');
  await counter.expectItems('Caderno', 'Lápis');
  await context.setOffline(false);
  await choose(page, 'Meus recibos');
  await expect(page.getByRole('heading', { name: 'Meus recibos' })).toBeVisible();
});

test('a counter that sells without the server is covered once the server could uncover it', async ({
  page,
  context,
  shop,
  seller,
}) => {
  const settings = await shop.admin.call('readSettings');
  await shop.admin.call('editSettings', { body: { ...settings, idle_lock_minutes: 5 } });
  await context.clock.install();
  await shop.signIn(page, seller);
  const counter = counterScreen(page);
  const cover = page.getByRole('dialog', { name: 'Tela bloqueada' });
  await keepOffline(page, counter);
  await context.clock.fastForward('05:01');
  await counter.takeOrder();
  await context.clock.fastForward('05:01');
  await counter.scan('102');
  await counter.expectItems('Caderno', 'Lápis');
  await expect(cover).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByText(/^Sem o servidor desde/)).toBeHidden();
  await context.clock.fastForward('05:01');
  await expect(cover).toBeVisible();
});
