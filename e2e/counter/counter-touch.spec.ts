import type { Locator, Page } from '@playwright/test';
import { keyDrawnOver, openCounter, test } from '../counter-screen.ts';
import { expect, expectAccessible } from '../fixtures.ts';

/** A finger's least, in px. */
const LEAST = 44;

/** What a finger could miss: fields, buttons and options that are too small, and letters that iOS zooms. */
const faultsOf = (page: Page) =>
  page.evaluate((least) => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll(
      // The label of a switch takes the touch too.
      'main :is(input:not([type=checkbox]), label:has([type=checkbox]), button, [role=option])',
    )) {
      const { width, height } = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? (element.textContent || element.id);
      if (width === 0 || (element as HTMLInputElement).readOnly) continue;
      if (Math.min(width, height) < least) faults.push(`${name}: ${width} × ${height} px`);
      const letters = Number.parseFloat(getComputedStyle(element).fontSize);
      if (element instanceof HTMLInputElement && letters < 16)
        faults.push(`${name}: ${letters} px`);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
    return faults;
  }, LEAST);

/** Whether a field shows its text whole. */
const isWhole = (field: Locator) =>
  field.evaluate((input) => input.scrollWidth <= input.clientWidth);

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('fields and buttons are as large as a finger', async ({ page, shop }) => {
  const { counter } = await openCounter(page, shop);
  const eachWindow = async (look: () => Promise<void>) => {
    await look();
    await page.setViewportSize({ width: 1024, height: 768 });
    await look();
    await page.setViewportSize({ width: 390, height: 844 });
  };
  const edge = async (name: string) => {
    const box = await page.getByRole('button', { name }).boundingBox();
    if (!box) throw new Error(`${name} is not on the screen`);
    return box;
  };
  await counter.takeOrder({ codes: ['101', '102', '103'] });
  await counter.productName.fill('ca');
  await expect(page.getByRole('option')).toHaveCount(2);
  await eachWindow(async () => expect(await faultsOf(page)).toEqual([]));
  await page.keyboard.press('Escape');
  await eachWindow(async () => {
    const edit = await edge('Editar Caderno universitário');
    const remove = await edge('Remover Caderno universitário');
    expect(remove.x - edit.x - edit.width).toBeGreaterThanOrEqual(8);
  });
  await eachWindow(async () => expect(await isWhole(counter.cpf)).toBe(true));
  await expectAccessible(page);

  // The list is below the window of a phone.
  await counter.scan('2*103');
  await page.getByRole('button', { name: 'Confirmar' }).tap();
  await expect(page.getByText('Camiseta da escola · 3 × R$ 42,00')).toBeInViewport({ ratio: 1 });
  const step = (name: string) => page.getByRole('button', { name: `${name} Camiseta da escola` });
  await step('Menos um').tap();
  await step('Menos um').tap();
  await expect(counter.item('Camiseta').getByRole('cell').nth(2)).toHaveText('1');
  await expect(step('Menos um')).toBeDisabled();
  await page.getByRole('button', { name: 'Remover Camiseta da escola' }).tap();
  await page.getByRole('button', { name: 'Desfazer' }).tap();
  await step('Mais um').tap();
  await step('Menos um').tap();
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta da escola1');
  await expectAccessible(page);

  await counter.closeOrder.tap();
  await counter.method(1).fill('Dinheiro');
  await page.getByRole('option', { name: 'Dinheiro' }).tap();
  await eachWindow(async () => expect(await faultsOf(page)).toEqual([]));
  await counter.payment.getByRole('button', { name: 'R$ 100' }).tap();
  await expect(counter.figure('TROCO')).toHaveValue(/37,55/);
  await eachWindow(() => expect(counter.figure('TROCO')).toBeInViewport({ ratio: 1 }));
  // A finger has no keys.
  expect(await keyDrawnOver(counter.finish)).toBeUndefined();
  await expectAccessible(page);
});
