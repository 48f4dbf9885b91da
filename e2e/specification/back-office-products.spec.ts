import { confirm, expectMessage, row, rows, save } from '../back-office.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { gate } from '../sale-traffic.ts';

// What products share with users and payment methods is in back-office.spec.ts.

const ONE = '**/api/pdv/products/*/';
const LIST = '**/api/pdv/products/**';

async function makeProducts(shop: Shop, names: readonly string[]) {
  for (const [index, name] of names.entries()) {
    const code = String(101 + index);
    await shop.admin.call('createProduct', { body: { code, name, price: 2.5, active: true } });
  }
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `Produto ${String(index + 1).padStart(2, '0')}`);

test.beforeEach(async ({ page, shop }) => {
  await page.clock.install();
  await shop.signIn(page, shop.admin, { at: null });
});

// Specification: 9.4
test('the first product: the empty list says what to do, and then holds it', async ({ page }) => {
  await page.goto('/produtos');
  await expect(page.getByText('Nenhum produto cadastrado')).toBeVisible();
  await expect(page.getByText('Use “+ Adicionar produto” para começar.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: '+ Adicionar produto' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveJSProperty('textContent', 'Novo  Produto');
  await expect(dialog.getByLabel('Código do produto')).toBeFocused();
  await expect(dialog.getByLabel('Ativo')).toBeChecked();
  await dialog.getByLabel('Código do produto').fill('007');
  // What nobody sees in a copied text is taken out of any field.
  await dialog.getByLabel('Nome do produto').fill('\u200bÁgua\u00ad mineral\ufe0f');
  await expect(dialog.getByLabel('Nome do produto')).toHaveValue('Água mineral');
  await dialog.getByLabel('Valor do produto').pressSequentially('123456');
  await expect(dialog.getByLabel('Valor do produto')).toHaveValue('R$\u00a01.234,56');
  await save(page);
  await expect(rows(page)).toHaveCount(1);
  const cells = rows(page).getByRole('cell');
  await expect(cells).toHaveText(['007', 'Água mineral', 'R$\u00a01.234,56', '', '']);
  await expect(cells.getByRole('img', { name: 'À venda', exact: true })).toBeVisible();
});

// Specification: 2.6, 2.9, 2.15, 9.2
test('a skeleton comes first; search ignores accents; pages and sizes are in the address; the last row of the last page is deleted', async ({
  page,
  shop,
}) => {
  await makeProducts(shop, ['Água com gás', 'Pão de queijo', '50% de desconto', ...numbered(28)]);
  const [first, second] = [gate(), gate()];
  await page.route(LIST, async (route) => {
    await (route.request().url().includes('page=2') ? second : first).opened;
    await route.continue();
  });
  await page.goto('/produtos');
  const table = page.getByRole('table', { name: 'GERENCIAR PRODUTOS' });
  await expect(table).toHaveAttribute('aria-busy', 'true');
  await expectAccessible(page);
  const waiting = await table.boundingBox();
  first.open();
  await expect(rows(page)).toHaveCount(10);
  expect(await table.boundingBox()).toEqual(waiting);
  await expect(page.getByRole('button', { name: 'Anterior' })).toBeDisabled();
  const pages = page.getByRole('navigation', { name: 'Paginação' });
  await expect(pages).toHaveText('Anterior1…4Próxima');
  // A page is named by its number alone.
  const current = pages.locator('[aria-current="page"]');
  await expect(current).toHaveText('1', { useInnerText: false });
  const size = page.getByLabel('Resultados por página');
  await expect(size).toHaveValue('10');
  /** Returns the text around the select without its options. */
  const shown = () =>
    size.locator('xpath=ancestor::*[contains(., "Mostrando")][1]').evaluate((element) => {
      const copy = element.cloneNode(true) as HTMLElement;
      for (const select of copy.querySelectorAll('select')) select.replaceWith('[10]');
      return copy.textContent.replace(/\s+/g, ' ').trim();
    });
  expect(await shown()).toBe('Mostrando 1 até [10] de 31 resultados');

  // A page stays until the next is there.
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page).toHaveURL('/produtos?page=2');
  await expect(row(page, '50% de desconto')).toBeVisible();
  second.open();
  await expect(row(page, '50% de desconto')).toHaveCount(0);
  await expect(pages).toHaveText('Anterior2…4Próxima');
  expect(await shown()).toBe('Mostrando 11 até [10] de 31 resultados');
  await pages.getByRole('button', { name: '4', exact: true }).click();
  await expect(page).toHaveURL('/produtos?page=4');
  await expect(rows(page)).toHaveCount(1);
  await expect(current).toHaveText('4');
  await expect(page.getByRole('button', { name: 'Próxima' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Anterior' })).toBeFocused();
  await page.goBack();
  await expect(page.getByText('Mostrando 11 até')).toBeVisible();

  // No other size is known.
  await goTo(page, '/produtos?page_size=12');
  await expect(rows(page)).toHaveCount(10);
  await expect(size).toHaveValue('10');
  await expect(size.getByRole('option')).toHaveText(['10', '25', '50', '100']);
  await size.selectOption('25');
  await expect(page).toHaveURL('/produtos?page_size=25');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(rows(page)).toHaveCount(6);

  const search = page.getByRole('textbox', { name: 'Buscar produto' });
  await search.fill('agua');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page).toHaveURL('/produtos?page_size=25&search=agua');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveText(/Água com gás/);
  await page.reload();
  await expect(rows(page)).toHaveText(/Água com gás/);
  await expect(search).toHaveValue('agua');
  await expect(size).toHaveValue('25');

  for (const [typed, found] of [
    ['PÃO', 'Pão de queijo'],
    ['%', '50% de desconto'],
    ['102', 'Pão de queijo'],
  ] as const) {
    await search.fill(typed);
    await search.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(found);
  }
  await search.fill('caviar');
  await search.press('Enter');
  await expect(page.getByText('Nada encontrado para “caviar”')).toBeVisible();
  await page.getByRole('button', { name: 'Mostrar todos' }).click();
  await expect(rows(page)).toHaveCount(25);
  await expect(search).toHaveValue('');

  await goTo(page, '/produtos?page=4');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Excluir / }).click();
  await confirm(page);
  await expect(page).toHaveURL('/produtos?page=3');
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole('heading', { name: 'GERENCIAR PRODUTOS' })).toBeFocused();
  await goTo(page, '/produtos?page=9');
  await expect(page).toHaveURL('/produtos?page=3');
});

