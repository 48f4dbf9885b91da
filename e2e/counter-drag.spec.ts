import type { Locator, Page } from '@playwright/test';
import { test } from './counter-screen.ts';
import { expect } from './fixtures.ts';

// Animated, as most people see it.
test.use({ reducedMotion: 'no-preference' });

const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: `Mover ${name}`, exact: true });

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('Not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a line is moved by mouse and by keyboard', async ({ page, counter }) => {
  for (const code of ['101', '102', '103']) await counter.scan(code);
  await counter.sortByName.click();
  await counter.expectItems('Caderno', 'Camiseta', 'Lápis');
  await expect(handle(page, 'Lápis HB nº 2')).toHaveCSS('cursor', 'grab');

  const [from, to] = [
    await middleOf(handle(page, 'Lápis HB nº 2')),
    await middleOf(handle(page, 'Caderno universitário')),
  ];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await counter.expectItems('Lápis', 'Caderno', 'Camiseta');
  // A list sorted by hand is no longer sorted by name.
  await expect(page.getByRole('columnheader', { name: 'Produto' })).toHaveText('Produto');

  await handle(page, 'Lápis HB nº 2').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Lápis HB nº 2: .*posição 1 de 3\.$/)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Lápis HB nº 2: posição 2 de 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta');

  // Escape puts it back.
  await expect(handle(page, 'Lápis HB nº 2')).toBeFocused();
  await page.keyboard.press('Space');
  // The arrows move only a row that has been taken.
  await expect(page.getByText(/^Lápis HB nº 2: .*posição 2 de 3\.$/)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Lápis HB nº 2: posição 3 de 3.')).toBeAttached();
  await page.keyboard.press('Escape');
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a finger moves a line, and scrolls the page elsewhere', async ({ page, counter }) => {
    for (const code of ['101', '102', '103']) await counter.scan(code);
    await counter.expectItems('Caderno', 'Lápis', 'Camiseta');
    await expect(handle(page, 'Camiseta da escola')).toHaveCSS('cursor', 'grab');
    await handle(page, 'Camiseta da escola').scrollIntoViewIfNeeded();
    const from = await middleOf(handle(page, 'Camiseta da escola'));
    const to = await middleOf(handle(page, 'Caderno universitário'));

    // Playwright's touchscreen can only tap.
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x, y }],
      });
    await touch('touchStart', from.y);
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', from.y + ((to.y - from.y) * step) / 8);
    }
    await touch('touchEnd');
    await counter.expectItems('Camiseta', 'Caderno', 'Lápis');
  });
});
