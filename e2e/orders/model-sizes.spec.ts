import { randomUUID } from 'node:crypto';
import { SALE_MADE, test } from '../counter-screen.ts';
import { expect, expectAccessible, openedBy } from '../fixtures.ts';

test('a model offers its sizes as chips, with what is on hand; codes and names work as before', async ({
  page,
  shop,
  counter,
}) => {
  for (const [code, size] of [
    ['201', '10'],
    ['202', '8'],
    ['203', 'PP'],
    ['204', 'G'],
    ['205', 'GG'],
  ] as const)
    await shop.admin.call('createProduct', {
      body: { code, name: `Camiseta polo ${size}`, price: 45, active: true },
    });
  await page.reload();
  const model = page.getByRole('button', { name: /^Camiseta polo/ });
  const sizes = page.getByRole('group', { name: 'Tamanhos de Camiseta polo' });
  const options = page.getByRole('option');

  // A name that is one product's offers no sizes, and Enter takes it.
  await counter.productName.pressSequentially('camiseta da');
  await expect(options).toHaveCount(1);
  await expect(model).toHaveCount(0);
  await page.keyboard.press('Escape');
  // The products are options as before, with the model once above them.
  await counter.productName.fill('');
  await counter.productName.pressSequentially('camis polo');
  await expect(options).toHaveCount(5);
  await expect(model).toHaveCount(1);
  await expectAccessible(page);
  // The text names the model, so Enter opens its sizes and takes none.
  await page.keyboard.press('Enter');
  await expect(sizes.getByRole('button')).toHaveText(['8', '10', 'PP', 'G', 'GG']);
  // And no Enter too many takes one.
  await expect(sizes).toBeFocused();
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key);
  await expect(sizes).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(sizes.getByRole('button', { name: '8' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(sizes.getByRole('button', { name: 'GG' })).toBeFocused();
  await page.keyboard.press('p');
  await expect(sizes.getByRole('button', { name: 'PP' })).toBeFocused();
  await page.keyboard.press('1');
  await expect(sizes.getByRole('button', { name: '10' })).toBeFocused();
  // Without a pause three letters and Enter would be a scan.
  for (const key of ['ArrowRight', 'g', 'Enter']) await page.keyboard.press(key);
  await expect(sizes).toHaveCount(0);
  await expect(counter.productName).toHaveValue('Camiseta polo G');
  await expect(counter.quantity).toBeFocused();
  for (const key of ['2', 'Enter']) await page.keyboard.press(key);
  await counter.expectItems('Camiseta polo G');

  // Escape goes back, and a click chooses too.
  await counter.code.pressSequentially('polo');
  await model.click();
  await page.keyboard.press('Escape');
  await expect(sizes).toHaveCount(0);
  await expect(counter.productName).toBeFocused();
  await counter.productName.pressSequentially('polo gg');
  await page.keyboard.press('Enter');
  await expect(counter.productName).toHaveValue('Camiseta polo GG');

  // What is on hand stands beside followed products, and none left stops no sale.
  await counter.quantity.press('Enter');
  const { results } = await shop.admin.call('listProducts', { query: { search: 'polo' } });
  const lines = results
    .filter(({ name }) => /G$/.test(name))
    .map(({ id, name }) => ({ product: id, quantity: name.endsWith(' G') ? 2 : 9 }));
  const key = { 'idempotency-key': randomUUID() };
  await shop.admin.call('createDelivery', { headers: key, body: { lines } });
  await counter.takePeople();
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '13500');
  await openedBy(page, () => counter.finishSale());
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  await counter.productName.pressSequentially('polo');
  await expect(options.filter({ hasText: 'em estoque' })).toHaveText([
    /G0 em estoque/,
    /GG8 em estoque/,
  ]);
  await model.click();
  await expect(sizes.getByRole('button')).toHaveText([
    '8',
    '10',
    'PP',
    'G0 em estoque',
    'GG8 em estoque',
  ]);
  await expectAccessible(page);
  await sizes.getByRole('button', { name: /^G 0/ }).click();
  await page.keyboard.press('Enter');
  await counter.expectItems('Camiseta polo G');
});

test('Enter on a name guesses no size; all models are offered, and TOTAL stays free', async ({
  page,
  shop,
  counter,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  const models = ['Camiseta polo', 'Camiseta regata', 'Camiseta manga longa', 'Camiseta de treino'];
  const sizes = ['PP', 'P', 'M', 'G', 'GG', '8', '10', '12'];
  for (const [of, model] of models.entries())
    for (const [at, size] of sizes.entries())
      await shop.admin.call('createProduct', {
        body: { code: `${300 + 10 * of + at}`, name: `${model} ${size}`, price: 45, active: true },
      });
  await page.reload();
  await counter.productName.pressSequentially('camiseta ', { delay: 60 });
  await expect(page.getByRole('option', { name: 'Camiseta polo PP' })).toBeAttached();
  for (const model of models)
    await expect(page.getByRole('button', { name: `${model} 8 tamanhos` })).toBeInViewport({
      ratio: 0.9,
    });
  const list = await page.getByRole('listbox').boundingBox();
  const total = await page.getByText('TOTAL', { exact: true }).first().boundingBox();
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(total?.y ?? 0);
  // The product without sizes comes first in this shop, and has none to be guessed.
  await counter.productName.press('Escape');
  await counter.productName.pressSequentially('manga', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Tamanhos de Camiseta manga longa' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(counter.items).toHaveCount(0);
});

test('a size that was chosen and not added is missed when the next code goes in', async ({
  page,
  shop,
  counter,
}) => {
  for (const [code, size] of Object.entries({ 201: 'P', 202: 'M' })) {
    const body = { code, name: `Camiseta polo ${size}`, price: 45, active: true };
    await shop.admin.call('createProduct', { body });
  }
  await page.reload();
  await counter.productName.pressSequentially('polo m');
  await page.keyboard.press('Enter');
  await expect(counter.productName).toHaveValue('Camiseta polo M');
  await page.keyboard.press('F2');
  await page.keyboard.type('101');
  await page.keyboard.press('Enter');
  await counter.expectItems('Caderno universitário');
  const missed = page.getByRole('region', { name: 'Leituras que não entraram' });
  await expect(missed).toContainText('Uma leitura não entrou: 202');
  await counter.scan('202');
  await counter.expectItems('Caderno universitário', 'Camiseta polo M');
  await expect(missed).toHaveCount(0);

  // Another size instead is no mistake.
  await counter.productName.pressSequentially('polo m');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F2');
  await page.keyboard.type('201');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(counter.productName).toHaveValue('Camiseta polo P');
  await counter.add.click();
  await expect(counter.items).toHaveCount(3);
  await expect(missed).toHaveCount(0);
});

test('the size that was chosen is in sight beside a name that is too long for its field', async ({
  page,
  shop,
  counter,
}) => {
  const model = 'Camiseta Educação Física do Colégio';
  for (const [at, size] of ['PP', 'P', 'GG'].entries())
    await shop.admin.call('createProduct', {
      body: { code: `30${at}`, name: `${model} tamanho ${size}`, price: 45, active: true },
    });
  await page.reload();
  await counter.productName.pressSequentially('física gg', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(counter.quantity).toBeFocused();
  await expect(counter.productName).toHaveValue(`${model} tamanho GG`);
  const size = counter.products.getByText('GG', { exact: true });
  for (const [width, height] of [
    [1366, 768],
    [1093, 520],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    // On top of the field, and the name begins after it.
    const place = await size.boundingBox();
    const field = await counter.productName.boundingBox();
    const start = await counter.productName.evaluate(
      (input) =>
        Number.parseFloat(getComputedStyle(input).paddingLeft) + input.getBoundingClientRect().x,
    );
    if (!place || !field) throw new Error('The field or the size is not there');
    expect(place.x).toBeGreaterThan(field.x);
    expect(place.x + place.width).toBeLessThan(start);
    expect(Math.abs(place.y + place.height / 2 - field.y - field.height / 2)).toBeLessThan(2);
  }
  await expectAccessible(page);
  // A product without sizes has none, and a name that was chosen before goes with its size.
  await counter.scan('101');
  await expect(size).toHaveCount(0);
  await counter.productName.pressSequentially('lápis', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(counter.productName).toHaveValue('Lápis HB nº 2');
  await expect(size).toHaveCount(0);
});

test('keys that name no size, or several, choose none, however slowly they come', async ({
  page,
  shop,
  counter,
}) => {
  for (const [at, size] of ['6', '10', '12', '14', 'P', 'G'].entries())
    await shop.admin.call('createProduct', {
      body: { code: `${401 + at}`, name: `Calça ${size}`, price: 45, active: true },
    });
  await page.reload();
  const sizes = page.getByRole('group', { name: 'Tamanhos de Calça' });
  const said = sizes.getByRole('status');
  const open = async () => {
    await counter.productName.fill('');
    await counter.productName.pressSequentially('calça', { delay: 60 });
    await page.keyboard.press('Enter');
    await expect(sizes).toBeFocused();
  };
  // Enter after them takes nothing.
  for (const none of ['16', 'xg', 'gg', 'ggg']) {
    await open();
    await page.keyboard.type(none, { delay: 80 });
    await expect(said).toHaveText(`Não há tamanho ${none.toUpperCase()}.`);
    for (const key of ['Enter', 'Enter']) await page.keyboard.press(key);
    await expect(sizes).toBeFocused();
    await page.keyboard.press('Escape');
  }
  await open();
  await page.keyboard.press('1');
  await expect(said).toHaveText('Tamanho 10, 12 ou 14?');
  await page.keyboard.press('Enter');
  await expect(sizes).toBeFocused();
  // A whole size answers that, too.
  await page.keyboard.type('12', { delay: 80 });
  await expect(sizes.getByRole('button', { name: '12' })).toBeFocused();
  // A hand that looks at the garment between the two.
  await page.keyboard.press('Escape');
  await open();
  await page.keyboard.type('14', { delay: 900 });
  await expect(sizes.getByRole('button', { name: '14' })).toBeFocused();
  await expect(said).toBeEmpty();
  await page.keyboard.press('Enter');
  await expect(counter.productName).toHaveValue('Calça 14');
  await page.keyboard.press('Enter');
  await counter.expectItems('Calça 14');

  // In a list the same keys, and what comes after a size is the quantity.
  const { results } = await shop.admin.call('listProducts', { query: { search: 'calça 6' } });
  const items = results.slice(0, 1).map(({ id }) => ({ product: id, quantity: 1 }));
  const list = { code: 'L1', name: '6º ano', valid_from: null, valid_to: null };
  await shop.admin.call('createMaterialList', { body: { ...list, active: true, items } });
  await page.reload();
  await counter.scan('L1');
  const dialog = page.getByRole('dialog', { name: '6º ano' });
  const size = dialog.getByLabel('Tamanho: Calça').locator(':checked');
  const quantity = dialog.getByLabel('Quantidade: Calça');
  await expect(dialog.getByRole('checkbox')).toBeFocused();
  for (const none of ['16', 'xg']) {
    await page.keyboard.type(none, { delay: 80 });
    await expect(dialog.getByText(`Não há tamanho ${none.toUpperCase()}.`)).toBeVisible();
    await expect(size).toHaveText('Tamanho?');
    await expect(quantity).toHaveValue('1');
  }
  await page.keyboard.type('14', { delay: 900 });
  await expect(size).toHaveText('14');
  await page.keyboard.type('3', { delay: 60 });
  await expect(quantity).toHaveValue('3');
});
