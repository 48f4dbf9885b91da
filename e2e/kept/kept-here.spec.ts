import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Route } from '@playwright/test';
import { CPF, counterScreen, salesIn } from '../counter-screen.ts';
import { choose, expect, logIn, openedBy } from '../fixtures.ts';
import {
  awayDialog,
  backAtCounter,
  keepButton,
  keepFirst,
  keptButton,
  keptIn,
  keptList,
  keptPosts,
  printedCodes,
  SALE_KEPT,
  sums,
  test,
  withoutTls,
} from '../kept-sales.ts';

test.describe.configure({ timeout: 300_000 });
test.beforeEach(async ({ context, expectConsoleError }) => {
  await withoutTls(context);
  expectConsoleError(
    /Failed to load resource|The sale was not (made|kept)|could not be loaded|Look-up|Erro ao/,
  );
});

test('what is kept in one tab is known in the other, and one of them sends it, once', async ({
  page,
  context,
  shop,
  counter,
}) => {
  const posts = keptPosts(context);
  const other = await context.newPage();
  await other.goto('/pdv');
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

  await context.setOffline(false);
  await expect(keptButton(page)).toBeHidden();
  await expect(keptButton(other)).toBeHidden();
  expect((await sums(shop)).map(({ key }) => key)).toEqual(keys);
  expect(posts.toSorted()).toEqual(keys.toSorted());
});

test('another seller sees whose sales wait, and only their own seller sends them', async ({
  page,
  context,
  shop,
  counter,
  seller,
}) => {
  const ana = await shop.newUser({ name: 'Ana Paula', login: 'ana' });
  await counter.prepareSale('Dinheiro', '1890');
  await context.setOffline(true);
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
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
  await counter.prepareSale('Dinheiro', '1890');
  await context.setOffline(true);
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
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
}) => {
  await counter.prepareSale('Dinheiro', '1890');
  await context.setOffline(true);
  // Chromium 150 does not heed the quota that its protocol sets: what is written is taken back, as on a full disk.
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      const writing = put.apply(this, given);
      this.transaction.abort();
      return writing;
    };
    Object.assign(window, { makeRoom: () => Object.assign(IDBObjectStore.prototype, { put }) });
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
  await context.setOffline(false);
  await expect(keptButton(page)).toBeHidden();
  expect(await salesIn(shop)).toBe(1);
});

test('a page without TLS says that it has to stay open, and asks before it closes', async ({
  page,
  context,
  counter,
}) => {
  await counter.prepareSale('Dinheiro', '1890');
  await context.setOffline(true);
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
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
  await context.setOffline(false);
  await expect(keptButton(page)).toBeHidden();
});

test('a Pix that nobody could look for is marked, and stops no sale', async ({
  page,
  context,
  shop,
  seller,
}) => {
  const receiver = {
    key: '123e4567-e12b-12d1-a456-426655440000',
    name: 'Colégio',
    city: 'Brasília',
  };
  await shop.admin.call('editPix', { body: { pix: { method: 'Pix', ...receiver } } });
  await shop.signIn(page, seller);
  const counter = counterScreen(page);
  await counter.prepareSale('Dinheiro', '1890');
  await context.setOffline(true);
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
  await counter.prepareSale('Pix', '1890');
  // Its code needs no server.
  await expect(counter.payment.getByRole('img', { name: /^QR code do Pix/ })).toBeVisible();
  await counter.finish.click();
  await keepButton(page).click();
  await backAtCounter(page, counter, 2);
  await keptButton(page).click();
  await expect(keptList(page).getByText('Pix não conferido')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await expect(keptButton(page)).toBeHidden();
  expect(await salesIn(shop)).toBe(2);
});

test('a computer that was switched off sends what it kept when it is on again', async ({
  playwright,
  shop,
}) => {
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  await shop.admin.call('createProduct', {
    body: { code: '101', name: 'Caderno universitário', price: 18.9, active: true },
  });
  const profile = await mkdtemp(path.join(os.tmpdir(), 'balcao-profile-'));
  const launch = async () => {
    const { CHROMIUM_PATH: executablePath } = process.env;
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...(executablePath && { executablePath }),
      ...{ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', baseURL: shop.origin },
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    await withoutTls(context);
    const page = await context.newPage();
    return { context, page };
  };
  try {
    const before = await launch();
    await before.page.goto('/login');
    await logIn(before.page, vera);
    const counter = counterScreen(before.page);
    await counter.takeOrder({ cpf: CPF });
    await counter.closeOrder.click();
    await counter.pay(1, 'Dinheiro', '2000');
    await before.context.setOffline(true);
    await keepFirst(before.page, counter);
    await before.context.close();
    expect(await salesIn(shop)).toBe(0);

    const after = await launch();
    // The rest of a browser's storage is written later: it may have died with the session in it.
    await after.page.goto('/favicon.svg');
    await after.page.evaluate(() => localStorage.clear());
    await after.page.goto('/login');
    await logIn(after.page, vera);
    await expect(after.page.getByText(/^Venda guardada agora é a nº \d+/)).toBeVisible();
    await after.context.close();
    expect(await salesIn(shop)).toBe(1);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }
});
