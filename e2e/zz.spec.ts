import { test } from './counter-screen.ts';
import { expect } from './fixtures.ts';

test('shots', async ({ page, shop, counter }) => {
  for (const [code, size] of Object.entries({ 201: 'P', 202: 'M', 203: 'G', 204: 'GG' }))
    await shop.admin.call('createProduct', {
      body: {
        code,
        name: `Camiseta de educação física do ensino médio ${size}`,
        price: 45,
        active: true,
      },
    });
  await page.reload();
  for (const [width, height] of [
    [1366, 650],
    [1093, 520],
    [1366, 768],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await counter.takeOrder({ codes: ['101', '102', '103', '201', '202'] });
    await page.screenshot({ path: `/tmp/seller/a-${width}x${height}.png` });
    await page.keyboard.press('F8');
    await counter.method(1).pressSequentially('pi');
    await page.keyboard.press('Enter');
    await page.screenshot({ path: `/tmp/seller/b-${width}x${height}.png` });
    await page.keyboard.press('Enter');
    await page.screenshot({ path: `/tmp/seller/c-${width}x${height}.png` });
    await page.keyboard.press('Shift+F8');
    await page.getByRole('button', { name: 'Esvaziar', exact: true }).click();
    await expect(counter.items).toHaveCount(0);
  }
});
