import type { Page } from '@playwright/test';
import {
  counterScreen,
  openCounter,
  SALE_FAILED,
  SALE_MADE,
  salesIn,
  test,
} from './counter-screen.ts';
import { expectFull, fillCounter } from './faults.ts';
import { expect } from './fixtures.ts';
import { gate, onSalePosts, problem } from './sale-traffic.ts';
import { timeShown } from './timing.ts';

test('two clicks and a slow network make one sale', async ({ page, counter, shop }) => {
  const door = gate();
  const traffic = await onSalePosts(page, async (route) => {
    await door.opened;
    await route.continue();
  });
  await counter.prepareSale();
  await counter.finish.dblclick();
  await expect(counter.payment).toContainText('Registrando a venda…');
  // An impatient seller tries everything.
  await counter.finish.click({ force: true });
  await page.keyboard.press('F9');
  await page.keyboard.press('Enter');
  await expect(counter.editOrder).toBeDisabled();
  await expect(counter.amount(1)).toBeDisabled();
  door.open();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  expect(traffic.keys).toHaveLength(1);
  expect(await salesIn(shop)).toBe(1);
});

test('a retry sends the same key', async ({ page, counter, shop, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED/);
  let tries = 0;
  const traffic = await onSalePosts(page, async (route) => {
    if (tries++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await counter.prepareSale();
  await counter.finishSale();
  expect(traffic.keys).toHaveLength(2);
  expect(new Set(traffic.keys).size).toBe(1);
  expect(await salesIn(shop)).toBe(1);
});

for (const [when, reaches] of [
  ['before the server has heard of it', false],
  ['when the server has recorded it', true],
] as const) {
  test(`a reload ${when}: one sale, its message and its receipt`, async ({
    page,
    context,
    counter,
    shop,
  }) => {
    const [never, waiting] = [gate(), gate()];
    let first = true;
    await onSalePosts(page, async (route) => {
      if (!first) return route.continue();
      first = false;
      if (reaches) await route.fetch();
      waiting.open();
      await never.opened;
    });
    await counter.takeOrder({ codes: ['101', '102'] });
    await counter.closeOrder.click();
    await counter.pay(1, 'Dinheiro', '5000');
    await counter.finish.click();
    await waiting.opened;
    expect(await salesIn(shop)).toBe(reaches ? 1 : 0);

    const opened = context.waitForEvent('page');
    await page.reload();
    await expect(page.getByText(SALE_MADE)).toBeVisible();
    const receipt = await opened;
    await expect(receipt.getByRole('article')).toContainText('Lápis HB nº 2: x1');
    await expect(counter.items).toHaveCount(0);
    expect(await salesIn(shop)).toBe(1);
  });
}

test('a failed sale keeps the whole input', async ({ page, counter, shop, expectConsoleError }) => {
  expectConsoleError(/Failed to load resource|The sale was not made/);
  await fillCounter(counter);
  const failures = {
    refused: problem(422, 'figures_differ'),
    broken: problem(500, 'internal_error'),
    'not ours': { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    unreachable: undefined,
  };
  for (const [what, answer] of Object.entries(failures)) {
    await test.step(what, async () => {
      const traffic = await onSalePosts(page, (route) =>
        answer ? route.fulfill(answer) : route.abort(),
      );
      const shown = timeShown(page, SALE_FAILED);
      await counter.finish.click();
      const message = page.getByRole('alert').filter({ hasText: SALE_FAILED });
      await expect(message).toBeVisible();
      // One of the messages is timed; Escape closes the others.
      if (what !== 'refused') await page.keyboard.press('Escape');
      await expect(message).toBeHidden();
      if (what === 'refused') {
        expect(await shown).toBeGreaterThan(2_800);
        expect(await shown).toBeLessThan(4_500);
      }
      expect(new Set(traffic.keys).size).toBe(1);
      await expect(counter.finish).toBeFocused();
      await traffic.letThrough();
      await expectFull(counter);
      expect(await salesIn(shop)).toBe(0);
    });
  }

  await counter.finishSale();
  expect(await salesIn(shop)).toBe(1);
});

/** Sells a notebook; the sale is recorded, but every response is lost. */
async function sellUnheard(page: Page, counter: ReturnType<typeof counterScreen>) {
  await counter.prepareSale();
  const traffic = await onSalePosts(page, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await counter.finish.click();
  await counter.dismissFailure();
  await expect(counter.payment).toContainText('ela não será registrada duas vezes');
  await traffic.letThrough();
}

test('a sale that was recorded unheard and then changed: the seller is told, and nothing is lost', async ({
  page,
  context,
  counter,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|The sale was not made/);
  await sellUnheard(page, counter);

  // The next client's order is typed over it.
  await counter.editOrder.click();
  await counter.cpf.fill('11144477735');
  await counter.clientName.fill('José Lima');
  await counter.scan('102');
  await expect(counter.items).toHaveCount(2);
  await counter.closeOrder.click();
  await counter.amount(1).fill('2045');
  await counter.finish.click();
  const dialog = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(dialog).toContainText('Maria Souza, total R$ 18,90, já estava registrada');
  await expect(dialog).toContainText('O que está na tela não foi registrado.');
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  expect(await salesIn(shop)).toBe(1);

  // Neither Escape nor a reload closes the dialog.
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(dialog).toContainText('Maria Souza, total R$ 18,90, já estava registrada');
  const earlier = context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Abrir recibo da venda registrada' }).click();
  const receipt = await earlier;
  await expect(receipt.getByRole('article')).toContainText('a importância de R$ 18,90');
  await expect(receipt.getByRole('article')).not.toContainText('Lápis');
  await receipt.close();

  await dialog.getByRole('button', { name: 'Continuar com o pedido' }).click();
  await expect(dialog).toBeHidden();
  await expect(counter.code).toBeFocused();
  await expect(counter.clientName).toHaveValue('José Lima');
  await counter.expectItems('Caderno', 'Lápis');
  await counter.item('Caderno').getByRole('button', { name: 'Remover' }).click();
  await counter.closeOrder.click();
  await counter.amount(1).fill('155');
  const opened = context.waitForEvent('page');
  await counter.finishSale();
  expect(await salesIn(shop)).toBe(2);
  await expect((await opened).getByRole('article')).toContainText('Recebemos de José Lima');
  await expect(page.getByText(SALE_MADE)).toBeHidden();

  // The order on the screen can also be dropped.
  await sellUnheard(page, counter);
  await counter.amount(1).fill('2000');
  await counter.finish.click();
  await dialog.getByRole('button', { name: 'Começar outra venda' }).click();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toBeFocused();
  await expect(dialog).toBeHidden();
  expect(await salesIn(shop)).toBe(3);
});

const DELETED = 'Esta venda já tinha sido registrada e foi excluída por um administrador.';

for (const way of ['a lost answer', 'a reload', 'a copy of the tab'] as const) {
  test(`a sale that an administrator deleted and that is sent again after ${way}: the seller is told and may sell anew`, async ({
    page,
    context,
    counter,
    shop,
    expectConsoleError,
  }) => {
    expectConsoleError(/Failed to load resource|The sale was not made/);
    let [asking, at] = [page, counter];
    if (way === 'a copy of the tab') {
      await counter.prepareSale();
      const copied = context.waitForEvent('page');
      await page.evaluate(() => void window.open('/pdv'));
      asking = await copied;
      at = counterScreen(asking);
      await at.expectItems('Caderno');
      const deleted = context.waitForEvent('page');
      await counter.finishSale();
      // Shown later, it would close the receipt of the next sale, or be taken for it.
      await expect((await deleted).getByRole('article')).toBeVisible();
    } else if (way === 'a lost answer') {
      await sellUnheard(page, counter);
    } else {
      const [never, recorded] = [gate(), gate()];
      await onSalePosts(page, async (route) => {
        await route.fetch();
        recorded.open();
        await never.opened;
      });
      await counter.prepareSale();
      await counter.finish.click();
      await recorded.opened;
    }
    const [sale] = await shop.sql<{ id: number }>('SELECT id FROM sales');
    await shop.admin.call('deleteSale', { params: { id: `${sale?.id}` } });

    const traffic = await onSalePosts(asking, (route) => route.continue());
    if (way === 'a reload') await asking.reload();
    else await at.finish.click();
    const dialog = asking.getByRole('alert').filter({ hasText: DELETED });
    await expect(dialog).toBeVisible();
    await asking.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(at.payment).toContainText(DELETED);
    await expect(asking.getByText(SALE_MADE)).toBeHidden();
    await at.expectItems('Caderno');
    await expect(at.cpf).toHaveValue('529.982.247-25');
    await expect(at.clientName).toHaveValue('Maria Souza');
    await expect(at.amount(1)).toHaveValue(/18,90/);
    expect(await salesIn(shop)).toBe(1);

    const opened = context.waitForEvent('page');
    await at.finish.click();
    await expect(asking.getByText(SALE_MADE)).toBeVisible();
    await expect((await opened).getByRole('article')).toContainText('a importância de R$ 18,90');
    expect(new Set(traffic.keys).size).toBe(2);
    expect(await salesIn(shop)).toBe(2);
  });
}

test('a full storage leaves no sale hanging', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/could not be stored/);
  await page.addInitScript(() => {
    const store = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('receipt:')) throw new DOMException('full', 'QuotaExceededError');
      store.call(this, key, value);
    };
  });
  const { counter } = await openCounter(page, shop);
  await counter.prepareSale();
  for (let time = 0; time < 2; time++) {
    await counter.finish.click();
    await counter.dismissFailure();
    await expect(counter.payment).toContainText('ela não será registrada duas vezes');
    expect(await salesIn(shop)).toBe(1);
  }
});
