import { openCounter } from './counter-screen.ts';
import { expect, test } from './fixtures.ts';

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
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    // Until the frame in which the key is seen has been handed over.
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      true,
    );
  });
  const report = async (what: string) => {
    const times = await page.evaluate(() =>
      (window as unknown as { keyTimes: number[] }).keyTimes.splice(0).map(Math.round),
    );
    const description = `${what}: ${times.join(', ')} ms per key, CPU slowed four times`;
    testInfo.annotations.push({ type: 'typing among 5,000 products', description });
  };

  await counter.productName.click();
  await expect(options).toHaveCount(MOST_OPTIONS);
  await expect(counter.products).toContainText('e mais 4.953.');
  await counter.productName.pressSequentially('lapis de cor nº 49');
  await expect(options.first()).toContainText('Lápis de cor nº 49');
  expect(await options.count()).toBeLessThanOrEqual(MOST_OPTIONS);
  await report('name');

  await counter.code.click();
  await counter.code.pressSequentially('P4999');
  await expect(options).toHaveCount(1);
  await report('code');
  await page.keyboard.press('Enter');
  await counter.expectItems('P4999');
  await counter.code.pressSequentially('p49');
  await expect(options.first()).toContainText('P49');
  expect(await options.count()).toBeLessThanOrEqual(MOST_OPTIONS);
});
