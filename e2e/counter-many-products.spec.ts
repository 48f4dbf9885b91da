import { openCounter, test } from './counter-screen.ts';
import { expect } from './fixtures.ts';

/** More are never drawn at once; what is left out is counted below the list. */
const MOST_OPTIONS = 50;

test('among 5,000 products "lapis" finds "Lápis", and typing stays fluid', async ({
  page,
  shop,
  signIn,
}, testInfo) => {
  await shop.sql(
    `INSERT INTO products (code, name, price_cents, active)
     SELECT 'P' || n, (ARRAY['Apostila de matemática', 'Camiseta regata', 'Caneta esferográfica',
       'Livro didático', 'Lápis de cor'])[1 + n % 5] || ' nº ' || n, 100 + n, true
     FROM generate_series(1, 5000) AS n`,
  );
  const { counter } = await openCounter({ page, shop, signIn });
  const options = page.getByRole('option');
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => {
    // Until the frame in which the key is seen has been handed over.
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const shown = new Promise<number>((resolve) =>
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp))),
        );
        Object.assign(window, { shown });
      },
      true,
    );
  });
  /** Types as people do, who see a letter before they press the next, and notes what each took. */
  const type = async (text: string) => {
    const times: number[] = [];
    for (const letter of text) {
      await page.keyboard.type(letter);
      times.push(await page.evaluate(() => (window as unknown as { shown: number }).shown));
    }
    const description = `"${text}": ${times.map(Math.round).join(', ')} ms`;
    testInfo.annotations.push({ type: 'from key to frame, CPU slowed four times', description });
  };

  await counter.productName.click();
  await expect(options).toHaveCount(MOST_OPTIONS);
  await expect(counter.products).toContainText('e mais 4.953.');
  await type('lapis de cor nº 49');
  await expect(options.first()).toContainText('Lápis de cor nº 49');
  expect(await options.count()).toBeLessThanOrEqual(MOST_OPTIONS);

  await counter.code.click();
  await type('P4999');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await counter.expectItems('P4999');
  await type('p49');
  await expect(options.first()).toContainText('P49');
  expect(await options.count()).toBeLessThanOrEqual(MOST_OPTIONS);
});
