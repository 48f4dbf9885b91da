import { row, save } from '../back-office.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { recordCalls } from '../recorded-calls.ts';

test('a form sets no price that changed meanwhile', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/Erro ao editar o produto\.|status of 409/);
  const fields = { code: '104', name: 'Caneta', price: 2.5, active: true };
  const { id } = await shop.admin.call('createProduct', { body: fields });
  const params = { id: `${id}` };
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
  const name = dialog.getByLabel('Nome do produto');
  await row(page, 'Caneta').click();
  await name.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' azul', { delay: 40 });
  await shop.admin.call('editProduct', { params, body: { ...fields, price: 3, active: false } });

  await save(page);
  await expect(dialog.getByText('Erro ao editar o produto.')).toBeVisible();
  const why = dialog.getByText('Outra pessoa mudou o valor desde que');
  await expect(why).toBeVisible();
  await expect(name).toHaveValue('Caneta azul');
  await expect(dialog).toBeHidden();

  // What was typed is back, with the price of now.
  await row(page, 'Caneta').click();
  await expect(name).toHaveValue('Caneta azul');
  await expect(dialog.getByLabel('Valor do produto')).toHaveValue(/3,00/);
  await expect(dialog.getByLabel('Ativo')).not.toBeChecked();
  await expect(why).toBeVisible();
  await expect(dialog.getByRole('status')).toContainText('Valor e Ativo são os de agora.');
  await expectAccessible(page);
  const calls = recordCalls(page);
  await save(page);
  await expect(dialog.getByText('Produto Editado com sucesso!')).toBeVisible();
  const after = { ...fields, id, name: 'Caneta azul', price: 3, active: false };
  // The specification's body, whole.
  expect(calls('PUT', `/api/pdv/products/${id}/`)[0]?.body).toEqual(after);
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Caneta azul')).toContainText('3,00');
});

test('a form kept by the browser brings no role or status back', async ({ page, shop }) => {
  const vera = { name: 'Vera', email: 'vera', active: true, admin: true };
  const { id: user } = await shop.admin.call('createUser', { body: vera });
  await shop.signIn(page, shop.admin, { at: '/usuarios' });
  const dialog = page.getByRole('dialog', { name: 'Editar Usuário' });
  await row(page, 'vera').click();
  await dialog.getByLabel('Nome do usuário').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Lima', { delay: 40 });
  await shop.admin.call('editUser', {
    params: { id: `${user}` },
    body: { ...vera, admin: false, active: false },
  });
  await page.reload();
  await row(page, 'vera').click();
  await expect(dialog.getByLabel('Nome do usuário')).toHaveValue('Vera Lima');
  await expect(dialog.getByLabel('Cargo')).toHaveValue('seller');
  await expect(dialog.getByLabel('Ativo')).not.toBeChecked();
  await expect(dialog.getByRole('status')).toContainText('Cargo e Ativo são os de agora.');
  await save(page);
  await expect(dialog.getByText('Usuário Editado com sucesso!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Vera Lima')).toContainText('Inativo');
});

test('a person and a setting keep what somebody else changed meanwhile', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Erro ao salvar as configurações|status of 409/);
  const { id } = await shop.admin.call('createStudent', {
    body: { registration: '20260000071', name: 'Bia' },
  });
  const params = { id: `${id}` };
  await shop.signIn(page, shop.admin, { at: `/alunos/${id}` });
  const form = page.getByRole('form', { name: 'Cadastro' });
  await form.getByLabel('Turma').pressSequentially('3º B', { delay: 30 });
  const corrected = { number: '20260000072', name: 'Bia', class: '' };
  await shop.admin.call('correctStudent', { params, body: corrected });
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Cadastro corrigido!')).toBeVisible();
  await expect(form.getByLabel('Matrícula')).toHaveValue('20260000072');
  await expect(form.getByLabel('Turma')).toHaveValue('3º B');

  await goTo(page, '/configuracoes');
  const section = page.getByRole('form', { name: 'Bloqueio da tela' });
  const minutes = section.getByLabel('Minutos sem uso até bloquear');
  await minutes.pressSequentially('7', { delay: 30 });
  const settings = await shop.admin.call('readSettings');
  await shop.admin.call('editSettings', { body: { ...settings, idle_lock_minutes: 9 } });
  await section.getByRole('button', { name: 'SALVAR' }).click();
  await expect(section).toContainText(
    'Outra pessoa mudou os minutos até bloquear a tela desde que',
  );
  await expect(minutes).toHaveValue('7');
  // Whoever looked again may.
  await section.getByRole('button', { name: 'SALVAR' }).click();
  await expect(section).toContainText('Configurações salvas!');
  expect((await shop.admin.call('readSettings')).idle_lock_minutes).toBe(7);

  const cards = page.getByRole('form', { name: 'Cartões' });
  const holidays = cards.getByLabel('Feriados da cidade e do estado');
  await holidays.pressSequentially('25/01', { delay: 30 });
  await shop.admin.call('editCardTerms', { body: { terms: [], holidays: ['07-09'] } });
  await cards.getByRole('button', { name: 'SALVAR' }).click();
  await expect(cards).toContainText('Outra pessoa mudou os feriados locais desde que');
  await expect(holidays).toHaveValue('25/01');
  await cards.getByRole('button', { name: 'Desfazer' }).click();
  await expect(holidays).toHaveValue('09/07');
});
