import type { Page } from '@playwright/test';
import { signInToApi } from '../api.ts';
import { confirm, confirmation, expectMessage, row, rows, save } from '../back-office.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';

// What users share with products and payment methods is in back-office.spec.ts.

test.beforeEach(async ({ page, shop }) => {
  await page.clock.install();
  await shop.signIn(page, shop.admin, { at: null });
});

const dialogOf = (page: Page) => page.getByRole('dialog');
const passwordOf = (page: Page) => page.getByRole('dialog', { name: 'Senha provisória' });

/** Counts the requests for the list from now on. */
function countReloads(page: Page) {
  let count = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname === '/api/users/') count++;
  });
  return () => count;
}

// Specification: 2.8
test('a new user gets a provisional password, shown once, that works, and is found by name or login', async ({
  page,
  shop,
}) => {
  await page.goto('/usuarios');
  await page.getByRole('button', { name: '+ Adicionar usuário' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Cargo').getByRole('option')).toHaveText([
    'Administrador',
    'Vendedor',
  ]);
  await expect(dialog.getByLabel('Cargo')).toHaveValue('seller');
  await expect(dialog.getByRole('button', { name: 'Redefinir senha' })).toBeHidden();
  await dialog.getByLabel('Nome do usuário').fill('Érica Magalhães');
  await dialog.getByLabel('E-mail/login').fill('erica@escola.br');
  await expectMessage(page, 'Usuário criado com sucesso!', () => save(page), {
    ms: 5_000,
    meanwhile: async () => expect(passwordOf(page)).toBeHidden(),
  });

  await expect(passwordOf(page)).toContainText('Entregue a Érica Magalhães esta senha');
  await expect(passwordOf(page)).toContainText('vale 24 horas');
  await expectAccessible(page);
  // No stray key or click closes it.
  await page.keyboard.press('Escape');
  await page.mouse.click(20, 400);
  const password = await passwordOf(page).getByLabel('Senha').inputValue();
  await passwordOf(page).getByRole('button', { name: 'Copiar' }).click();
  await expect(page.getByRole('status')).toHaveText('Senha copiada.');
  await passwordOf(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(passwordOf(page)).toBeHidden();
  await expect(page.getByText(password)).toHaveCount(0);

  const erica = await signInToApi(shop.origin, { login: 'erica@escola.br', password });
  expect(erica.name).toBe('Érica Magalhães');

  // Found by name or login, which the address keeps.
  await shop.newUser({ name: 'João', login: 'joao@escola.br' });
  const search = page.getByRole('textbox', { name: 'Buscar usuário' });
  for (const typed of ['erica', 'ERICA@']) {
    await search.fill(typed);
    await page.getByRole('button', { name: 'Buscar' }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.reload();
    await expect(rows(page)).toContainText('Érica Magalhães');
    await expect(search).toHaveValue(typed);
  }
});

test('without the clipboard the password is copied the old way', async ({ page, shop }) => {
  await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
  });
  await page.goto('/usuarios');
  await resetPasswordOf(page, 'Vera Lúcia');
  const field = passwordOf(page).getByLabel('Senha');
  await passwordOf(page).getByRole('button', { name: 'Copiar' }).click();
  await expect(page.getByRole('status')).toHaveText('Senha copiada.');

  // Pasting shows the content of the clipboard.
  const password = await field.inputValue();
  await passwordOf(page).getByRole('button', { name: 'Fechar' }).click();
  const search = page.getByRole('textbox', { name: 'Buscar usuário' });
  await search.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(search).toHaveValue(password);
});

