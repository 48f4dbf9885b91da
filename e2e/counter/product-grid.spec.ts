import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { row, rows } from '../back-office.ts';
import { chooseOnBar, stock, test } from '../counter-screen.ts';
import { expect, expectAccessible } from '../fixtures.ts';

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}

async function middleOf(part: Locator): Promise<[number, number]> {
  const { x, y, width, height } = await boxOf(part);
  return [x + width / 2, y + height / 2];
}

test('a grid of products adds one at a touch', async ({ page, shop, counter, goods }) => {
  await chooseOnBar(page, 'Grade');
  await expect(page.getByText('A grade mostra os produtos mais vendidos')).toBeVisible();
  await expectAccessible(page);

  const products = { ids: [goods.shirt.id, goods.pencil.id] };
  await shop.admin.call('changeProducts', {
    body: { products, fields: { pinned: true } },
    headers: { 'idempotency-key': randomUUID() },
  });
  await page.reload();
  const grid = page.getByRole('list', { name: 'Grade' });
  const tiles = grid.getByRole('button', { name: /R\$/ });
  await expect(tiles).toHaveText([/Camiseta da escola.*42,00/, /Lápis HB nº 2.*1,55/]);
  await expectAccessible(page);

  await tiles.nth(1).click();
  await tiles.nth(0).click();
  await counter.expectItems('Lápis', 'Camiseta');
  // Each click adds one, however fast; the − in the corner takes one away.
  await expect(tiles.nth(0)).toHaveText('Camiseta da escolaR$ 42,001 no pedido');
  await tiles.nth(0).click({ clickCount: 4 });
  await counter.expectItems('Lápis', 'Camiseta da escola5R$ 210,00');
  await expectAccessible(page);
  const less = grid.getByRole('button', { name: 'Menos um Camiseta da escola' });
  await less.click();
  await counter.expectItems('Lápis', 'Camiseta da escola4R$ 168,00');
  // What comes or goes under the pointer changes no series of clicks.
  await page.mouse.click(...(await middleOf(less)), { clickCount: 6 });
  await counter.expectItems('Lápis');
  await expect(less).toHaveCount(0);
  await page.getByRole('button', { name: 'Remover Lápis HB nº 2' }).click();
  await tiles.nth(0).click({ clickCount: 5 });
  await counter.expectItems('Camiseta da escola5R$ 210,00');
  // Keys have no place.
  for (let time = 0; time < 5; time++) await less.press('Enter');
  await expect(counter.items).toHaveCount(0);
  await expect(tiles.nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await tiles.nth(1).press('Enter');
  await counter.expectItems('Camiseta da escola1', 'Lápis HB nº 21');
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
  await chooseOnBar(page, 'Grade');
  await expect(tiles).toHaveCount(0);
});

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } });

  test('tiles stand beside the items, and only the page scrolls', async ({
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
    await shop.admin.call('changeProducts', {
      body: { products, fields: { pinned: true } },
      headers: { 'idempotency-key': randomUUID() },
    });
    await page.reload();
    await chooseOnBar(page, 'Grade');
    const grid = page.getByRole('list', { name: 'Grade' });
    const tiles = grid.getByRole('button', { name: /R\$/ });
    await expect(tiles).toHaveCount(6);
    for (const name of ['Camisa M', 'Camisa P']) await tiles.filter({ hasText: name }).tap();
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

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('five touches of a place are five, and nothing moves', async ({
    page,
    shop,
    counter,
    goods,
  }) => {
    const products = { ids: [goods.shirt.id, goods.pencil.id, goods.notebook.id] };
    await shop.admin.call('changeProducts', {
      body: { products, fields: { pinned: true } },
      headers: { 'idempotency-key': randomUUID() },
    });
    await page.reload();
    await chooseOnBar(page, 'Grade');
    const grid = page.getByRole('list', { name: 'Grade' });
    const tiles = grid.getByRole('button', { name: /R\$/ });
    await expect(tiles).toHaveText([/^Caderno/, /^Camiseta/, /^Lápis/]);
    await grid.evaluate((each) => each.scrollIntoView({ block: 'center' }));
    for (const [name, across, down] of [
      ['Caderno', 0.1, 0.8],
      ['Camiseta', 0.9, 0.85],
      ['Lápis', 0.5, 0.2],
    ] as const) {
      const tile = tiles.filter({ hasText: name });
      const box = await boxOf(tile);
      for (let time = 1; time <= 5; time++) {
        await page.touchscreen.tap(box.x + box.width * across, box.y + box.height * down);
        await expect(tile).toContainText(`${time} no pedido`);
        expect(await tile.boundingBox()).toEqual(box);
      }
    }
    await counter.expectItems('Caderno', 'Camiseta', 'Lápis');
    // Touches beside each other, too fast to look between them.
    const [first, second] = [await middleOf(tiles.nth(0)), await middleOf(tiles.nth(1))];
    for (const place of [first, second, first, second]) await page.touchscreen.tap(...place);
    for (const tile of [0, 1]) await expect(tiles.nth(tile)).toContainText('7 no pedido');

    const less = grid.getByRole('button', { name: 'Menos um Caderno universitário' });
    const { width, height, y } = await boxOf(less);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const name = await boxOf(grid.getByText('Caderno universitário', { exact: true }));
    expect(y).toBeGreaterThanOrEqual(name.y + name.height);
    await less.tap();
    await expect(tiles.nth(0)).toContainText('6 no pedido');
  });
});

test('an administrator pins products to the grid', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED|The products were not changed/);
  await stock(shop);
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  await page.getByRole('button', { name: 'Marcar produtos' }).click();
  const bar = page.getByRole('region', { name: 'Produtos marcados' });
  const pinned = rows(page).getByRole('img', { name: 'Na grade do PDV' });
  const menu = bar.getByRole('button', { name: 'Mudar os marcados' });
  const choose = async (name: string) => {
    await menu.click();
    await page.getByRole('menuitem', { name }).click();
  };
  const said = (text: string) =>
    expect(bar.getByRole('status').filter({ hasText: text })).toBeVisible();
  await expect(menu).toBeDisabled();
  await bar.getByRole('button', { name: /^Marcar todos/ }).click();
  await choose('Fixar na grade do PDV');
  await said('3 produtos na grade do PDV.');
  await expect(pinned).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Marcar Camiseta' }).uncheck();
  await page.getByRole('checkbox', { name: 'Marcar Lápis' }).uncheck();
  await choose('Tirar da grade');
  await expect(pinned).toHaveCount(2);
  await expect(row(page, 'Caderno').getByRole('img', { name: 'Na grade' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Desfazer' }).click();
  await said('1 produto voltou ao que era.');
  await expect(pinned).toHaveCount(3);

  // All that is marked goes, after a question, and comes back for a day.
  await choose('Excluir os marcados');
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await said('1 produto excluído.');
  await expect(row(page, 'Caderno')).toHaveCount(0);
  await bar.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row(page, 'Caderno')).toHaveCount(1);

  // A lost answer leaves one way: the same again.
  await page.getByRole('checkbox', { name: 'Marcar Caderno' }).check();
  await page.route('**/api/pdv/productChanges/', (route) => route.abort());
  await choose('Tirar de venda');
  await expect(bar.getByRole('alert')).toContainText('não se sabe se os produtos mudaram');
  await page.unroute('**/api/pdv/productChanges/');
  await bar.getByRole('button', { name: 'Mandar de novo' }).click();
  await said('1 produto desativado.');
  await choose('Pôr à venda');
  await said('1 produto ativado.');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/pdv');
  await chooseOnBar(page, 'Grade');
  const tiles = page.getByRole('list', { name: 'Grade' }).getByRole('button');
  await expect(tiles).toHaveText([/^Caderno/, /^Camiseta/, /^Lápis/]);
  const boxes = await Promise.all([0, 1, 2].map((n) => tiles.nth(n).boundingBox()));
  for (const box of boxes) {
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThan(120);
  }
  expect(boxes[1]?.y).toBe(boxes[0]?.y);
  expect(boxes[2]?.y).toBeGreaterThan(boxes[0]?.y ?? 0);
});
