import { stock } from '../counter-screen.ts';
import { expect, type Shop, test } from '../fixtures.ts';
import { A4, printed } from '../paper.ts';
import { sell } from '../till.ts';

const MARCH = 'startDate=2026-03-01&endDate=2026-03-31';
/** The margin of the page and the frame of its parts, in points. */
const EDGE = 28;

/** Sales on the first and the last day of March, in the first and the last hour, and before. */
async function aMonth(shop: Shop) {
  const { notebook, shirt } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  for (const [at, product, quantity] of [
    ['2025-03-10T10:15', shirt, 9],
    ['2026-02-10T10:15', notebook, 30],
    ['2026-03-01T07:05', shirt, 20],
    ['2026-03-16T12:05', shirt, 250],
    ['2026-03-31T20:40', notebook, 60],
  ] as const) {
    await sell(shop, vera, { product, quantity, at: `${at}:00-03:00` });
  }
}

for (const width of [1366, 800]) {
  test(`the dashboard is whole on A4, from a window ${width} px wide`, async ({ page, shop }) => {
    await aMonth(shop);
    await page.setViewportSize({ width, height: 768 });
    await shop.signIn(page, shop.admin, { at: `/painel?${MARCH}` });
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
    await expect(page.locator('.recharts-wrapper')).toHaveCount(4);
    const { text, sheets, sizes, pdf } = await printed(page);
    expect(new Set(sizes.map((size) => JSON.stringify(size)))).toEqual(
      new Set([JSON.stringify(A4)]),
    );
    expect(sheets[0]).toMatch(
      /PAINEL Período: 01 a 31\/03\/2026 Emissão: \d\d\/\d\d\/\d{4} às \d\d:\d\d/,
    );
    // The last day of the chart.
    expect(text).toMatch(/31\/03(?!\/)/);
    expect(text).toContain('2,5 mil');
    expect(text).toContain('12,5 mil');
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const beyond = items.filter(
      (item) => 'str' in item && item.transform[4] + item.width > A4.width - EDGE,
    );
    expect(beyond.filter((item) => 'str' in item && !item.str.startsWith('Página'))).toEqual([]);
    // On the screen it is as it was.
    await expect(page.getByRole('heading', { name: 'PAINEL' })).toHaveCount(1);
    await expect(page.getByText('Emissão:')).toBeHidden();
  });
}
