import type { Locator, Page, Route } from '@playwright/test';
import { row } from '../back-office.ts';
import { boxScreen, shopWithBox } from '../cash-box.ts';
import { correctionScreen, correctionsIn, twoShirts } from '../correction-screen.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';

/**
 * Whatever is recorded under a key is recorded once: after lost responses only the same request is sent again,
 * until an answer says whether it was done.
 */

type Form = {
  calls: string;
  /** In the console. */
  failed: RegExp;
  /** Fills the form, and returns what sends it. */
  fill: () => Promise<void>;
  send: () => Promise<void>;
  /** That nobody knows whether it was recorded. */
  unsure: Locator;
  /** Comes back to it after a reload. */
  comeBack: () => Promise<void>;
  again: () => Promise<void>;
  /** The answer is on the screen. */
  done: () => Promise<void>;
  made: () => Promise<number>;
};

async function aReturn(page: Page, shop: Shop): Promise<Form> {
  const { sale } = await twoShirts(shop);
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  const screen = correctionScreen(page, sale);
  return {
    calls: '**/refunds/',
    failed: /The correction was not recorded/,
    fill: () => row(page, 'Maria').click(),
    send: () => screen.giveBack('Camiseta da escola', 1),
    unsure: screen.dialog.getByRole('alert').filter({ hasText: 'não se sabe se a devolução' }),
    // The address has the open sale.
    comeBack: () => expect(screen.button('Devolver')).toBeHidden(),
    again: () => screen.button('Tentar de novo').click(),
    done: () => expect(screen.dialog.getByRole('status')).toContainText('registrada.'),
    made: async () => (await correctionsIn(shop)).length,
  };
}

async function aMovement(page: Page, shop: Shop): Promise<Form> {
  const { seller } = await shopWithBox(shop);
  await shop.signIn(page, seller);
  const { choose, movement } = boxScreen(page);
  const record = () => movement.getByRole('button', { name: 'Registrar e imprimir' }).click();
  return {
    calls: '**/api/pdv/box/movements/',
    failed: /The movement was not recorded/,
    fill: async () => {
      await choose('Suprimento');
      await movement.getByLabel('Valor').fill('3000');
      await movement.getByLabel('Motivo', { exact: true }).fill('Troco');
    },
    send: record,
    unsure: movement.getByRole('alert').filter({ hasText: 'não será contado duas vezes' }),
    comeBack: async () => {
      await choose('Suprimento');
      // It may be recorded, so it may not change.
      await expect(movement.getByLabel('Valor')).toHaveValue(/30,00/);
      await expect(movement.getByLabel('Valor')).toHaveAttribute('readonly');
    },
    again: record,
    done: () => expect(movement).toBeHidden(),
    made: async () => (await shop.sql('SELECT id FROM cash_movements')).length,
  };
}

async function newPrices(page: Page, shop: Shop): Promise<Form> {
  const body = { code: 'C1', name: 'Camiseta 01', price: 30, active: true };
  await shop.admin.call('createProduct', { body });
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  const dialog = page.getByRole('dialog', { name: /Alterar preços/ });
  const pick = async () => {
    await page.getByRole('button', { name: 'Marcar produtos' }).click();
    await page.getByRole('checkbox', { name: 'Marcar Camiseta 01' }).check();
    await page.getByRole('button', { name: 'Alterar preços (1)' }).click();
  };
  const change = () => dialog.getByRole('button', { name: 'Alterar 1 preço' }).click();
  return {
    calls: '**/api/pdv/priceChanges/',
    failed: /The prices were not changed/,
    fill: async () => {
      await pick();
      await dialog.getByLabel('Percentual').fill('10');
      await dialog.getByRole('button', { name: 'Ver os preços novos' }).click();
    },
    send: change,
    unsure: dialog.getByRole('alert').filter({ hasText: 'não se sabe se os preços' }),
    comeBack: async () => {
      // The list shows what was done; another rule would raise the price again.
      await expect(row(page, 'Camiseta 01')).toContainText('33,00');
      await pick();
      await expect(dialog.getByRole('button', { name: 'Voltar' })).toBeDisabled();
    },
    again: change,
    done: () => expect(dialog).toContainText('1 preço alterado.'),
    made: async () => (await shop.admin.call('listProductChanges')).length,
  };
}

/** What the server answers to who may no longer do it. */
const NOT_ALLOWED = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status: 403, code: 'not_allowed', detail: 'Não pode.' }),
};

for (const [what, open] of [
  ['a return', aReturn],
  ['a movement of cash', aMovement],
  ['a change of prices', newPrices],
] as const) {
  test(`after lost responses, a refusal of the user and a reload ${what} is sent again as it was, and made once`, async ({
    page,
    shop,
    expectConsoleError,
  }) => {
    const form = await open(page, shop);
    expectConsoleError(new RegExp(`ERR_FAILED|status of 403|${form.failed.source}`));
    const sent: string[] = [];
    let answer = async (route: Route) => {
      // The request reaches the server, and its response is lost.
      await route.fetch();
      await route.abort();
    };
    await page.route(form.calls, async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.fallback();
      sent.push(`${request.headers()['idempotency-key']} ${request.postData()}`);
      await answer(route);
    });
    await form.fill();
    await form.send();
    await expect(form.unsure).toBeVisible();
    await expectAccessible(page);
    const lost = sent.length;
    expect(lost).toBeGreaterThan(1);

    // Who may no longer do it learns nothing about what was done before.
    answer = (route) => route.fulfill(NOT_ALLOWED);
    await form.again();
    await expect.poll(() => sent.length).toBe(lost + 1);
    await expect(form.unsure).toBeVisible();

    await page.reload();
    await form.comeBack();
    await expect(form.unsure).toBeVisible();
    answer = (route) => route.continue();
    await form.again();
    await form.done();
    expect(new Set(sent).size).toBe(1);
    expect(await form.made()).toBe(1);
  });
}
