import { openCounter, SALE_FAILED } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { onSalePosts, problem } from '../sale-traffic.ts';

test('axe finds nothing serious on the counter', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 422|The sale was not made/);
  const { counter } = await openCounter(page, shop);
  await counter.closeOrder.click();
  await counter.add.click();
  await expectAccessible(page);

  await counter.cpf.fill('52998224726');
  await counter.registration.fill('20260042');
  await counter.takeOrder({ cpf: '52998224726', codes: ['101', '102', '103'] });
  await counter.productName.pressSequentially('c');
  await expect(page.getByRole('option')).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await counter.closeOrder.click();
  await expectAccessible(page);
  await counter.method(1).click();
  await expect(page.getByRole('option')).toHaveCount(4);
  await expectAccessible(page);
  await counter.pay(1, 'Pix', '1000');
  await counter.finish.click();

  await counter.amount(1).fill('10000');
  await onSalePosts(page, (route) => route.fulfill(problem(422, 'figures_differ')));
  await counter.finish.click();
  await expect(page.getByText(SALE_FAILED)).toBeVisible();
  await expectAccessible(page);
});
