import { expect, type Locator, type Page } from '@playwright/test';
import { timeShown } from './timing.ts';

type Said = { message: string; role: 'status' | 'alert'; ms: number };

/**
 * Does something and expects what is said about it: the words, how they are announced, and how long
 * they stay. The page's clock has to be installed: it is moved on, and it measures.
 */
export async function expectSaid(
  page: Page,
  { message, role, ms }: Said,
  act: () => Promise<unknown>,
  meanwhile?: (said: Locator) => Promise<void>,
): Promise<void> {
  const shown = timeShown(page, message);
  await act();
  const said = page.getByRole(role).filter({ hasText: message });
  await expect(said).toHaveText(message);
  await meanwhile?.(said);
  while (await said.isVisible()) await page.clock.runFor(200);
  const time = await shown;
  // A moved clock sets its timers by its last tick, a few ms back; and what a busy machine takes
  // between two looks at it goes by on it too. Three seconds and five stay apart.
  expect(time, `ms that “${message}” was shown`).toBeGreaterThan(ms - 100);
  expect(time, `ms that “${message}” was shown`).toBeLessThan(ms + 1_900);
}

/** The share of the message's bar that its progress line takes, from 1 to 0. */
export async function lineOf(bar: Locator): Promise<number> {
  const [line, whole] = await Promise.all([
    bar.locator('span[aria-hidden]').boundingBox(),
    bar.boundingBox(),
  ]);
  return (line?.width ?? 0) / (whole?.width ?? 1);
}

/** The dialog that asks before something is deleted. */
export function confirmation(page: Page) {
  return page.getByRole('dialog', { name: 'Atenção!' });
}

/** The rows of the list, without its head. */
export function rows(page: Page) {
  return page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
}

/** The row that holds a text. */
export function row(page: Page, text: string) {
  return rows(page).filter({ hasText: text });
}
