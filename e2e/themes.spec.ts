import type { Page } from '@playwright/test';
import { openCounter } from './counter-screen.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const scheme = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

test.describe('where the system is dark', () => {
  test.use({ colorScheme: 'dark' });

  test('the login and the counter are dark and readable', async ({ page, shop }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    expect(await scheme(page)).toBe('dark');
    await expectAccessible(page);

    const { counter } = await openCounter(page, shop);
    await counter.takeOrder({ cpf: '52998224726', name: 'Helena Prado', codes: ['101', '102'] });
    await expectAccessible(page);
    await counter.closeOrder.click();
    await counter.pay(1, 'Dinheiro', '10000');
    await expectAccessible(page);
  });
});

test('the menu changes the theme, and the device keeps it', async ({ page, shop }) => {
  await shop.signIn(page, shop.admin, { at: '/perfil' });
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  const item = page.getByRole('menuitem', { name: /^Tema/ });
  for (const [name, shown] of [
    ['do sistema', 'light'],
    ['claro', 'light'],
    ['escuro', 'dark'],
  ] as const) {
    await expect(item).toHaveText(`Tema: ${name}`);
    expect(await scheme(page)).toBe(shown);
    if (name !== 'escuro') await item.click();
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await scheme(page)).toBe('dark');
  // Paper is white.
  await page.evaluate(() => {
    const shown = () => document.documentElement.dataset.mantineColorScheme;
    window.addEventListener('beforeprint', () => Object.assign(window, { printed: shown() }));
  });
  await page.pdf();
  expect(await page.evaluate(() => (window as { printed?: string }).printed)).toBe('light');
  expect(await scheme(page)).toBe('dark');
});
