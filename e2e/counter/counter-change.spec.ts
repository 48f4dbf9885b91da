import type { Locator } from '@playwright/test';
import { colourNamed } from '../colour.ts';
import { openCounter } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { setPix } from '../pix-shop.ts';

/** Whether an element is in the window, with nothing over any of its corners. */
const uncovered = (locator: Locator) =>
  locator.evaluate((note) => {
    const { left, right, top, bottom } = note.getBoundingClientRect();
    return [left + 3, right - 3].every((x) =>
      [top + 3, bottom - 3].every((y) => {
        const there = document.elementFromPoint(x, y);
        return there !== null && (there === note || note.contains(there));
      }),
    );
  });

test('change that is not from cash is noted in sight', async ({ page, shop }) => {
  const { counter } = await openCounter(page, shop);
  const note = counter.payment.getByText(
    'Pago a mais em Pix: o troco de R$ 1,10 sai mesmo da gaveta?',
  );
  await page.setViewportSize({ width: 911, height: 433 });
  await counter.takeOrder();
  await counter.closeOrder.click();
  await counter.method(1).click();
  await page.keyboard.type('pix', { delay: 30 });
  await page.keyboard.press('Enter');
  await counter.amount(1).click();
  await page.keyboard.type('2000', { delay: 30 });
  await expect(note).toHaveCSS('color', await colourNamed(page, '--warning-text'));
  await expect.poll(() => uncovered(note)).toBe(true);
  // So is the field that is typed into, and wherever else the step is scrolled to.
  await expect(counter.amount(1)).toBeInViewport({ ratio: 0.8 });
  for (const [width, height] of [
    [911, 433],
    [1093, 520],
    [1366, 650],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const places = [counter.method(1), counter.method(5), counter.figure('TROCO'), counter.finish];
    for (const place of places) {
      await place.scrollIntoViewIfNeeded();
      await expect.poll(() => uncovered(note)).toBe(true);
    }
    const [noted, finish] = await Promise.all([note.boundingBox(), counter.finish.boundingBox()]);
    expect((noted?.y ?? 0) + (noted?.height ?? 0)).toBeLessThanOrEqual(finish?.y ?? 0);
  }
  await expectAccessible(page);
  await expect(page.getByRole('status').filter({ hasText: 'sai mesmo da gaveta?' })).toBeAttached();
  await counter.finishSale();
});

test('TROCO and both buttons stay in sight, at every size', async ({ page, shop }) => {
  test.setTimeout(240_000);
  const { counter } = await openCounter(page, shop);
  await setPix(shop);
  await page.reload();
  await counter.takeOrder({ codes: ['101', '102', '103'] });
  await counter.closeOrder.click();
  const note = counter.payment.getByText(/sai mesmo da gaveta/);
  const qr = counter.payment.getByRole('img', { name: /^QR code do Pix/ });
  /** In every window, wherever the step is scrolled to. */
  const expectInSight = async (...also: Locator[]) => {
    for (const [width, height] of [
      [1366, 650],
      [1093, 520],
      [911, 433],
      [1024, 768],
      [390, 844],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const row of [1, 5]) {
        await counter.method(row).scrollIntoViewIfNeeded();
        const foot = [counter.figure('TROCO'), counter.editOrder, counter.finish, ...also];
        for (const each of foot) await expect.poll(() => uncovered(each)).toBe(true);
      }
    }
  };
  await expectInSight(counter.payment.getByRole('button', { name: 'Faltam R$ 62,45' }));
  await counter.pay(1, 'Dinheiro', '1000');
  await expectInSight(counter.payment.getByRole('button', { name: 'Faltam R$ 52,45' }));
  // The code opens whole above the foot.
  await page.setViewportSize({ width: 911, height: 433 });
  await counter.pay(2, 'Pix', '1000');
  await expect.poll(() => uncovered(qr)).toBe(true);
  await expect.poll(() => uncovered(counter.payment.getByRole('checkbox'))).toBe(true);
  await expectInSight();
  await counter.payment.getByRole('checkbox').click();
  for (const row of [3, 4, 5]) await counter.pay(row, 'Cartão de débito', '5000');
  await expectInSight(note);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});
