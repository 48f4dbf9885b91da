import { expectMessage } from '../back-office.ts';
import { choose, expect, expectAccessible, openedBy, test } from '../fixtures.ts';
import { recordCalls } from '../recorded-calls.ts';

const CHANGED = 'outra-senha-da-pessoa';

// Specification: 2.10, 3.14, 4.10, 7.2, 8.8, 8.10
test('a provisional password is changed', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 422|Erro ao alterar senha/);
  const { temporary_password: provisional } = await shop.admin.call('createUser', {
    body: { name: 'Vera Lúcia', email: 'vera', active: true, admin: false },
  });
  await page.clock.install();
  await shop.signIn(page, { login: 'vera', password: provisional });
  const notice = page.getByText('Sua senha é provisória.');
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Alterar a senha' }).click();
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(/\/pdv$/);
  await page.getByRole('link', { name: 'Alterar a senha' }).click();
  await expect(page).toHaveURL(/\/perfil$/);

  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Olá, Vera Lúcia' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Alterar senha:' })).toBeVisible();
  const field = (label: string) => main.getByLabel(label, { exact: true });
  const fields = ['Senha atual', 'Nova senha', 'Repita a nova senha'].map(field);
  for (const each of fields) await expect(each).toHaveAttribute('type', 'password');
  const type = async (...passwords: string[]) => {
    for (const [index, password] of passwords.entries()) await fields[index]?.fill(password);
  };
  const change = () => main.getByRole('button', { name: 'Alterar senha' }).click();
  const refused = 'Erro ao alterar senha';
  await expectAccessible(page);

  // A wrong password, a different repetition and a short password have the same message, and their reason.
  const because = (reason: string) => () =>
    expect(main.getByRole('status').filter({ hasText: reason })).toBeVisible();
  await type('não é esta', CHANGED, CHANGED);
  await expectMessage(page, refused, change, {
    meanwhile: async () => {
      await because('A senha atual não confere.')();
      await expectAccessible(page);
    },
  });
  await type(provisional, CHANGED, 'outra coisa');
  await expectMessage(page, refused, change, {
    meanwhile: because('A repetição da nova senha não confere.'),
  });
  await type(provisional, 'curta', 'curta');
  const weak = 'A nova senha precisa de pelo menos 8 caracteres';
  await expectMessage(page, refused, change, { meanwhile: because(weak) });
  // The reason stays until the next attempt.
  await because(weak)();
  await expect(notice).toBeVisible();

  const calls = recordCalls(page);
  await type(provisional, CHANGED, CHANGED);
  await expectMessage(page, 'Senha alterada com sucesso!', change, {
    meanwhile: () => expectAccessible(page),
  });
  await expect(notice).toBeHidden();
  await expect(main.getByText(weak)).toBeHidden();
  const body = {
    old_password: provisional,
    new_password: CHANGED,
    confirm_new_password: CHANGED,
  };
  expect(calls('PUT', '/api/auth/change_password/')).toMatchObject([{ body }]);
  for (const each of fields) await expect(each).toHaveValue('');

  // The session and the stored record go on with the new password.
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
  expect(record.user.must_change_password).toBe(false);
  await page.reload();
  await expect(main.getByRole('heading', { name: 'Olá, Vera Lúcia' })).toBeVisible();
  await expect(notice).toBeHidden();
  await shop.signIn(page, { login: 'vera', password: CHANGED });
  await expect(page).toHaveURL(/\/pdv$/);
});

test('an expired password leads to /perfil alone', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 403|password_change_required/);
  const { id, temporary_password: provisional } = await shop.admin.call('createUser', {
    body: { name: 'Vera Lúcia', email: 'vera', active: true, admin: true },
  });
  const why = page.getByText('Sua senha provisória valia por 24 horas e venceu.');
  await shop.signIn(page, { login: 'vera', password: provisional });
  await expect(page).toHaveURL(/\/vendas$/);
  await shop.sql('UPDATE users SET provisional_until = now() WHERE id = $1', [id]);
  // During work the first refused call leads there.
  await expect(async () => {
    await page.goto('/produtos');
    await expect(page).toHaveURL(/\/perfil$/);
  }).toPass();
  await expect(why).toBeVisible();
  // After a sign-in every address leads there at once.
  await shop.signIn(page, { login: 'vera', password: provisional });
  await expect(page).toHaveURL(/\/perfil$/);
  await page.goto('/vendas');
  await expect(page).toHaveURL(/\/perfil$/);
  await expect(why).toBeVisible();

  await page.getByLabel('Senha atual', { exact: true }).fill(provisional);
  await page.getByLabel('Nova senha', { exact: true }).fill(CHANGED);
  await page.getByLabel('Repita a nova senha', { exact: true }).fill(CHANGED);
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(why).toBeHidden();
  await page.goto('/produtos');
  await expect(page).toHaveURL(/\/produtos$/);
});

test('Voltar goes where the browser came from, after a reload too', async ({ page, shop }) => {
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  await page.goto('/perfil');
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(/\/produtos$/);
  await choose(page, 'Perfil');
  await page.reload();
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(/\/produtos$/);

  // In a new tab it leads home.
  const tab = await openedBy(page, () =>
    page.evaluate(() => {
      window.open('/perfil', '_blank', 'noopener');
    }),
  );
  await tab.getByRole('link', { name: 'Voltar' }).click();
  await expect(tab).toHaveURL(/\/vendas$/);
});
