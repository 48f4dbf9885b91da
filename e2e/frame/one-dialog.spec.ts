import type { Page } from '@playwright/test';
import { row } from '../back-office.ts';
import { openCounter, SALE_FAILED, stock } from '../counter-screen.ts';
import { choose, expect, type Shop, test } from '../fixtures.ts';
import { onSalePosts, problem } from '../sale-traffic.ts';
import { newClient, sell } from '../till.ts';

// Whoever looks for a dialog or a button of it finds one: by role, and what is shown by its text too.

/** Expects one dialog with this heading, each of these buttons once, and nothing of the page. */
async function expectAlone(page: Page, title: string, ...buttons: string[]) {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCount(1);
  await expect(dialog.getByRole('heading', { name: title, exact: true })).toHaveCount(1);
  for (const name of buttons) {
    await expect(page.getByRole('button', { name })).toHaveCount(1);
    const shown = page.getByText(name, { exact: true }).filter({ visible: true });
    const isIcon = (await page.getByRole('button', { name }).getAttribute('aria-label')) !== null;
    await expect(shown).toHaveCount(isIcon ? 0 : 1);
  }
  await expect(page.getByRole('main')).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.locator('#root')).toHaveAttribute('inert', '');
  // However many lie over each other, the page is darkened once.
  const shades = await page.evaluate(() =>
    [...document.querySelectorAll('[class*="Modal-overlay"]')].map(
      (shade) => getComputedStyle(shade).backgroundColor,
    ),
  );
  expect(shades.filter((colour) => colour !== 'rgba(0, 0, 0, 0)')).toHaveLength(1);
}

async function expectClosed(page: Page) {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.locator('#root[inert], #root[aria-hidden]')).toHaveCount(0);
}

async function openStocked(page: Page, shop: Shop, at: string) {
  const { pencil } = await stock(shop);
  await sell(shop, shop.admin, { product: pencil, client: await newClient(shop) });
  await shop.signIn(page, shop.admin, { at });
}

// The other two lists have the same dialogs.
test('/produtos: the form and its question are one dialog at a time', async ({ page, shop }) => {
  const name = 'Lápis HB nº 2';
  const all = ['Excluir', 'Cancelar', 'Salvar'];
  await openStocked(page, shop, '/produtos');
  const add = page.getByRole('button', { name: '+ Adicionar produto' });
  await add.click();
  await expectAlone(page, 'Novo Produto', 'Cancelar', 'Salvar');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expectClosed(page);
  await expect(add).toBeFocused();

  await row(page, name)
    .getByRole('button', { name: `Excluir ${name}` })
    .click();
  await expectAlone(page, 'Atenção!', 'Cancelar', 'Confirmar');
  await page.getByText('Cancelar', { exact: true }).click();
  await expectClosed(page);

  const opener = row(page, name).getByRole('button', { name, exact: true });
  await opener.click();
  await expectAlone(page, 'Editar Produto', ...all);
  await page.getByRole('button', { name: 'Excluir' }).click();
  await expectAlone(page, 'Atenção!', 'Cancelar', 'Confirmar');
  // The topmost alone hears Escape, and the focus goes back step by step.
  await page.keyboard.press('Escape');
  await expectAlone(page, 'Editar Produto', ...all);
  await expect(page.getByRole('button', { name: 'Excluir' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expectAlone(page, 'Editar Produto', ...all);
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await expect(opener).toBeFocused();
});

test('a sale to delete, a box without sales: the question alone', async ({ page, shop }) => {
  await openStocked(page, shop, '/vendas');
  await page.getByRole('button', { name: /^Excluir venda/ }).click();
  await expectAlone(page, 'Atenção!', 'Cancelar', 'Excluir');
  await page.keyboard.press('Escape');
  await expectClosed(page);

  await shop.signIn(page, await shop.newUser({ name: 'Ana', login: 'ana' }), { at: '/perfil' });
  await choose(page, 'FECHAR CAIXA');
  await expect(page.getByText('Nenhuma venda realizada hoje', { exact: true })).toBeVisible();
  await expectAlone(page, 'Atenção!', 'Cancelar');
  await expect(page.getByRole('button')).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expectClosed(page);
});

test('the dialogs of the counter, each alone', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 500|could not be recorded|internal_error|Não deu/);
  const { counter } = await openCounter(page, shop);
  await counter.takeOrder();
  await counter.code.pressSequentially('101', { delay: 60 });
  await page.keyboard.press('Enter');
  await expectAlone(page, 'Atenção!', 'Cancelar', 'Confirmar');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectClosed(page);
  await expect(counter.code).toBeFocused();

  await page.keyboard.press('?');
  await expectAlone(page, 'Atalhos do teclado', 'Fechar');
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await expect(counter.code).toBeFocused();

  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '3780');
  await onSalePosts(page, (route) => route.fulfill(problem(500, 'internal_error')));
  await counter.finish.click();
  const failure = page.getByRole('dialog', { name: 'Erro' });
  await expect(failure.getByRole('alert')).toHaveText(SALE_FAILED);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await expect(counter.finish).toBeFocused();
});

test('a press of Escape closes one dialog', async ({ page, shop }) => {
  const { counter } = await openCounter(page, shop);
  await counter.takeOrder();
  await page.keyboard.press('F4');
  await expect(counter.items).toHaveCount(0);
  await page.keyboard.press('F4');
  const parked = page.getByRole('dialog', { name: 'Em espera' });
  await expect(parked).toBeVisible();
  await parked.getByRole('button', { name: /^Descartar/ }).click();
  await expectAlone(page, 'Atenção!', 'Cancelar', 'Descartar');
  await page.keyboard.press('Escape');
  await expectAlone(page, 'Em espera');
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await expect(counter.cpf).toBeFocused();
});
