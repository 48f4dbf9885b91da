import type { Page } from '@playwright/test';
import {
  barItem,
  brl,
  CPF,
  chooseOnBar,
  counterScreen,
  openCounter,
  SALE_MADE,
  salesIn,
  stock,
  test,
} from '../counter-screen.ts';
import { choose, expect, expectAccessible } from '../fixtures.ts';

const CPFS = ['52998224725', '11144477735', '12345678909', '98765432100'];

/** Lets the message end: the receipt opens, and the page loads again if no next order is begun. */
async function endMessage(page: Page, isBegun = false) {
  const reloaded = isBegun ? undefined : page.waitForEvent('load');
  await page.clock.fastForward(3_000);
  await reloaded;
}

const receipts = (page: Page) =>
  page
    .context()
    .pages()
    .filter((each) => each.url().endsWith('/pdf'));

test('three sales leave one receipt open', async ({ page, context, shop }) => {
  const { counter } = await openCounter(page, shop);
  await page.clock.install();
  const message = page.getByRole('status').filter({ hasText: SALE_MADE });
  await counter.cpf.fill(CPFS[0] as string);
  for (const [sold, next] of CPFS.slice(1).entries()) {
    await counter.clientName.fill(`Cliente ${sold + 1}`);
    await counter.scan('101');
    await counter.closeOrder.click();
    await counter.pay(1, 'Dinheiro', '2000');
    await counter.finish.click();
    await expect(message).toContainText(/Venda nº \d+ · Cliente \d/);
    await expect(message).toContainText(`Cliente ${sold + 1}`);
    const change = message.getByText('R$ 1,10', { exact: true });
    await expect(change).toHaveCSS('font-size', '48px');
    await page.clock.fastForward(200);
    await page.keyboard.type(next);
    await endMessage(page, true);
    await expect(message).toBeHidden();
    await expect(counter.cpf).toHaveValue(next.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'));
    await expect(counter.cpf).toBeFocused();
    await expect.poll(() => receipts(page).length).toBe(1);
    const [receipt] = receipts(page) as [Page];
    await expect(receipt.getByRole('article')).toContainText(`Cliente ${sold + 1}`);
  }
  expect(context.pages()).toHaveLength(2);
  expect(await salesIn(shop)).toBe(3);

  // It stays until Esc.
  const [last] = receipts(page) as [Page];
  await last.reload();
  await expect(last.getByRole('article')).toContainText('Cliente 3');
  await expectAccessible(last);
  const closed = last.waitForEvent('close');
  // The page may close before the key is released.
  await last.keyboard.press('Escape').catch(() => {});
  await closed;
  expect(context.pages()).toHaveLength(1);
});

test('a receipt opened from the list stays open', async ({ page, context, shop }) => {
  await stock(shop);
  await shop.signIn(page, shop.admin, { at: '/pdv' });
  const counter = counterScreen(page);
  await page.clock.install();
  const sell = async (name: string) => {
    await counter.takeOrder({ name });
    await counter.closeOrder.click();
    await counter.pay(1, 'Pix', '1890');
    await counter.finishSale();
    await endMessage(page);
    await expect(counter.items).toHaveCount(0);
  };
  await sell('Maria Souza');
  const [older] = receipts(page) as [Page];
  const list = await context.newPage();
  await list.goto('/vendas');
  const opened = context.waitForEvent('page');
  await list
    .getByRole('row', { name: 'Maria Souza' })
    .getByRole('button', { name: /recibo da venda/i })
    .click();
  const byHand = await opened;
  await expect(byHand.getByRole('article')).toContainText('Maria Souza');
  expect(receipts(page)).toHaveLength(2);
  const opening = context.waitForEvent('page');
  await sell('Maria Souza');
  const newest = await opening;
  await expect(newest.getByRole('article')).toContainText('Maria Souza');
  await expect
    .poll(() => [byHand, older, newest].map((each) => each.isClosed()))
    .toEqual([false, true, false]);
});

test('the last sale stays in sight until the next', async ({ page, context, shop }) => {
  const { counter, seller } = await openCounter(page, shop);
  const line = page.getByText(/^Última venda nº/);
  await expect(line).toBeHidden();
  await page.clock.install();
  await counter.prepareSale('Dinheiro', '2000');
  await counter.finishSale();
  await expect(line).toBeVisible();
  await endMessage(page);
  const [first] = (await seller.call('listSales')).results;
  await expect(line).toHaveText(`Última venda nº ${first?.id} · R$ 18,90 · troco R$ 1,10`);
  await expect(counter.cpf).toBeFocused();
  await page.reload();
  await expect(line).toHaveText(`Última venda nº ${first?.id} · R$ 18,90 · troco R$ 1,10`);
  await expectAccessible(page);

  // Its receipt again, as a copy that the audit knows.
  const opened = context.waitForEvent('page');
  await chooseOnBar(page, 'Recibo');
  const copy = await opened;
  await expect(copy.getByRole('main')).toContainText('2ª via');
  await copy.close();
  const reprints = await shop.sql(
    "SELECT 1 FROM audit_events WHERE action = 'sale.reprinted' AND subject_id = $1",
    [first?.id],
  );
  expect(reprints).toHaveLength(1);
  // And what puts it right.
  await chooseOnBar(page, 'Devolver, trocar ou corrigir');
  const dialog = page.getByRole('dialog', { name: `Venda nº ${first?.id}` });
  await expect(dialog.getByRole('button', { name: 'Trocar' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await counter.prepareSale();
  await expect(line).toContainText(`nº ${first?.id} ·`);
  await counter.finishSale();
  await expect(line).toHaveText(`Última venda nº ${(first?.id ?? 0) + 1} · R$ 18,90`);
  await endMessage(page);

  // Another user of this tab does not see it, nor does the same one after a sign-out.
  await choose(page, 'Sair');
  await expect(page).toHaveURL(/\/login$/);
  const other = await shop.newUser({ name: 'Rui', login: 'rui' });
  for (const user of [other, seller]) {
    await shop.signIn(page, user, { at: '/pdv' });
    await expect(counter.cpf).toBeFocused();
    await expect(line).toBeHidden();
  }
});

test('a counter is emptied at once, and Desfazer brings everything back', async ({
  page,
  shop,
  counter,
}) => {
  const { keyboard } = page;
  const empty = page.getByRole('button', { name: 'Esvaziar', exact: true });
  await expect(empty).toBeDisabled();
  await counter.cpf.focus();
  await keyboard.type(CPF);
  await counter.clientName.focus();
  await keyboard.type('Maria Souza');
  await expect(empty).toBeEnabled();
  await counter.code.focus();
  for (const code of ['101', '102']) {
    await keyboard.type(code);
    await keyboard.press('Enter');
  }
  await counter.expectItems('Caderno', 'Lápis');
  await keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
  await counter.pay(1, 'Dinheiro', '5000');

  // In step 2 too.
  await empty.click();
  await expect(counter.cpf).toBeFocused();
  await expect(counter.cpf).toHaveValue('');
  await expect(counter.clientName).toHaveValue('');
  await counter.expectItems();
  await expect(empty).toBeDisabled();
  const note = page.getByRole('status').filter({ hasText: 'Balcão esvaziado.' });
  await note.getByRole('button', { name: 'Desfazer' }).click();
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await counter.expectItems('Caderno', 'Lápis');
  await keyboard.press('F8');
  await expect(counter.amount(1)).toHaveValue(brl('50,00'));

  // What is searched goes as well, and the next client begins.
  await counter.editOrder.click();
  await counter.productName.focus();
  await keyboard.type('lápis');
  await empty.click();
  await expect(counter.cpf).toBeFocused();
  await expect(counter.productName).toHaveValue('');
  await counter.takeOrder({ cpf: '11144477735', name: 'Rui Barbosa', codes: ['103'] });
  await expect(note).toHaveCount(0);
  await counter.closeOrder.click();
  await expect(counter.amount(1)).toHaveValue('');
  await counter.pay(1, 'Pix', '4200');
  await counter.finishSale();
  expect(await shop.sql('SELECT client_name, total_general_cents AS total FROM sales')).toEqual([
    { client_name: 'Rui Barbosa', total: 4200 },
  ]);
});

test('the menus of the bar give the focus back, by mouse and by keys', async ({
  page,
  counter,
}) => {
  const { keyboard } = page;
  const list = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  const menu = page.getByRole('menu');
  await counter.clientName.focus();
  await keyboard.type('Maria');
  await chooseOnBar(page, 'Atalhos');
  await expect(list).toBeVisible();
  await keyboard.press('Escape');
  await expect(counter.clientName).toBeFocused();

  await chooseOnBar(page, 'Grade');
  await expect(menu).toBeHidden();
  await expect(counter.clientName).toBeFocused();
  await expect(page.getByText('A grade mostra os produtos mais vendidos')).toBeVisible();
  await expect(await barItem(page, 'Grade')).toBeVisible();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Grade' })).toBeChecked();
  await expectAccessible(page);
  await keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(counter.clientName).toBeFocused();
  await keyboard.type(' Souza');
  await expect(counter.clientName).toHaveValue('Maria Souza');

  const more = page.getByRole('button', { name: 'Mais opções' });
  await more.focus();
  // Right after fast letters an Enter would be a scanner's.
  await keyboard.press('End');
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Grade' })).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Atalhos' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(list).toBeVisible();
  await keyboard.press('Escape');
  await expect(more).toBeFocused();
});
