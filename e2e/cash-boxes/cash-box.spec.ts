import { boxScreen, countBoxes, openedOn, shopWithBox } from '../cash-box.ts';
import { brl, counterScreen, openCounter, SALE_MADE, salesIn, stock } from '../counter-screen.ts';
import { choose, expect, expectAccessible, openedBy, test } from '../fixtures.ts';
import { recordCalls } from '../recorded-calls.ts';

test('a shop that counts no boxes has the counter of before', async ({ page, shop }) => {
  const calls = recordCalls(page);
  const { counter } = await openCounter(page, shop);
  await expect(counter.cpf).toBeFocused();
  await expect.poll(() => calls('GET', '/api/pdv/box/').length).toBe(1);
  await counter.prepareSale();
  await counter.finishSale();
  await expect(page.getByText('Caixa nº')).toHaveCount(0);
});

test('a box is opened at the counter, by keyboard', async ({ page, shop }) => {
  await countBoxes(shop);
  await stock(shop);
  const seller = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const ui = boxScreen(page);
  const counter = counterScreen(page);
  await shop.signIn(page, seller);
  await expect(page.getByRole('heading', { name: 'Abrir o caixa' })).toBeVisible();
  await expect(counter.cpf).toHaveCount(0);
  await expect(ui.float).toBeFocused();
  await expect(ui.float).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Digite o valor, mesmo que seja R$ 0,00.')).toBeVisible();
  await expect(ui.float).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('12050');
  await expect(ui.float).toHaveValue(brl('120,50'));
  await page.keyboard.press('Enter');
  await expect(ui.sure).toContainText('R$ 120,50 de fundo de troco');
  await page.keyboard.press('Enter');

  await expect(counter.cpf).toBeFocused();
  const { box } = await seller.call('readOwnBox');
  expect(box?.float).toBe(120.5);
  await expect(page.getByText(`Caixa nº ${box?.id}`)).toBeVisible();
  await expectAccessible(page);
  await counter.prepareSale();
  await counter.finishSale();
  const [sale] = await shop.sql<{ box_id: number }>('SELECT box_id FROM sales');
  expect(sale?.box_id).toBe(box?.id);
});

test('two tabs and lost responses open one box', async ({
  page,
  context,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|status of 409/);
  await countBoxes(shop);
  await stock(shop);
  const seller = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  await shop.signIn(page, seller);
  const ui = boxScreen(page);
  await expect(ui.float).toBeFocused();
  const other = await context.newPage();
  await other.goto('/pdv');
  await expect(boxScreen(other).float).toBeFocused();

  // The server opens the box, and its response is lost.
  let lost = 0;
  await page.route('**/api/pdv/box/', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
    lost++;
    await route.fetch();
    await route.abort();
  });
  await ui.openWith('10000');
  await expect(counterScreen(page).cpf).toBeVisible();
  expect(lost).toBe(1);

  await boxScreen(other).openWith('7000');
  await expect(counterScreen(other).cpf).toBeVisible();
  await expect(other.getByText('Caixa nº')).toBeVisible();
  const boxes = await shop.sql('SELECT float_cents FROM cash_boxes');
  expect(boxes).toEqual([{ float_cents: 10_000 }]);
});

test.describe('refusals', () => {
  test.beforeEach(({ expectConsoleError }) =>
    expectConsoleError(
      /status of 409|The sale was not made|The cash box was not opened|ERR_FAILED/,
    ),
  );

  test('a sale that finds its box closed keeps its order', async ({ page, shop }) => {
    const { seller, box } = await shopWithBox(shop);
    await shop.signIn(page, seller);
    const counter = counterScreen(page);
    const ui = boxScreen(page);
    await counter.prepareSale();
    // Another tab, or an administrator.
    await shop.admin.call('countBox', { params: { id: `${box.id}` }, body: { cash: 100 } });
    await counter.finish.click();
    const said = page.getByRole('dialog', { name: 'Erro' });
    await expect(said).toContainText('o caixa não está aberto. O pedido fica guardado.');
    await page.keyboard.press('Escape');
    // The last count is suggested, and selected: what is typed replaces it.
    await expect(ui.float).toHaveValue(brl('100,00'));
    await expect(page.getByText('Na sua última contagem havia')).toContainText('R$ 100,00');
    await page.keyboard.type('10000');
    await expect(ui.float).toHaveValue(brl('100,00'));
    expect(await salesIn(shop)).toBe(0);
    await ui.open.click();

    await expect(counter.amount(1)).toHaveValue(brl('18,90'));
    await counter.finish.click();
    await expect(page.getByText(SALE_MADE)).toBeVisible();
    expect(await salesIn(shop)).toBe(1);
  });

  test('a box of another day is only counted and closed', async ({ page, shop }) => {
    const { seller, box } = await shopWithBox(shop);
    await shop.signIn(page, seller);
    const counter = counterScreen(page);
    const ui = boxScreen(page);
    await counter.prepareSale();
    // Midnight passes while the order is on the counter.
    await openedOn(shop, '2026-03-02');
    await counter.finish.click();
    await expect(page.getByRole('dialog', { name: 'Erro' })).toContainText(
      'ficou aberto desde outro dia',
    );
    await page.keyboard.press('Escape');
    await expect(
      page.getByRole('heading', { name: `O caixa nº ${box.id} ficou aberto` }),
    ).toBeVisible();
    await expect(page.getByText('Ele é de 02/03/2026.')).toBeVisible();
    await expect(counter.cpf).toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'CONTAR E FECHAR' }).click();
    const slip = await openedBy(page, () => ui.countSum('10000'));
    await expect(slip.getByRole('article')).toContainText('Caixa do dia 02/03/2026');
    await ui.closed.getByRole('button', { name: 'Pronto' }).click();
    await ui.open.click();
    await expect(counter.amount(1)).toHaveValue(brl('18,90'));
    await counter.finishSale();
  });
});

test('back in the simple mode an open box is still counted', async ({ page, shop }) => {
  const { seller, box } = await shopWithBox(shop);
  await countBoxes(shop, { cash_box: 'simple' });
  await shop.signIn(page, seller);
  const ui = boxScreen(page);
  await expect(page.getByText('Caixa nº')).toBeVisible();
  await choose(page, 'FECHAR CAIXA');
  const opened = await openedBy(page, () => ui.countSum('10000'));
  await opened.close();
  await ui.closed.getByRole('button', { name: 'Pronto' }).click();
  await expect(page.getByText('Caixa nº')).toHaveCount(0);
  await expect(counterScreen(page).cpf).toBeVisible();
  await choose(page, 'FECHAR CAIXA');
  // The slip may have been lost: the box of today is offered again.
  const again = await openedBy(page, () =>
    page.getByRole('button', { name: 'Imprimir o fechamento de novo' }).click(),
  );
  const paper = again.getByRole('article');
  await expect(paper).toContainText(`Caixa nº ${box.id}`);
  await expect(paper).toContainText('2ª via, impressa em');
});
