import type { Browser, Page, Route } from '@playwright/test';
import type { ApiUser } from './api.ts';
import { counterScreen } from './counter-screen.ts';
import { expect, type Shop } from './fixtures.ts';

export const parkedList = (page: Page) => page.getByRole('dialog', { name: 'Em espera' });

export const count = (page: Page, text: string) =>
  page.getByRole('button', { name: text, exact: true });

export const rowOf = (page: Page, client: string) =>
  parkedList(page).getByRole('button', { name: new RegExp(`^${client}`) });

/** The server acts on the request, but the browser gets no response. */
export const loseResponse = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

/** The seller takes Maria's order up on another computer. */
export async function takeElsewhere(browser: Browser, shop: Shop, seller: ApiUser): Promise<void> {
  const context = await browser.newContext({ baseURL: shop.origin });
  const other = await context.newPage();
  await shop.signIn(other, seller);
  await expect(counterScreen(other).cpf).toBeFocused();
  await other.keyboard.press('F4');
  await rowOf(other, 'Maria').click();
  await counterScreen(other).expectItems('Caderno');
  await context.close();
}
