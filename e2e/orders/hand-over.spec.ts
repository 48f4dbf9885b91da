import type { Page } from '@playwright/test';
import { counterScreen, test } from '../counter-screen.ts';
import { expect, expectAccessible, openedBy } from '../fixtures.ts';
import { newClient, sell } from '../till.ts';

test('an order for any counter is taken up by another seller, whose sale names both', async ({
  page,
  shop,
  counter,
  seller,
  browser,
}) => {
  const waiting = (of: Page) => of.getByRole('dialog', { name: 'Em espera' });
  await counter.takeOrder({ codes: ['101', '103'] });
  await page.keyboard.press('F4');
  await expect(page.getByRole('button', { name: '1 em espera' })).toBeVisible();
  await page.keyboard.press('F4');
  const anyone = waiting(page).getByRole('button', { name: /^Para qualquer caixa: Maria/ });
  await expect(waiting(page).getByRole('button', { name: /^Maria/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(anyone).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(anyone).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);

  const rui = await shop.newUser({ name: 'Rui', login: 'rui' });
  const context = await browser.newContext({ baseURL: shop.origin });
  const till = await context.newPage();
  await shop.signIn(till, rui, { at: '/pdv' });
  const other = counterScreen(till);
  await expect(other.cpf).toBeFocused();
  await till.keyboard.press('F4');
  await expect(waiting(till)).toContainText(`Guardado por ${seller.name}`);
  await expect(waiting(till).getByRole('button', { name: /^Descartar/ })).toHaveCount(0);
  await expect(waiting(till).getByRole('button', { name: /^Maria/ })).toBeFocused();
  await till.keyboard.press('Enter');
  await other.expectItems('Caderno', 'Camiseta');
  await other.closeOrder.click();
  await other.pay(1, 'Pix', '6090');
  const receipt = await openedBy(till, () => other.finishSale());
  await expect(receipt.getByRole('article')).toContainText(
    `Vendedor: Rui · Guardado por: ${seller.name}`,
  );
  await receipt.close();
  await other.loadedAnew();
  await till.goto('/minhas-vendas');
  await till.getByRole('table').getByText('Maria Souza').click();
  await expect(till.getByRole('dialog', { name: /^Venda nº/ })).toContainText(
    `Guardado por ${seller.name}, vendido por Rui`,
  );
  await context.close();
  await page.reload();
  await expect(counter.cpf).toBeFocused();
  await expect(page.getByRole('button', { name: /^\d+ em espera/ })).toHaveCount(0);
});

test('the order of a colleague that is emptied by hand leaves no name to the next sale', async ({
  page,
  shop,
  counter,
  browser,
}) => {
  await counter.takeOrder({ codes: ['101'] });
  await page.keyboard.press('F4');
  await page.getByRole('button', { name: '1 em espera' }).click();
  await page.getByRole('button', { name: /^Para qualquer caixa: Maria/ }).click();

  const rui = await shop.newUser({ name: 'Rui', login: 'rui' });
  const context = await browser.newContext({ baseURL: shop.origin });
  const till = await context.newPage();
  await shop.signIn(till, rui, { at: '/pdv' });
  const other = counterScreen(till);
  await expect(other.cpf).toBeFocused();
  await till.keyboard.press('F4');
  await expect(till.getByRole('dialog').getByRole('button', { name: /^Maria/ })).toBeFocused();
  await till.keyboard.press('Enter');
  await other.expectItems('Caderno');
  // The client gives up.
  await other.cpf.press('ControlOrMeta+a');
  await other.cpf.press('Delete');
  await other.clientName.press('ControlOrMeta+a');
  await other.clientName.press('Delete');
  await other.products.getByRole('button', { name: /^Remover/ }).click();
  await other.expectItems();

  await other.cpf.press('ControlOrMeta+a');
  await other.cpf.pressSequentially('11144477735');
  await other.clientName.pressSequentially('Pedro Lima');
  await other.scan('102');
  await other.closeOrder.click();
  await other.pay(1, 'Pix', '155');
  const receipt = await openedBy(till, () => other.finishSale());
  await expect(receipt.getByRole('article')).toContainText('Pedro Lima');
  await expect(receipt.getByRole('article')).not.toContainText('Guardado por');
  const [sale] = await shop.sql('SELECT client_name, parked_by_name FROM sales');
  expect(sale).toEqual({ client_name: 'Pedro Lima', parked_by_name: null });
  await other.loadedAnew();
  await context.close();
});

test('a client chosen by letter goes to the colleague with the order, and gets the receipt', async ({
  page,
  shop,
  counter,
  goods,
  seller,
  browser,
}) => {
  const client = await newClient(shop);
  const body = { registration: '20260000042', name: 'João Souza' };
  const student = await seller.call('createStudent', { body });
  await sell(shop, seller, { product: goods.pencil, client, student });
  await counter.registration.pressSequentially(body.registration);
  await page.keyboard.press('Tab');
  await expect(counter.client.getByRole('button', { name: 'Maria Souza' })).toBeVisible();
  await counter.cpf.press('a');
  await expect(counter.cpf).toHaveValue('•••.982.247-••');
  await counter.scan('102');
  await page.keyboard.press('F4');
  await page.getByRole('button', { name: '1 em espera' }).click();
  await page.getByRole('button', { name: /^Para qualquer caixa: Maria/ }).click();

  const rui = await shop.newUser({ name: 'Rui', login: 'rui' });
  const context = await browser.newContext({ baseURL: shop.origin });
  const till = await context.newPage();
  await shop.signIn(till, rui, { at: '/pdv' });
  const other = counterScreen(till);
  await expect(other.cpf).toBeFocused();
  await till.keyboard.press('F4');
  await expect(till.getByRole('dialog').getByRole('button', { name: /^Maria/ })).toBeFocused();
  await till.keyboard.press('Enter');
  await expect(other.cpf).toHaveValue('•••.982.247-••');
  await expect(other.client).toContainText('Cliente cadastrado.');
  await expect(other.registration).toHaveValue(body.registration);
  await expect(other.code).toBeFocused();
  await till.keyboard.press('F8');
  await expect(other.method(1)).toBeFocused();
  await other.pay(1, 'Pix', '155');
  await other.finishSale();
  const [sale] = await shop.sql('SELECT client_id, client_cpf FROM sales ORDER BY id DESC LIMIT 1');
  expect(sale).toEqual({ client_id: client.id, client_cpf: '52998224725' });
  await context.close();
});
