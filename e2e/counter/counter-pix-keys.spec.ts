import { brl, salesIn } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { NOT_FOUND, test } from '../pix-shop.ts';
import { stopClock } from '../timing.ts';

test('the keys that pay cash confirm no Pix: Enter waits until its code could be looked at', async ({
  page,
  shop,
  counter,
}) => {
  const { keyboard } = page;
  const line = (row: number) => counter.payment.getByRole('group', { name: `Pix ${row}` });
  const found = (row: number) => line(row).getByRole('checkbox');
  const said = (row: number) => line(row).getByRole('status');
  const LOOK = 'Olhe o banco antes de confirmar.';
  const pay = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await counter.takeOrder({ codes: ['101', '103'] });
  await counter.closeOrder.click();
  await stopClock(page);
  await pay('p', 'i', 'x', 'Enter');
  await expect(counter.amount(1)).toBeFocused();
  await pay('2', '0', '0', '0', 'Enter', 'Enter', 'Enter');
  await expect(line(1).getByRole('img')).toBeVisible();
  await expect(found(1)).toBeFocused();
  await expect(found(1)).not.toBeChecked();
  await expect(said(1)).toHaveText(LOOK);

  // 1.5 s after it was painted, and again after another amount.
  await page.clock.runFor(1_400);
  await pay('Enter');
  await expect(found(1)).not.toBeChecked();
  await counter.amount(1).focus();
  await keyboard.type('3000');
  await pay('Enter');
  await expect(found(1)).toBeFocused();
  await expect(said(1)).toHaveText('');
  await page.clock.runFor(1_400);
  await pay('Enter');
  await expect(found(1)).not.toBeChecked();
  await page.clock.runFor(200);
  await pay('Enter');
  await expect(found(1)).toBeChecked();
  await expect(counter.method(2)).toBeFocused();

  // Each Pix has its own time.
  await pay('p', 'i', 'x', 'Enter', 'Enter');
  await expect(found(2)).toBeFocused();
  await pay('Enter');
  await expect(found(2)).not.toBeChecked();
  await keyboard.press('F9');
  await expect(counter.payment.getByRole('alert')).toHaveText(NOT_FOUND);
  expect(await salesIn(shop)).toBe(0);
});

test('the CPF of the next client, typed after a refusal, confirms no Pix', async ({
  page,
  shop,
  counter,
}) => {
  const { keyboard } = page;
  const found = counter.payment.getByRole('checkbox');
  const type = async (keys: readonly string[]) => {
    for (const key of keys) {
      await keyboard.press(key);
      await page.clock.runFor(120);
    }
  };
  await counter.prepareSale();
  await stopClock(page);
  await page.clock.runFor(5_000);
  await keyboard.press('F9');
  await expect(counter.payment.getByRole('alert')).toHaveText(NOT_FOUND);
  await expect(found).toBeFocused();
  await type([...'11144477735', 'Enter', 'Enter']);
  await expect(counter.payment.getByText('Olhe o banco antes de confirmar.')).toBeVisible();
  await expect(found).not.toBeChecked();
  expect(await salesIn(shop)).toBe(0);
});

test('space and a click confirm a Pix at once; after a reload Enter waits again', async ({
  page,
  counter,
}) => {
  const found = counter.payment.getByRole('checkbox');
  const waiting = counter.payment.getByText('Olhe o banco antes de confirmar.');
  await counter.prepareSale();
  await stopClock(page);
  await found.press('Space');
  await expect(found).toBeChecked();
  await found.click();
  await expect(found).not.toBeChecked();
  await found.press('Enter');
  await expect(waiting).toBeVisible();
  await found.click();
  await expect(found).toBeChecked();
  await found.click();
  await page.reload();
  await expect(counter.payment.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
  await found.press('Enter');
  await expect(waiting).toBeVisible();
  await expect(found).not.toBeChecked();
});

test('a letter after a Pix amount chooses how the rest is paid', async ({ page, counter }) => {
  const { keyboard } = page;
  await counter.takeOrder({ codes: ['101', '103'] });
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '2000');
  await keyboard.press('Enter');
  const found = counter.payment.getByRole('checkbox');
  await expect(found).toBeFocused();
  for (const key of 'din') await keyboard.press(key);
  await expect(counter.method(2)).toHaveValue('Dinheiro');
  await expect(counter.amount(2)).toBeFocused();
  await keyboard.press('Enter');
  await expect(counter.amount(2)).toHaveValue(brl('40,90'));
  await expect(found).not.toBeChecked();
  // Nothing is left to pay, which is said, and the Enter of a word confirms nothing at the bank.
  await found.focus();
  await keyboard.type('cart', { delay: 120 });
  await keyboard.press('Enter');
  await expect(counter.payment).toContainText('Olhe o banco antes de confirmar.');
  await expect(counter.method(3)).toHaveValue('');
  await expect(found).toBeFocused();
  await expect(found).not.toBeChecked();
});

test('a word after a Pix amount is one method, and one of several is searched', async ({
  page,
  shop,
  counter,
}) => {
  const { keyboard } = page;
  await shop.admin.call('createPaymentMethod', { body: { name: 'Boleto' } });
  await page.reload();
  await counter.takeOrder({ codes: ['101', '103'] });
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '2000');
  await keyboard.press('Enter');
  await expect(counter.payment.getByRole('checkbox')).toBeFocused();
  for (const key of ['d', 'e', 'b']) await keyboard.press(key);
  await expect(page.getByRole('option')).toHaveText(['Cartão de débito']);
  await keyboard.press('Enter');
  await expect(counter.method(2)).toHaveValue('Cartão de débito');
  await expect(counter.amount(2)).toBeFocused();
  // A letter that several begin with is searched.
  await keyboard.press('c');
  await expect(page.getByRole('option')).toHaveText(['Cartão de crédito', 'Cartão de débito']);
  await expect(counter.method(2)).toBeFocused();
  await keyboard.press('Escape');
  await expect(counter.method(2)).toHaveValue('Cartão de débito');
});