// Specification: 4.8, 4.11, 8.10
test('a product opens by mouse or keyboard, shows a refusal at its field, and its outcome at the top when it was closed', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Erro ao (criar|editar) o produto\.|Failed to load resource/);
  await makeProducts(shop, ['Óculos de proteção para o laboratório de química', 'Lápis', 'Caneta']);
  await page.goto('/produtos');
  const dialog = page.getByRole('dialog');
  await row(page, 'Lápis').getByRole('cell', { name: '2,50' }).click();
  await expect(dialog).toHaveAccessibleName('Editar Produto');
  await expect(dialog.getByRole('heading')).toHaveJSProperty('textContent', 'Editar  Produto');
  await expect(dialog.getByLabel('Código do produto')).toHaveValue('102');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Lápis', exact: true })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Nome do produto')).toHaveValue('Lápis');
  await expect(dialog.getByLabel('Valor do produto')).toHaveValue('R$\u00a02,50');
  await page.keyboard.press('Escape');

  // On a phone the page does not scroll sideways.
  await page.setViewportSize({ width: 390, height: 844 });
  await row(page, 'Óculos').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1366, height: 768 });

  // The screen requires nothing; the server refuses.
  const add = page.getByRole('button', { name: '+ Adicionar produto' });
  const saveIt = () => save(page);
  const failed = 'Erro ao criar o produto.';
  const name = dialog.getByLabel('Nome do produto');
  const price = dialog.getByLabel('Valor do produto');
  await add.click();
  await dialog.getByLabel('Código do produto').fill('101');
  await price.fill('350');
  await expectMessage(page, failed, saveIt, {
    meanwhile: () => expect(name).toHaveAccessibleDescription('Preencha este campo.'),
  });
  await expect(dialog).toBeHidden();
  // A new dialog does not start with the refused input.
  await add.click();
  await expect(dialog.getByLabel('Código do produto')).toHaveValue('');
  await expect(price).toHaveValue('');
  await expect(name).not.toHaveAccessibleDescription(/./);
  await dialog.getByLabel('Código do produto').fill('101');
  await name.fill('Caderno');
  await expectMessage(page, failed, saveIt, {
    meanwhile: () => expect(price).toHaveAccessibleDescription('Preencha este campo.'),
  });
  await expect(dialog).toBeHidden();
  // A refused edit comes back with its reason until the user cancels it.
  await page.getByRole('button', { name: 'Caneta', exact: true }).click();
  await name.fill('');
  await expectMessage(page, 'Erro ao editar o produto.', saveIt);
  await page.getByRole('button', { name: 'Caneta', exact: true }).click();
  await expect(name).toHaveAccessibleDescription('Preencha este campo.');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Caneta', exact: true }).click();
  await expect(name).not.toHaveAccessibleDescription(/./);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  const door = gate();
  await page.route(ONE, async (route) => {
    await door.opened;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Caneta', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Salvando…')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  door.open();
  await expect(page.getByRole('status')).toHaveText('Produto Editado com sucesso!');
});
