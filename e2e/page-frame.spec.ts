import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

test('the content of a page is 1286 px wide at most, under a bar with a default picture', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn(shop.admin);
  const main = page.getByRole('main');
  const widthOfContent = () =>
    main.evaluate((element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    });
  for (const path of ['/vendas', '/pdv', '/perfil']) {
    await page.goto(path);
    await expect(main.getByRole('heading').first()).toBeAttached();
    expect(await widthOfContent()).toBe(1286);
  }
  await page.setViewportSize({ width: 1200, height: 800 });
  expect(await widthOfContent()).toBeLessThan(1200);

  const logo = page.getByRole('banner').getByRole('link');
  await expect(logo).toHaveAttribute('href', '/');
  await expect(logo.getByRole('img')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Menu do usuário' });
  await expect(menu.locator('img')).toHaveCount(0);
  await expect(menu.locator('svg').first()).toBeVisible();
});
