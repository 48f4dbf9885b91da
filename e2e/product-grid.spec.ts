import { row, rows } from './back-office.ts';
import { stock, test } from './counter-screen.ts';
import { expect, expectAccessible } from './fixtures.ts';

test('a grid of products adds one at a touch', async ({ page, shop, counter, goods }) => {
  const toggle = page.getByRole('switch', { name: 'Grade de produtos' });
  await toggle.check();
  await expect(page.getByText('A grade mostra os produtos mais vendidos')).toBeVisible();
  await expectAccessible(page);

  const products = { ids: [goods.shirt.id, goods.pencil.id] };
  await shop.admin.call('pinProducts', { body: { products, pinned: true } });
  await page.reload();
  await expect(toggle).toBeChecked();
  const tiles = page.getByRole('list', { name: 'Grade de produtos' }).getByRole('button');
  await expect(tiles).toHaveText([/Camiseta da escola.*42,00/, /Lápis HB nº 2.*1,55/]);
  await expectAccessible(page);

  await tiles.nth(1).click();
  await tiles.nth(0).click();
  await counter.expectItems('Lápis', 'Camiseta');
  // A tile of the list says how many, and offers one more and one less.
  await expect(tiles.nth(0)).toHaveText('Camiseta da escolaR$ 42,001 no pedido');
  await tiles.nth(0).click();
  await counter.expectItems('Lápis', 'Camiseta da escola1');
  const grid = page.getByRole('list', { name: 'Grade de produtos' });
  const step = (name: string) => grid.getByRole('button', { name: `${name} Camiseta da escola` });
  await expect(step('Mais um')).toBeFocused();
  for (let time = 0; time < 4; time++) await step('Mais um').click();
  await counter.expectItems('Lápis', 'Camiseta da escola5R$ 210,00');
  await expectAccessible(page);
  for (let time = 0; time < 5; time++) await step('Menos um').click();
  await counter.expectItems('Lápis');
  await expect(step('Menos um')).toBeDisabled();
  await step('Mais um').click();
  await counter.expectItems('Lápis', 'Camiseta');
  // Who clicks on and on to have more does not remove what the first click has added.
  await page.getByRole('button', { name: 'Remover Lápis HB nº 2' }).click();
  const pencil = await grid.getByRole('listitem').nth(1).boundingBox();
  const [x, y] = [(pencil?.x ?? 0) + 20, (pencil?.y ?? 0) + (pencil?.height ?? 0) - 20];
  await page.mouse.click(x, y, { clickCount: 4 });
  await counter.expectItems('Camiseta', 'Lápis HB nº 21');
  // A code asks, as ever.
  await counter.scan('103');
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(question).toContainText('Este item já está na lista');
  await page.keyboard.press('Enter');
  await expect(counter.item('Camiseta da escola').nth(0)).toContainText('84,00');

  // What is scanned is scrolled to, below the tiles too.
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await counter.scan('101');
  await expect(counter.items).toHaveCount(3);
  await expect(counter.items.last()).toBeInViewport({ ratio: 1 });
  await counter.cpf.fill('52998224725');
  await counter.clientName.fill('Maria');
  await counter.closeOrder.click();
  await expect(counter.resting(counter.products)).toHaveCount(1);
  await counter.editOrder.click();
  await toggle.uncheck();
  await expect(tiles).toHaveCount(0);
});

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } });

  test('tiles stand beside the items, in groups, and only the page scrolls', async ({
    page,
    shop,
    counter,
    goods,
  }) => {
    const ids = [goods.shirt.id, goods.pencil.id];
    for (const [code, name] of [
      ['CAM-P', 'Camisa P'],
      ['CAM-M', 'Camisa M'],
      ['CAL-10', 'Calça 10'],
      ['CAL-12', 'Calça 12'],
    ] as const) {
      const body = { code, name, price: 55.9, active: true };
      ids.push((await shop.admin.call('createProduct', { body })).id);
    }
    const products = { ids };
    await shop.admin.call('pinProducts', { body: { products, pinned: true } });
    await page.reload();
    await page.getByRole('switch', { name: 'Grade de produtos' }).check();
    const grid = page.getByRole('list', { name: 'Grade de produtos' });
    const tiles = grid.getByRole('button');
    await expect(tiles).toHaveCount(6);
    const groups = page.getByRole('group', { name: 'Grupos da grade' }).getByRole('button');
    await expect(groups).toHaveText(['Tudo', 'Calça', 'Camisa']);
    await groups.nth(2).tap();
    await expect(tiles).toHaveText([/^Camisa M/, /^Camisa P/]);
    for (const tile of [0, 1]) await tiles.nth(tile).tap();
    await groups.nth(0).tap();
    await tiles.filter({ hasText: 'Calça 12' }).tap();
    for (const code of ['101', '102', '103']) await counter.scan(code);
    await expect(counter.items).toHaveCount(6);
    const list = page.getByRole('region', { name: 'Itens da venda' });
    const [left, right] = [await grid.boundingBox(), await list.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    for (const part of [grid, list]) {
      expect(await part.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThan(3);
    }
    await expect(counter.closeOrder).toBeInViewport({ ratio: 1 });

    // The tiles stay under the finger, although the page is longer than the window.
    await page.setViewportSize({ width: 1024, height: 500 });
    const added = grid.getByRole('listitem').filter({ hasText: 'Calça 10' });
    await added.scrollIntoViewIfNeeded();
    const before = await added.boundingBox();
    await added.tap();
    await expect(counter.items).toHaveCount(7);
    expect(await added.boundingBox()).toEqual(before);
  });
});

test('an administrator pins products to the grid', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED|Erro ao mudar a grade/);
  await stock(shop);
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  await page.getByRole('button', { name: 'Marcar produtos' }).click();
  const bar = page.getByRole('region', { name: 'Produtos marcados' });
  const pinned = rows(page).getByRole('img', { name: 'Na grade do PDV' });
  const pin = bar.getByRole('button', { name: 'Fixar na grade do PDV' });
  await expect(pin).toBeDisabled();
  await bar.getByRole('button', { name: /^Marcar todos/ }).click();
  await pin.click();
  await expect(
    page.getByRole('status').filter({ hasText: '3 produtos na grade do PDV.' }),
  ).toBeVisible();
  await expect(pinned).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Marcar Camiseta' }).uncheck();
  await page.getByRole('checkbox', { name: 'Marcar Lápis' }).uncheck();
  await bar.getByRole('button', { name: 'Tirar da grade' }).click();
  await expect(pinned).toHaveCount(2);
  await expect(row(page, 'Caderno').getByRole('img', { name: 'Na grade' })).toHaveCount(0);
  await page.route('**/api/pdv/pinnedProducts/', (route) => route.abort());
  await pin.click();
  await expect(page.getByRole('alert')).toHaveText('Erro ao mudar a grade do PDV.');
  await page.unroute('**/api/pdv/pinnedProducts/');
  await pin.click();
  await expect(pinned).toHaveCount(3);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/pdv');
  await page.getByRole('switch', { name: 'Grade de produtos' }).check();
  const tiles = page.getByRole('list', { name: 'Grade de produtos' }).getByRole('button');
  await expect(tiles).toHaveText([/^Caderno/, /^Camiseta/, /^Lápis/]);
  const boxes = await Promise.all([0, 1, 2].map((n) => tiles.nth(n).boundingBox()));
  for (const box of boxes) {
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThan(120);
  }
  expect(boxes[1]?.y).toBe(boxes[0]?.y);
  expect(boxes[2]?.y).toBeGreaterThan(boxes[0]?.y ?? 0);
});
