import { expect, type Locator, type Page } from '@playwright/test';
import { timeShown } from './timing.ts';

type Options = {
  /** How long the message shows. */
  ms?: number;
  meanwhile?: (message: Locator) => Promise<void>;
};

/**
 * Acts and expects a message: its words, its role (of an error an alert) and its time. The page's clock
 * has to be installed: it is moved on, and it measures.
 */
export async function expectMessage(
  page: Page,
  text: string,
  act: () => Promise<unknown>,
  { ms = 3_000, meanwhile }: Options = {},
): Promise<void> {
  const shown = timeShown(page, text);
  await act();
  const role = text.startsWith('Erro') ? 'alert' : 'status';
  const message = page.getByRole(role).filter({ hasText: text });
  await expect(message).toHaveText(text);
  await meanwhile?.(message);
  while (await message.isVisible()) await page.clock.runFor(500);
  const time = await shown;
  // A moved clock sets its timers by its last tick, a few ms back, and a busy machine adds the time
  // between two looks. Three seconds and five stay apart.
  expect(time, `ms that “${text}” was shown`).toBeGreaterThan(ms - 500);
  expect(time, `ms that “${text}” was shown`).toBeLessThan(ms + 1_900);
}

/** Saves the form in the open dialog. */
export const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();

/** Confirms the question. */
export const confirm = (page: Page) =>
  confirmation(page).getByRole('button', { name: 'Confirmar' }).click();

/** The dialog that asks before a row is deleted. */
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
