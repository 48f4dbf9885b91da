// SCREENSHOTS=1 npm run e2e -- screenshots
// writes e2e/test-results/screenshots/*.png; docs/screenshots holds the two of the README.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { counterScreen, SALE_MADE } from './counter-screen.ts';
import { expect, type Shop, test } from './fixtures.ts';
import { codeDay, cpfOf, openHostileShop, TEXTS, textAt } from './hostile-shop.ts';

const FOLDER = path.join(import.meta.dirname, 'test-results/screenshots');
const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];
/** Some of what the sample shop sells. */
const GOODS = [
  ['10110', 'Camiseta manga curta Colégio G', 55.9],
  ['10404', 'Moletom com capuz Colégio tam. 10', 139.9],
  ['20702', 'Conta que Conta – Matemática 7º ano (Ed. Ipê-Roxo)', 160.4],
  ['304', 'Caneta esferográfica preta', 2.5],
  ['313', 'Marca-texto (kit com 4 cores)', 16.9],
  ['349', 'Canetinha hidrográfica 12 cores', 15.9],
  ['503', 'Xerox colorida A4', 2],
] as const;

for (const viewport of SIZES) {
  test(`every screen at ${viewport.width} × ${viewport.height}`, async ({
    page,
    context,
    shop,
    signIn,
  }) => {
    await page.setViewportSize(viewport);
    const shoot = (name: string, of: Page = page) =>
      of.screenshot({
        path: path.join(FOLDER, `${name}-${viewport.width}.png`),
        // A phone's screen is read by scrolling.
        fullPage: viewport.width < 600,
        animations: 'disabled',
      });
    await fill(shop);
    const seller = await shop.newUser({ name: 'Vera Lúcia Andrade', login: 'vera' });
    const counter = counterScreen(page);

    await page.goto('/login');
    await expect(page.getByRole('img')).toHaveCount(2);
    await shoot('login');

    await signIn(seller);
    await expect(counter.cpf).toBeFocused();
    await shoot('order-empty');
    await counter.registration.fill('20260118');
    await counter.studentName.fill('Davi Nogueira Prado');
    await counter.takeOrder({
      name: 'Helena Nogueira Prado',
      codes: ['10110', '10404', '20702', '349'],
    });
    await counter.code.fill('304');
    await counter.code.press('Tab');
    await counter.quantity.fill('4');
    await shoot('order-filled');
    await counter.quantity.press('Enter');
    await counter.productName.pressSequentially('c');
    await expect(page.getByRole('option').first()).toBeVisible();
    await shoot('order-searching');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F8');
    await shoot('payment-empty');
    await counter.finish.click();
    await counter.pay(1, 'Pix', '20000');
    await counter.pay(2, 'Dinheiro', '20000');
    await shoot('payment-filled');

    const opened = context.waitForEvent('page');
    await counter.finish.click();
    await expect(page.getByText(SALE_MADE)).toBeVisible();
    await shoot('sale-made');
    const receipt = await opened;
    await receipt.setViewportSize(viewport);
    await expect(receipt.getByRole('heading', { name: 'RECIBO' })).toBeVisible();
    await shoot('receipt', receipt);
  });
}

// Texts of 200 characters without a space, which nothing may be pushed aside by.
test('the screens of a shop whose names are long and hostile', async ({ page, shop, signIn }) => {
  test.setTimeout(240_000);
  const { sales, seller } = await openHostileShop(shop);
  const long = `${TEXTS.join('').replace(/\s/g, '_')}`.padEnd(200, 'W').slice(0, 200);
  await shop.sql('UPDATE products SET name = $1 WHERE name = $2', [long, textAt(3)]);
  await shop.sql('UPDATE users SET name = $1 WHERE name = $2', [long.slice(0, 120), textAt(3)]);
  await shop.sql('UPDATE clients SET name = $1 WHERE name = $2', [long, textAt(3)]);
  await shop.sql('UPDATE sales SET client_name = $1, seller_name = $2 WHERE client_name = $3', [
    long,
    long.slice(0, 120),
    textAt(3),
  ]);
  const { results } = await shop.admin.call('listSales', { query: { page_size: '100' } });
  const longSale = results.find(({ client_data }) => client_data.name === long) ?? sales[0];
  const days = `startDate=${codeDay(0)}&endDate=${codeDay(TEXTS.length - 1)}`;
  const places = [
    ['sales', `/vendas?page_size=25&${days}`],
    ['products', '/produtos?page_size=25'],
    ['users', '/usuarios?page_size=25'],
    ['methods', '/categorias?page_size=25'],
    ['closings', `/gerenciarFechamentos?${days}`],
    ['audit', '/auditoria?page_size=100'],
    ['profile', '/perfil'],
    ['receipt', '/pdf'],
  ] as const;
  const shoot = (name: string, width: number) =>
    page.screenshot({
      path: path.join(FOLDER, `hostile-${name}-${width}.png`),
      fullPage: width < 600,
      animations: 'disabled',
    });
  await signIn(shop.admin);
  await page.evaluate((data) => sessionStorage.setItem('data', data), JSON.stringify(longSale));
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    for (const [name, address] of places) {
      await page.goto(address);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await shoot(name, viewport.width);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      console.log(`${name}: ${wide} px of ${viewport.width}`);
    }
  }
  await signIn(seller);
  const counter = counterScreen(page);
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await page.reload();
    await counter.cpf.fill(cpfOf(3));
    await expect(counter.clientName).toHaveValue(long);
    for (const text of TEXTS.slice(0, 5)) await counter.scan(text);
    await expect(counter.items).toHaveCount(5);
    await counter.productName.pressSequentially('p');
    await shoot('order', viewport.width);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    console.log(`order: ${wide} px of ${viewport.width}`);
  }
});

async function fill(shop: Shop): Promise<void> {
  for (const [code, name, price] of GOODS) {
    await shop.admin.call('createProduct', { body: { code, name, price, active: true } });
  }
}
