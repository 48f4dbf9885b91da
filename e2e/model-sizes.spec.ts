import { test } from './counter-screen.ts';
import { expect, expectAccessible } from './fixtures.ts';

test('a model offers its sizes as chips, and codes and names work as before', async ({
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
  // From the first option up to the model.
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(sizes.getByRole('button')).toHaveText(['8', '10', 'PP', 'G', 'GG']);
  await expect(sizes.getByRole('button', { name: '8' })).toBeFocused();
  await expectAccessible(page);
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
});
