import type { Locator, Page } from '@playwright/test';
import { test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';

// Animated, as most people see it.
test.use({ reducedMotion: 'no-preference' });

const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: `Mover ${name}`, exact: true });

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
  // The rows are rendered anew when the library of the drag arrives.
  await expect(async () => {
    box = await target.boundingBox();
    expect(box).not.toBeNull();
  }).toPass();
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

/** Takes the row that has the focus. dnd-kit hears the arrows from the next turn of the page on, faster than hands are. */
async function take(page: Page, announced: RegExp): Promise<void> {
  await page.keyboard.press('Space');
  await expect(page.getByText(announced)).toBeAttached();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

// Specification: 2.5, 4.5
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
  await take(page, /^Lápis HB nº 2: .*posição 1 de 3\.$/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Lápis HB nº 2: posição 2 de 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta');

  // Escape puts it back.
  await expect(handle(page, 'Lápis HB nº 2')).toBeFocused();
  await take(page, /^Lápis HB nº 2: .*posição 2 de 3\.$/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Lápis HB nº 2: posição 3 de 3.')).toBeAttached();
  await page.keyboard.press('Escape');
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta');
});

test('a line is moved by any of its cells, however fast the mouse is', async ({
  page,
  counter,
}) => {
  for (const code of ['101', '102', '103']) await counter.scan(code);
  await expect(counter.items.first()).toHaveCSS('cursor', 'grab');
  await counter.item('Camiseta').dragTo(counter.item('Caderno'));
  await counter.expectItems('Camiseta', 'Caderno', 'Lápis');
  const name = (text: string) => page.getByRole('cell', { name: text, exact: true });
  await name('Camiseta da escola').dragTo(name('Lápis HB nº 2'));
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta');
  await handle(page, 'Camiseta da escola').dragTo(handle(page, 'Caderno universitário'));
  await counter.expectItems('Camiseta', 'Caderno', 'Lápis');

  // One move of the mouse between pressing and letting go.
  const from = await middleOf(page.getByRole('cell', { name: '101', exact: true }));
  const to = await middleOf(counter.item('Lápis').getByRole('cell').nth(2));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await counter.expectItems('Camiseta', 'Lápis', 'Caderno');

  // A click on a cell moves nothing, and the icons do what they did.
  await name('Lápis HB nº 2').click();
  await counter.expectItems('Camiseta', 'Lápis', 'Caderno');
  await page.getByRole('button', { name: 'Editar Lápis HB nº 2' }).click();
  await expect(counter.productName).toHaveValue('Lápis HB nº 2');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remover Lápis HB nº 2' }).click();
  await counter.expectItems('Camiseta', 'Caderno');
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

    // Elsewhere on the line it scrolls the page, and once it has rested it takes the line.
    const cell = page.getByRole('cell', { name: 'Lápis HB nº 2', exact: true });
    const scrolled = () => page.evaluate(() => scrollY);
    const slide = async (start: { x: number; y: number }, distance: number) => {
      for (let step = 1; step <= 8; step++) {
        await finger.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: [{ x: start.x, y: start.y + (distance * step) / 8 }],
        });
      }
      await touch('touchEnd');
    };
    const before = await scrolled();
    const swiped = await middleOf(cell);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [swiped] });
    await slide(swiped, 120);
    await expect.poll(scrolled).not.toBe(before);
    await counter.expectItems('Camiseta', 'Caderno', 'Lápis');

    // The page glides on after a swipe, and a finger put down meanwhile stops it and takes nothing.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const from = scrollY;
          for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
          return scrollY - from;
        }),
      )
      .toBe(0);
    await cell.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const rested = await middleOf(cell);
    const top = await middleOf(page.getByRole('cell', { name: 'Camiseta da escola', exact: true }));
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [rested] });
    await expect(counter.item('Lápis')).toHaveAttribute('data-dragging');
    await slide(rested, top.y - rested.y);
    await counter.expectItems('Lápis', 'Camiseta', 'Caderno');
  });
});
