// SCREENSHOTS=1 npm run e2e -- screenshots, with THEME=dark in the dark,
// writes e2e/test-results/screenshots/*.png, to look at. The pictures of README and manual: npm run manual.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { counterScreen, SALE_MADE } from './counter-screen.ts';
import { expect, type Shop, test } from './fixtures.ts';

const FOLDER = path.join(import.meta.dirname, 'test-results/screenshots');
const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];
/** Some goods of the sample shop. */
const GOODS = [
  ['10110', 'Camiseta manga curta Colégio G', 55.9],
  ['10404', 'Moletom com capuz Colégio tam. 10', 139.9],
  ['20702', 'Conta que Conta – Matemática 7º ano (Ed. Ipê-Roxo)', 160.4],
  ['304', 'Caneta esferográfica preta', 2.5],
  ['313', 'Marca-texto (kit com 4 cores)', 16.9],
  ['349', 'Canetinha hidrográfica 12 cores', 15.9],
  ['503', 'Xerox colorida A4', 2],
] as const;

test.use({ colorScheme: process.env.THEME === 'dark' ? 'dark' : 'light' });

for (const viewport of SIZES) {
  test(`every screen at ${viewport.width} × ${viewport.height}`, async ({
    page,
    context,
    shop,
  }) => {
    await page.setViewportSize(viewport);
    const shoot = (name: string, of: Page = page) =>
      of.screenshot({
        path: path.join(FOLDER, `${name}-${viewport.width}.png`),
        fullPage: viewport.width < 600,
        animations: 'disabled',
      });
    await fill(shop);
    const seller = await shop.newUser({ name: 'Vera Lúcia Andrade', login: 'vera' });
    const counter = counterScreen(page);

    await page.goto('/login');
    await expect(page.getByRole('img')).toHaveCount(2);
    await shoot('login');

    await shop.signIn(page, seller);
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

async function fill(shop: Shop): Promise<void> {
  for (const [code, name, price] of GOODS) {
    await shop.admin.call('createProduct', { body: { code, name, price, active: true } });
  }
}
