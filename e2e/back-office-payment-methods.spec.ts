import { confirm, confirmation, expectMessage, row, rows, save } from './back-office.ts';
import { expect, test } from './fixtures.ts';
import { problem } from './sale-traffic.ts';

const ONE = '**/api/pdv/paymentMethods/*/';
/** The payment methods of a new shop, in the order of the list. */
const FIRST = ['Cartão de crédito', 'Cartão de débito', 'Dinheiro', 'Pix'];

test.beforeEach(async ({ page, shop, signIn }) => {
  await page.clock.install();
  await signIn(shop.admin, { at: '/categorias' });
  await expect(rows(page)).toHaveText(FIRST);
});

test('a payment method is created, found, edited and offered at the counter', async ({
  page,
  expectAccessible,
}) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GERENCIAR FORMAS DE PAGAMENTO');
  await expect(page.getByRole('columnheader')).toHaveText(['Nome', 'Excluir']);
  await expectAccessible();
  await page.getByRole('button', { name: '+ Adicionar tipo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Nova forma de pagamento');
  await dialog.getByLabel('Nome').fill('Depósito');
  await expectAccessible();
  await expectMessage(page, 'Forma de pagamento criada com sucesso!', () => save(page), {
    ms: 5_000,
  });
  await expect(rows(page)).toHaveCount(5);

  const search = page.getByRole('textbox', { name: 'Buscar tipo' });
  await search.fill('DEPOSITO');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(rows(page)).toHaveText(['Depósito']);
  await row(page, 'Depósito').click();
  await expect(dialog).toHaveAccessibleName('Editar forma de pagamento');
  await expect(dialog.getByLabel('Nome')).toHaveValue('Depósito');
  await dialog.getByLabel('Nome').fill('Depósito bancário');
  await expectMessage(
    page,
    'Forma de pagamento editada com sucesso!',
    () => page.keyboard.press('Enter'),
    { ms: 5_000 },
  );
  await expect(rows(page)).toHaveText(['Depósito bancário']);
});

test('deleting asks in other words in the list than in the dialog', async ({
  page,
  expectAccessible,
}) => {
  const asking = confirmation(page);
  const deleted = 'Forma de pagamento excluída com sucesso!';
  await page.getByRole('button', { name: 'Excluir Pix' }).click();
  await expect(asking).toContainText('Tem certeza que deseja excluir esta forma de pagamento?');
  await expectAccessible();
  await expectMessage(page, deleted, () => confirm(page));
  await expect(rows(page)).toHaveText(FIRST.slice(0, 3));

  await row(page, 'Dinheiro').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(asking).toContainText('Tem certeza que deseja excluir a forma de pagamento?');
  await expectMessage(page, deleted, () => confirm(page));
  await expect(rows(page)).toHaveText(FIRST.slice(0, 2));
});

test('what fails says so in the words of its kind', async ({ page, expectConsoleError }) => {
  expectConsoleError(/Erro ao \w+ (a|o) forma de pagamento\.|Failed to load resource/);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: '+ Adicionar tipo' }).click();
  await dialog.getByLabel('Nome').fill('Pix');
  await expectMessage(page, 'Erro ao criar a forma de pagamento.', () => save(page), {
    meanwhile: () =>
      expect(dialog.getByLabel('Nome')).toHaveAccessibleDescription(
        'Já existe um cadastro com este nome.',
      ),
  });
  await expect(dialog).toBeHidden();

  await page.route(ONE, (route) => route.abort());
  await row(page, 'Pix').click();
  await expectMessage(page, 'Erro ao editar a forma de pagamento.', () => save(page));

  await page.unroute(ONE);
  await page.route(ONE, (route) => route.fulfill(problem(500, 'internal')));
  await page.getByRole('button', { name: 'Excluir Pix' }).click();
  await expectMessage(page, 'Erro ao excluir o forma de pagamento.', () => confirm(page));
  await expect(rows(page)).toHaveText(FIRST);
});
