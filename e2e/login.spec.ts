import { expect, test } from './fixtures.ts';

test('a wrong password is told for five seconds, then the right one opens the counter', async ({
  page,
  shop,
  expectConsoleError,
  expectAccessible,
}) => {
  const seller = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  expectConsoleError(/401|wrong_credentials|incorretos/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Olá, bem vindo!')).toBeVisible();
  await expectAccessible();

  await page.clock.install();
  await page.getByLabel('Login').fill('vera');
  await page.getByLabel('Senha').fill('não é esta');
  await page.getByRole('button', { name: 'Entrar' }).click();
  const banner = page.getByRole('alert');
  await expect(banner).toHaveText('Login ou senha incorretos!');
  await page.clock.runFor(4_500);
  await expect(banner).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(banner).toBeHidden();

  await page.getByLabel('Senha').fill(seller.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/pdv$/);
  await expect(page.getByText('Olá, Vera Lúcia')).toBeVisible();
});
