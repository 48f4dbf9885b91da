import type { Locator, Page } from '@playwright/test';
import type { boxScreen } from '../cash-box.ts';
import type { Shop } from '../fixtures.ts';

/** Where the pictures are taken: the sample shop, or the test's. */
export type Stage = {
  page: Page;
  admin: Shop['admin'];
  /** Opens a page as one of the two. */
  enter(who: 'seller' | 'administrator', at: string): Promise<void>;
  ui: ReturnType<typeof boxScreen>;
};

export type Picture = {
  /** Leads there from the picture before. */
  steps: (stage: Stage) => Promise<unknown>;
  /** What is shown of the page; default: its content. */
  of?: (page: Page) => Locator;
};

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
