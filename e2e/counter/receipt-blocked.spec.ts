import { openCounter, salesIn, test } from '../counter-screen.ts';
import { expect, openedBy } from '../fixtures.ts';
import { timesPrinted } from '../print-dialog.ts';

test('a blocked receipt leaves a link on the fresh counter', async ({ page, context, shop }) => {
  // Playwright's calls count as user gestures, so that the browser's own blocker lets the pop-up through.
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const { counter } = await openCounter(page, shop);
  await counter.prepareSale();
  const reloaded = page.waitForEvent('load');
  await counter.finishSale();
  const link = page.getByRole('link', { name: 'Abrir recibo' });
  await expect(link).toBeVisible();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toBeFocused();
  expect(context.pages()).toHaveLength(1);
  expect(await salesIn(shop)).toBe(1);

  // Two reloads at once are one too many for the browser.
  await reloaded;
  // It waits for as long as it takes, on a phone in sight wherever the page is scrolled.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(link).toBeInViewport({ ratio: 1 });
  await counter.finish.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 5_000);
  await expect(counter.finish).toBeInViewport();
  await expect(link).toBeInViewport({ ratio: 1 });
  const receipt = await openedBy(page, () => link.click());
  await expect(receipt.getByRole('article')).toContainText('Caderno universitário: x1');
  await expect.poll(() => timesPrinted(receipt)).toBe(1);
  await expect(link).toBeHidden();
  await page.reload();
  await expect(counter.cpf).toBeFocused();
  await expect(link).toBeHidden();

  // For who serves the next client already, too.
  await counter.prepareSale();
  await counter.finishSale();
  await counter.cpf.pressSequentially('111');
  await expect(link).toBeVisible();
  await expect(counter.cpf).toHaveValue('111');
});
