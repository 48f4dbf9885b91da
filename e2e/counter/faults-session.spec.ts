import type { Page } from '@playwright/test';
import { counterScreen, salesIn } from '../counter-screen.ts';
import { endSessions, expectFull, fillCounter, test } from '../faults.ts';
import { choose, expect, logIn } from '../fixtures.ts';

/** The names of the unsaved input that this tab has stored. */
const typedIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed:')));

test('a session that ends while the counter is being filled: the same seller finds all of it again', async ({
  page,
  counter,
  seller,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401|Look-up failed|The sale was not made/);
  await fillCounter(counter);
  await counter.editOrder.click();
  await endSessions(shop, page);
  // The look-up notices it.
  await counter.cpf.fill('111.444.777-35');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status')).toHaveText(
    'Sua sessão terminou. Entre de novo: o que você digitou está guardado.',
  );
  await logIn(page, seller);
  await expect(counter.cpf).toHaveValue('111.444.777-35');
  await counter.cpf.fill('52998224725');
  await expect(page.getByRole('button', { name: 'FECHAR PEDIDO' })).toBeVisible();
  await counter.closeOrder.click();
  await expectFull(counter);

  // The same at FINALIZAR VENDA, before the sale was sent, and more than two minutes later.
  await endSessions(shop, page);
  await counter.finish.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Login')).toBeVisible();
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('typed:')) ?? '';
    const order = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    const sendingSince = order.sendingSince - 121_000;
    sessionStorage.setItem(key, JSON.stringify({ ...order, sendingSince }));
  });
  await logIn(page, seller);
  await expectFull(counter);
  expect(await salesIn(shop)).toBe(0);
  await counter.finishSale();
  expect(await salesIn(shop)).toBe(1);
});

test('what a seller has typed is nobody else’s: not after a deactivation, not after Sair', async ({
  page,
  counter,
  seller,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401|Look-up failed|wrong_credentials/);
  const other = await shop.newUser({ name: 'Ana', login: 'ana' });
  await counter.takeOrder();
  expect(await typedIn(page)).toHaveLength(1);
  const { id, name, login: email } = seller;
  const edit = { id, name, email, admin: false };
  await shop.admin.call('editUser', { params: { id: `${id}` }, body: { ...edit, active: false } });
  await counter.closeOrder.click();
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, seller);
  await expect(page.getByRole('alert')).toHaveText('Login ou senha incorretos!');

  await logIn(page, other);
  await expect(counter.closeOrder).toBeVisible();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toHaveValue('');
  expect(await typedIn(page)).toEqual([]);

  await counter.takeOrder({ codes: ['102'] });
  expect(await typedIn(page)).toHaveLength(1);
  // A sign-out in one tab is one in all tabs, also in one with an order of its own.
  const second = await page.context().newPage();
  await second.goto('/pdv');
  await counterScreen(second).takeOrder({ codes: ['101'] });
  expect(await typedIn(second)).toHaveLength(1);
  await choose(page, 'Sair');
  await expect(page).toHaveURL(/\/login$/);
  // Its own order waits on the server for its seller; that the session ended is said to nobody who left.
  await expect(page.getByRole('status')).toHaveText('Seu pedido ficou em espera.');
  expect(await typedIn(page)).toEqual([]);
  await expect(second).toHaveURL(/\/login$/);
  await expect.poll(() => typedIn(second)).toEqual([]);
  await second.close();
  await logIn(page, other);
  await expect(counter.closeOrder).toBeVisible();
  await expect(counter.items).toHaveCount(0);
});
