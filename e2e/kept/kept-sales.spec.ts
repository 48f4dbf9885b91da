import { keptCode } from '@balcao/domain/kept-sale.ts';
import { cents, formatCents } from '@balcao/domain/money.ts';
import { CPF, SALE_FAILED, salesIn } from '../counter-screen.ts';
import { UNREACHABLE } from '../faults.ts';
import { choose, expect, openedBy } from '../fixtures.ts';
import {
  awayDialog,
  backAtCounter,
  keepButton,
  keepFirst,
  keepNext,
  keptButton,
  keptIn,
  printedCodes,
  SALE_KEPT,
  sums,
  plainTest as test,
} from '../kept-sales.ts';
import { onSalePosts } from '../sale-traffic.ts';

// Each ends its server.
test.use({ serverEnv: {} });

test('twenty sales are kept while the server is away, and recorded once when it is back', async ({
  page,
  shop,
  counter,
  outage,
}) => {
  const posts = await onSalePosts(page, (route) => route.continue());
  await counter.takeOrder({ codes: ['101'] });
  await counter.closeOrder.click();
  await counter.pay(1, 'Dinheiro', '2000');
  await outage.killServer();
  await counter.finish.click();
  await expect(page.getByText(SALE_FAILED)).toBeVisible();
  await expect(awayDialog(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(awayDialog(page).getByRole('button', { name: 'Tentar de novo' })).toBeFocused();
  await expect(page.getByText(/^Sem o servidor desde \d\d:\d\d$/)).toBeVisible();
  await keepButton(page).click();
  const made = page.getByRole('status').filter({ hasText: SALE_KEPT });
  await expect(made).toContainText(`Troco: ${formatCents(cents(110))}`);
  // It is on the disk before the counter is empty.
  expect(await keptIn(page)).toHaveLength(1);
  await backAtCounter(page, counter);

  const attempts = posts.keys.length;
  for (let sale = 2; sale <= 20; sale++) {
    await counter.takeOrder({ codes: sale % 2 === 0 ? ['102'] : ['103', '102'] });
    await counter.closeOrder.click();
    await counter.pay(1, 'Dinheiro', '5000');
    await keepNext(page, counter);
    await backAtCounter(page, counter, sale);
  }
  // Nothing was sent but the first.
  expect(posts.keys).toHaveLength(attempts);
  await expect(keptButton(page)).toHaveText('20 vendas guardadas');
  const kept = await keptIn(page);
  expect(new Set(kept.map(({ key }) => key)).size).toBe(20);
  expect(await printedCodes(page)).toEqual(kept.map(({ key }) => keptCode(key)));

  await outage.startServer();
  await expect(page.getByText(UNREACHABLE)).toBeHidden();
  await expect(page.getByText(/^Venda guardada agora é a nº \d+/)).toBeVisible();
  await expect(keptButton(page)).toBeHidden();
  expect(await keptIn(page)).toEqual([]);
  const recorded = await sums(shop);
  expect(recorded.map(({ key }) => key)).toEqual(kept.map(({ key }) => key));
  const total = 1890 + 10 * 155 + 9 * (4200 + 155);
  expect(recorded.reduce((sum, sale) => sum + sale.total, 0)).toBe(total);
  expect(recorded.reduce((sum, sale) => sum + sale.change, 0)).toBe(2000 + 19 * 5000 - total);

  const slip = await openedBy(page, () => choose(page, 'FECHAR CAIXA'));
  await expect(slip.getByRole('main')).toContainText(formatCents(cents(total)));
});

test('a sale whose answer was lost is kept, and stays the one that the server has', async ({
  page,
  shop,
  counter,
  outage,
}) => {
  await counter.prepareSale('Dinheiro', '1890');
  await page.route(
    '**/api/pdv/sales/',
    async (route) => {
      await route.fetch();
      await outage.killServer();
      await route.abort();
    },
    { times: 1 },
  );
  await keepFirst(page, counter);
  const [kept] = await keptIn(page);
  await backAtCounter(page, counter);
  await outage.startServer();
  await expect(page.getByText(/^Venda guardada agora é a nº \d+/)).toBeVisible();
  await expect(keptButton(page)).toBeHidden();
  expect((await sums(shop)).map(({ key }) => key)).toEqual([kept?.key]);
});

test('the sale goes on with Tentar de novo, and nothing is kept without a press', async ({
  page,
  shop,
  counter,
  outage,
}) => {
  await counter.prepareSale('Dinheiro', '1890');
  await outage.killServer();
  await counter.finish.click();
  await counter.dismissFailure();
  await page.keyboard.press('Escape');
  await expect(awayDialog(page)).toBeHidden();
  await expect(counter.finish).toBeFocused();
  // The server is known to be away: the question comes at once, and its first button sends.
  await page.keyboard.press('F9');
  await expect(keepButton(page)).toBeFocused();
  await outage.startServer();
  const again = page.getByRole('button', { name: 'Tentar de novo' });
  const reloaded = page.waitForEvent('load');
  const receipt = await openedBy(page, () => again.click());
  await expect(receipt.getByRole('article')).toContainText('Nº 1');
  await reloaded;
  expect(await salesIn(shop)).toBe(1);
  expect(await keptIn(page)).toEqual([]);
  await expect(page.getByText(/^Sem o servidor desde/)).toBeHidden();
});

test('while what prints its paper has not come, no sale is kept, and the counter stays', async ({
  page,
  counter,
  outage,
}) => {
  await page.route('**/assets/receipt-page-*.js', (route) => route.abort());
  await page.reload();
  await counter.prepareSale('Dinheiro', '1890');
  await outage.killServer();
  for (const _ of ['once', 'again']) {
    await counter.finish.click();
    await counter.dismissFailure();
    await expect(page.getByText(SALE_FAILED)).toBeHidden();
    await expect(awayDialog(page)).toBeHidden();
  }
  await counter.expectItems('Caderno');
  expect(await keptIn(page)).toEqual([]);
});

test('an order goes into no other way while the server is away', async ({
  page,
  counter,
  outage,
}) => {
  await counter.prepareSale('Dinheiro', '1890');
  await outage.killServer();
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
  const word = page.getByRole('alert').filter({ hasText: /^Sem o servidor\.$/ });
  await page.keyboard.press('Control+k');
  await expect(word).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(word).toBeHidden();
  await counter.takePeople({ cpf: CPF, name: 'Ana' });
  await page.keyboard.press('F4');
  await expect(word).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(counter.clientName).toHaveValue('Ana');
});
