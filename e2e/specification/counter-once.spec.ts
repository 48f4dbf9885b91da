import type { Page } from '@playwright/test';
import { colourOf } from '../colour.ts';
import {
  type counterScreen,
  openCounter,
  SALE_FAILED,
  SALE_MADE,
  salesIn,
  test,
} from '../counter-screen.ts';
import { expectFull, fillCounter } from '../faults.ts';
import { expect } from '../fixtures.ts';
import { gate, onSalePosts, problem } from '../sale-traffic.ts';
import { stopClock } from '../timing.ts';

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

test('a reload before the answer: one sale', async ({ page, context, counter, shop }) => {
  const [never, recorded] = [gate(), gate()];
  let first = true;
  await onSalePosts(page, async (route) => {
    if (!first) return route.continue();
    first = false;
    await route.fetch();
    recorded.open();
    await never.opened;
  });
  await counter.takeOrder({ codes: ['101', '102'] });
  await counter.closeOrder.click();
  await counter.pay(1, 'Dinheiro', '5000');
  await counter.finish.click();
  await recorded.opened;

  const opened = context.waitForEvent('page');
  await page.reload();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await expect((await opened).getByRole('article')).toContainText('Lápis HB nº 2: x1');
  await expect(counter.items).toHaveCount(0);
  expect(await salesIn(shop)).toBe(1);
});

// Specification: 8.4
test('a failed sale keeps the whole input', async ({ page, counter, shop, expectConsoleError }) => {
  expectConsoleError(/Failed to load resource|The sale was not made/);
  await fillCounter(counter);
  const failures = {
    refused: problem(422, 'figures_differ'),
    'not ours': { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    unreachable: undefined,
  };
  for (const [what, answer] of Object.entries(failures)) {
    await test.step(what, async () => {
      const traffic = await onSalePosts(page, (route) =>
        answer ? route.fulfill(answer) : route.abort(),
      );
      if (what === 'refused') await stopClock(page);
      await counter.finish.click();
      const message = page.getByRole('alert').filter({ hasText: SALE_FAILED });
      await expect(message).toBeVisible();
      // One of the messages is timed; Escape closes the others.
      if (what === 'refused') {
        await page.clock.runFor(2_900);
        await expect(message).toBeVisible();
        await page.clock.resume();
      } else {
        await page.keyboard.press('Escape');
      }
      await expect(message).toBeHidden();
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

  // A field with the focus stands above the foot, although what is said there is large.
  await page.setViewportSize({ width: 911, height: 433 });
  await counter.method(2).focus();
  const [field, foot] = await Promise.all([
    counter.method(2).boundingBox(),
    counter.figure('TROCO').boundingBox(),
  ]);
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan((foot?.y ?? 0) - 8);
  await page.setViewportSize({ width: 1366, height: 768 });

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
  // The filled button loses nothing that was typed.
  const goOn = dialog.getByRole('button', { name: 'Continuar com o pedido' });
  await expect(goOn).toBeFocused();
  expect(await colourOf(goOn)).toBe('green');

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

test('a sale that may have been recorded is given up only when asked, and comes back as the same sale', async ({
  page,
  counter,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|The sale was not made/);
  await sellUnheard(page, counter);
  const another = page.getByRole('button', { name: 'Começar outra venda' });
  const dialog = page.getByRole('dialog', { name: 'Atenção!' });
  await another.click();
  await expect(dialog).toContainText('Não se sabe se esta venda foi registrada.');
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await counter.expectItems('Caderno');

  await another.click();
  await dialog.getByRole('button', { name: 'Começar outra venda' }).click();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toBeFocused();
  await page.reload();
  await expect(page.getByText('Balcão esvaziado.')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await counter.expectItems('Caderno');
  await counter.closeOrder.click();
  await counter.finishSale();
  expect(await salesIn(shop)).toBe(1);

  // What is sold instead is a sale of its own.
  await sellUnheard(page, counter);
  await another.click();
  await dialog.getByRole('button', { name: 'Começar outra venda' }).click();
  await counter.prepareSale();
  await counter.finishSale();
  expect(await salesIn(shop)).toBe(3);
});

const DELETED = 'Esta venda já tinha sido registrada e foi excluída por um administrador.';

// send-sale.test.ts has the other ways to find it.
test('a sale that an administrator deleted and that is sent again: the seller is told and may sell anew', async ({
  page,
  context,
  counter,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|The sale was not made/);
  await sellUnheard(page, counter);
  const [sale] = await shop.sql<{ id: number }>('SELECT id FROM sales');
  await shop.admin.call('deleteSale', { params: { id: `${sale?.id}` } });

  const traffic = await onSalePosts(page, (route) => route.continue());
  await counter.finish.click();
  const dialog = page.getByRole('alert').filter({ hasText: DELETED });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(counter.payment).toContainText(DELETED);
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  await counter.expectItems('Caderno');
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await expect(counter.amount(1)).toHaveValue(/18,90/);
  expect(await salesIn(shop)).toBe(1);

  const opened = context.waitForEvent('page');
  await counter.finishSale();
  await expect((await opened).getByRole('article')).toContainText('a importância de R$ 18,90');
  expect(new Set(traffic.keys).size).toBe(2);
  expect(await salesIn(shop)).toBe(2);
});

test('a full storage leaves no sale hanging', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/could not be stored|Não foi possível|pode já ter/);
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
  // What may be recorded is not parked.
  await page.keyboard.press('F4');
  await expect(page.getByRole('dialog', { name: 'Erro' })).toContainText(
    'Esta venda pode já ter sido registrada',
  );
  await page.keyboard.press('Escape');
  await counter.expectItems('Caderno');
});
