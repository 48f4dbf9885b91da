import type { Page } from '@playwright/test';

/** From now on every response says this time, until another one is given. */
export async function serverSays(page: Page, at: string): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(at).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
}