test('a reset fails, or gives a new password; the last administrator stays; a lost role means signing in again', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(
    /Erro ao (redefinir|excluir|editar)|Failed to load resource|could not be loaded/,
  );
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  await page.goto('/usuarios');
  const dialog = dialogOf(page);
  await row(page, 'Vera').click();
  await dialog.getByLabel('Nome do usuário').fill('Vera P.');
  await page.reload();
  await page.route(/\/api\/(users|accounts)\//, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  );
  await row(page, 'Vera').click();
  await dialog.getByRole('button', { name: 'Redefinir senha' }).click();
  await expectMessage(page, 'Erro ao redefinir a senha.', () => confirm(page));
  await expect(passwordOf(page)).toBeHidden();
  await page.unrouteAll();
  await page.reload();
  await resetPasswordOf(page, 'Vera Lúcia');
  await expectAccessible(page);
  const password = await passwordOf(page).getByLabel('Senha').inputValue();
  await passwordOf(page).getByRole('button', { name: 'Fechar' }).click();
  await row(page, 'Vera').click();
  await expect(dialog.getByLabel('Nome do usuário')).toHaveValue('Vera P.');
  await signInToApi(shop.origin, { login: 'vera', password });
  await expect(vera.call('listProducts')).rejects.toThrow('401');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  // The last administrator stays.
  await row(page, 'Administrador')
    .getByRole('button', { name: /^Excluir/ })
    .click();
  const reason = 'É preciso manter pelo menos um administrador ativo.';
  await expectMessage(page, 'Erro ao excluir o usuário.', () => confirm(page), {
    meanwhile: () => expect(page.getByText(reason, { exact: true })).toBeVisible(),
  });
  await expect(page.getByText(reason)).toBeHidden();
  await row(page, 'Administrador').click();
  // A reset of one's own password would lock out.
  await expect(dialogOf(page).getByRole('button', { name: 'Salvar' })).toBeVisible();
  await expect(dialogOf(page).getByRole('button', { name: 'Redefinir senha' })).toHaveCount(0);
  await dialogOf(page).getByLabel('Cargo').selectOption('Vendedor');
  await expectMessage(page, 'Erro ao editar o usuário.', () => save(page), {
    meanwhile: () =>
      expect(dialogOf(page)).toContainText('É preciso manter pelo menos um administrador ativo.'),
  });
  await expect(row(page, 'Administrador')).toContainText(/^Admin/);

  // A lost role means signing in again.
  await expect(dialog).toBeHidden();
  const body = { name: 'Vera Lúcia', email: 'vera', active: true, admin: true };
  await shop.admin.call('editUser', { params: { id: `${vera.id}` }, body });
  await row(page, 'Administrador').click();
  await dialogOf(page).getByLabel('Nome do usuário').fill('Ana Chefe');
  await save(page);
  await expect(page.getByText('Olá, Ana Chefe')).toBeVisible();
  await page.keyboard.press('Escape');

  await row(page, 'Ana Chefe').click();
  await dialogOf(page).getByLabel('Cargo').selectOption('Vendedor');
  await save(page);
  await expect(page.getByRole('status')).toHaveText('Usuário Editado com sucesso!');
  await page.clock.runFor(3_500);
  await expect(page).toHaveURL(/\/login$/);
});

// Specification: 2.8, 4.9, 8.6
test('the list reloads after the dialog, the page and the notice', async ({ page, shop }) => {
  for (let number = 10; number <= 20; number++) {
    const body = { name: `Pessoa ${number}`, email: `p${number}`, active: true, admin: false };
    await shop.admin.call('createUser', { body });
  }
  const reloads = countReloads(page);
  await page.goto('/usuarios');
  await expect(rows(page)).toHaveCount(10);
  expect(reloads()).toBe(1);
  await row(page, 'Pessoa 10').click();
  await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(reloads).toBe(2);
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.goBack();
  await expect.poll(reloads).toBe(4);
  await page.getByLabel('Resultados por página').selectOption('25');
  await expect(rows(page)).toHaveCount(12);
  expect(reloads()).toBe(5);

  await page.getByRole('button', { name: 'Excluir Pessoa 20' }).click();
  const asking = confirmation(page);
  await expect(asking).toContainText('Tem certeza que deseja excluir o usuário?');
  let whileShown = 0;
  await expectMessage(page, 'Usuário excluído com sucesso!', () => confirm(page), {
    meanwhile: async () => {
      await expect(row(page, 'Pessoa 20')).toHaveCount(0);
      whileShown = reloads();
    },
  });
  await expect.poll(reloads).toBe(whileShown + 1);
});

async function resetPasswordOf(page: Page, name: string): Promise<void> {
  await row(page, name).click();
  await dialogOf(page).getByRole('button', { name: 'Redefinir senha' }).click();
  const asking = confirmation(page);
  await expect(asking).toContainText('Tem certeza que deseja redefinir a senha do usuário?');
  await expectMessage(page, 'Senha redefinida com sucesso!', () => confirm(page));
}
