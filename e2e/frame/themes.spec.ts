import type { Locator, Page } from '@playwright/test';
import { colourOf } from '../colour.ts';
import { twoShirts } from '../correction-screen.ts';
import { openCounter } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { show } from '../paper.ts';

const scheme = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

test.describe('where the system is dark', () => {
  test.use({ colorScheme: 'dark' });

  test('the login and the counter are dark and readable', async ({ page, shop }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    expect(await scheme(page)).toBe('dark');
    await expectAccessible(page);
    // Logos are made for white paper: all of the login is on a light plate.
    const lightness = (element: Locator) =>
      element.evaluate((node) => {
        const [red = 0, green = 0, blue = 0] =
          getComputedStyle(node).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
        return Math.min(red, green, blue);
      });
    expect(await lightness(page.locator('body'))).toBeLessThan(60);
    const plate = page
      .locator('main div', { has: page.getByRole('img') })
      .filter({ has: page.getByLabel('Senha') })
      .last();
    expect(await lightness(plate)).toBeGreaterThan(225);
    expect(await lightness(page.getByLabel('Login'))).toBeGreaterThan(225);

    const { counter } = await openCounter(page, shop);
    await counter.takeOrder({ cpf: '52998224726', name: 'Helena Prado', codes: ['101', '102'] });
    await expectAccessible(page);
    await counter.closeOrder.click();
    await counter.pay(1, 'Dinheiro', '10000');
    await expectAccessible(page);
  });

  test('a paper looks as on white paper, and a bin is red', async ({ page, shop }) => {
    const { sale } = await twoShirts(shop);
    await shop.signIn(page, shop.admin, { at: '/vendas' });
    const bin = page.getByRole('button', { name: /^Excluir/ });
    await expect(bin).toBeVisible();
    expect(await colourOf(bin, 'color')).toBe('red');

    const inks = async () => {
      const paper = await show(page, '/pdf', sale);
      const cells = paper.getByRole('cell');
      await expect(cells.first()).toBeVisible();
      return paper.evaluate((article) =>
        [article, ...article.querySelectorAll('*')].map((element) => {
          const { color, backgroundColor, borderBottomColor } = getComputedStyle(element);
          return `${color} ${backgroundColor} ${borderBottomColor}`;
        }),
      );
    };
    const dark = await inks();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await inks()).toEqual(dark);
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
