import type { Locator, Page } from '@playwright/test';
import { row } from '../back-office.ts';
import { counterScreen, stock } from '../counter-screen.ts';
import { expect, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { recordCalls } from '../recorded-calls.ts';

/** Expects each label to be that of one thing alone, also as a part of a longer one. */
async function expectOnce(within: Page | Locator, labels: readonly string[]) {
  for (const label of labels) {
    await expect(within.getByLabel(label), label).toHaveCount(1);
    await expect(within.getByLabel(label, { exact: true }), label).toHaveCount(1);
  }
}

/** The names of what can be pressed or filled in. */
const controls = (dialog: Locator) =>
  dialog
    .locator('input, select, button')
    .evaluateAll((all) =>
      all.map(
        (one) =>
          one.getAttribute('aria-label') ??
          ((one as HTMLInputElement).labels?.[0] ?? one).textContent,
      ),
    );

test('a field is the one thing of its name on each page', async ({ page, shop }) => {
  await stock(shop);
  await shop.signIn(page, shop.admin);
  await expectOnce(page, ['Início', 'Fim', 'Vendedor', 'Produtos']);
  await page.getByLabel('Produtos').click();
  await page.getByRole('option', { name: 'Lápis' }).click();
  await expect(page.getByRole('listbox', { name: 'Opções' })).toBeVisible();
  await expectOnce(page, ['Início', 'Fim', 'Vendedor', 'Produtos']);
  await page.keyboard.press('Escape');
  await page.getByLabel('Limpar a escolha').click();
  await page.getByText('Produtos', { exact: true }).click();
  await expect(page.getByLabel('Produtos')).toBeFocused();

  await shop.admin.call('createProduct', {
    body: { code: '900', name: 'Fora de linha', price: 1, active: false },
  });
  for (const [path, search, add, name] of [
    ['/produtos', 'Buscar produto', '+ Adicionar produto', 'Nome do produto'],
    ['/usuarios', 'Buscar usuário', '+ Adicionar usuário', 'Nome do usuário'],
    ['/categorias', 'Buscar tipo', '+ Adicionar tipo', 'Nome'],
  ] as const) {
    await goTo(page, path);
    await expectOnce(page, [search]);
    await page.getByRole('button', { name: add }).click();
    await expectOnce(page, path === '/categorias' ? [name] : [name, 'Ativo']);
  }

  await goTo(page, '/pdv');
  const counter = counterScreen(page);
  await counter.code.pressSequentially('10', { delay: 15 });
  await expect(page.getByRole('listbox', { name: 'Opções' })).toBeVisible();
  await expect(counter.products.getByLabel('Cód', { exact: true })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await counter.productName.click();
  await expect(page.getByRole('listbox', { name: 'Opções' })).toBeVisible();
  await expect(counter.products.getByLabel('Cód', { exact: true })).toHaveCount(1);
  await expect(counter.products.getByLabel('Produto', { exact: true })).toHaveCount(1);
});

test('the dialogs have the fields and buttons of the specification alone', async ({
  page,
  shop,
}) => {
  const { shirt } = await stock(shop);
  await shop.newUser({ name: 'Vera', login: 'vera' });
  const calls = recordCalls(page);
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  const dialog = page.getByRole('dialog');
  await row(page, 'Camiseta').click();
  await expect(dialog).toBeVisible();
  const product = ['Código do produto', 'Nome do produto', 'Valor do produto', 'Ativo'];
  expect(await controls(dialog)).toEqual(['Excluir', ...product, 'Cancelar', 'Salvar']);
  await dialog.getByLabel('Valor do produto').press('End');
  await page.keyboard.press('Backspace');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Produto Editado com sucesso!')).toBeVisible();
  const { id, code, name } = shirt;
  expect(calls('PUT', `/api/pdv/products/${id}/`).map(({ body }) => body)).toEqual([
    { id, code, name, price: 4.2, active: true },
  ]);

  await goTo(page, '/usuarios');
  await row(page, 'Vera').click();
  await expect(dialog).toBeVisible();
  expect(await controls(dialog)).toEqual([
    'Excluir',
    'Cargo',
    'Nome do usuário',
    'E-mail/login',
    'Ativo',
    'Redefinir senha',
    'Sessões',
    'Cancelar',
    'Salvar',
  ]);
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  const asking = page.getByRole('dialog', { name: 'Atenção!' });
  expect(await controls(asking)).toEqual(['Cancelar', 'Confirmar']);

  await goTo(page, '/categorias');
  await row(page, 'Pix').click();
  await expect(dialog).toBeVisible();
  expect(await controls(dialog)).toEqual(['Excluir', 'Nome', 'Cancelar', 'Salvar']);
});
