import type { Browser } from '@playwright/test';
import { newVisitor } from './chromium.ts';

/** Papers are left out: opened by address they have nothing to show. */
export const PAGES = {
  login: '/login',
  counter: '/pdv',
  profile: '/perfil',
  sales: '/vendas',
  closings: '/gerenciarFechamentos',
  products: '/produtos',
  users: '/usuarios',
  paymentMethods: '/categorias',
  audit: '/auditoria',
} as const;

/** All the JavaScript that a first visit of a page fetches, as it is sent. */
export async function scriptBytes(
  browser: Browser,
  origin: string,
  path: string,
  record: string | undefined,
): Promise<number> {
  const { context, page } = await newVisitor(browser, origin, record);
  try {
    await page.goto(path);
    // A slow machine is idle for a while before the page has even begun.
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter((entry) => entry.name.endsWith('.js'))
        .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
    );
  } finally {
    await context.close();
  }
}
