import { expect, test } from '../fixtures.ts';
import { HOSTILE, harmIn, unreadable } from '../hostile-texts.ts';

test('shown without care, each text does its harm, and that is seen', async ({ browser }) => {
  const page = await browser.newPage();
  const body = page.locator('body');
  for (const { text, careless } of HOSTILE) {
    if (!careless) continue;
    await page.goto('about:blank');
    await page.setContent(careless(text));
    const seen = async () => [...(await harmIn(page)), ...(await unreadable(body, [text]))];
    await expect.poll(seen, text).not.toEqual([]);
  }
  await page.setContent('<p>Maria</p>');
  expect(await harmIn(page)).toEqual([]);
  expect(await unreadable(body, ['Maria', 'Vera'])).toEqual(['Vera']);
  await page.close();
});
