import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rows } from '../back-office.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { newClient } from '../till.ts';

const choose = (page: Page, name: string, text: string | Buffer) =>
  page.getByLabel('Arquivo', { exact: true }).setInputFiles({
    ...{ name, mimeType: 'text/csv' },
    buffer: Buffer.from(text),
  });

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

async function open(page: Page, name: string) {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  return dialogOf(page, name);
}

test('300 products are imported once', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/could not be imported|status of 409/);
  const body = { code: 'P7', name: 'Produto 7 <b>velho</b>', price: 1, active: true };
  const { id } = await shop.admin.call('createProduct', { body });
  const lines = Array.from(
    { length: 300 },
    (_, index) => `P${index};Produto ${index} – ação;R$ 1.${100 + index},90`,
  );
  // As an older program in a Brazilian Windows saves it, below a title.
  const text = ['Lista da loja', 'CÓDIGO;DESCRIÇÃO;Preço de venda', ...lines].join('\r\n');
  const file = Buffer.from(text.replaceAll('–', '\u0096'), 'latin1');

  await shop.signIn(page, shop.admin, { at: '/produtos' });
  const dialog = await open(page, 'Importar produtos');
  await choose(page, 'foto.png', 'x');
  await expect(dialog.getByRole('alert')).toContainText('Escolha uma planilha');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar modelo' }).click();
  const template = await readFile(await (await downloading).path(), 'utf8');
  await choose(page, 'modelo.csv', template);
  await expect(dialog).toContainText('2 produtos novos');
  await dialog.getByRole('button', { name: 'Outro arquivo' }).click();

  await choose(page, 'produtos.csv', file);
  await expect(dialog).toContainText('300 linhas · Windows-1252, separado por ponto e vírgula');
  await expect(dialog).toContainText('299 produtos novos, 1 produto alterado');
  await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue('1');
  await expect(dialog.getByRole('row')).toHaveCount(101);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Mudam (1)' }).click();
  await expect(dialog.getByRole('row').last()).toContainText(
    /Produto 7 <b>velho<\/b> passa a ser\s*→\s*Produto 7 – ação/,
  );
  // Without a column, what it has stays.
  await dialog.getByLabel('Nome', { exact: true }).selectOption('(nenhuma)');
  await expect(dialog).toContainText('299 linhas estão erradas');
  await expect(dialog.getByRole('row').nth(1)).toContainText('Falta o nome.');
  await dialog.getByLabel('Nome', { exact: true }).selectOption('DESCRIÇÃO');
  await expect(dialog).toContainText('299 produtos novos');

  await shop.admin.call('editProduct', { params: { id: `${id}` }, body: { ...body, price: 2 } });
  const confirm = dialog.getByRole('button', { name: 'Importar', exact: true });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('Algo mudou depois da conferência');
  await expect(dialog).toContainText('299 produtos novos, 1 produto alterado');
  expect((await shop.admin.call('listProducts', {})).count).toBe(1);
  await confirm.click();
  await expect(dialog.getByRole('status')).toHaveText(
    'Importado: 299 produtos novos, 1 produto alterado.',
  );
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(rows(page).first()).toContainText('Produto 0 – ação');

  await open(page, 'Importar produtos');
  await choose(page, 'produtos.csv', file);
  await expect(dialog).toContainText('Nada muda');
  await expect(dialog.getByRole('button', { name: 'Iguais (300)' })).toBeVisible();
  await expect(confirm).toBeDisabled();
  await page.keyboard.press('Escape');

  const { results } = await shop.admin.call('listProducts', { query: { search: 'P299' } });
  const sent = { params: { id: `${results[0]?.id}` } };
  await shop.admin.call('editProduct', { ...sent, body: { ...body, code: 'P299' } });
  await open(page, 'Importar produtos');
  await dialog.getByRole('button', { name: /^Desfazer produtos.csv/ }).click();
  const asking = dialogOf(page, 'Atenção!');
  await expect(asking).toContainText('299 produtos novos, 1 produto alterado');
  await asking.getByRole('button', { name: 'Desfazer' }).click();
  const past = dialog.getByRole('region', { name: 'Últimas importações' });
  await expect(past.getByRole('status')).toContainText(
    /1 voltou ao que era, 298 novos saíram.*1 fica como está:.*P299 · Produto 7 <b>velho<\/b>: mudou depois/,
  );
  await expect(past).toContainText('por Administrador: 299 cadastros');
  await expectAccessible(page);
  expect((await shop.admin.call('listProducts', {})).count).toBe(2);
});

test('the roll says which row is wrong and why, and goes in without it', async ({ page, shop }) => {
  await newClient(shop, 'Ana Lma', '52998224725');
  await shop.signIn(page, shop.admin, { at: '/alunos' });
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = await open(page, 'Importar matrículas');
  const roll = [
    'Matrícula,Nome,CPF do responsável,Responsável',
    '20260001,Bia Lima,529.982.247-25,Ana Lima',
    '20260002,Davi Lima,529.982.247-25,Ana Lima',
    '20260003,Gil Souza,111.444.777-00,Rui Souza',
  ].join('\n');
  await choose(page, 'matriculas.csv', roll);
  await expect(dialog).toContainText('Uma linha está errada');
  const wrong = dialog.getByRole('row', { name: 'Errada' });
  await expect(wrong).toContainText('O CPF está errado');
  await expect(wrong).toContainText('4');
  await expect(dialog.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Deixar de fora' }).click();
  await expect(dialog).toContainText('Nada muda sem marcar uma linha. De fora: 1 com erro.');
  // A wrong number in the file would rename Ana: each such row has to be ticked.
  await expect(dialog).toContainText('2 linhas trocam o nome de quem já está cadastrado');
  const ticks = dialog.getByRole('checkbox', { name: /^Trocar o nome/ });
  await expect(ticks).toHaveCount(2);
  await expect(ticks.first()).not.toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled();
  await ticks.first().focus();
  await page.keyboard.press('Space');
  await expect(dialog).toContainText('Vai gravar: 1 linha marcada, com outro nome.');
  await expect(ticks.first()).toBeFocused();
  await dialog.getByRole('button', { name: 'Marcar todas' }).click();
  await expect(dialog).toContainText('Vai gravar: 2 linhas marcadas, com outro nome.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(
    'Importado: 2 alunos novos, 1 responsável alterado, 2 ligações novas.',
  );
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(rows(page)).toHaveCount(2);
  const offered = await shop.admin.call('findStudentsOfClient', { body: { cpf: '52998224725' } });
  expect(offered.map(({ name }) => name).sort()).toEqual(['Bia Lima', 'Davi Lima']);
});

test('a row that renames somebody stands first and is ticked', async ({ page, shop }) => {
  const roll = (registration: string, name: string) => ({ body: { registration, name } });
  await shop.admin.call('createStudent', roll('20260090', 'Bia Lima'));
  await shop.admin.call('createStudent', roll('20260091', 'JOSE ALVES'));
  await shop.signIn(page, shop.admin, { at: '/alunos' });
  const dialog = await open(page, 'Importar matrículas');
  const lines = Array.from({ length: 5 }, (_, index) => `2026000${index},Aluno ${index}`);
  const text = ['Matrícula,Nome', ...lines, '20260090,Caio Prado', '20260091,José Alves'];
  await choose(page, 'matriculas.csv', text.join('\n'));
  await expect(dialog).toContainText('Vai gravar: 5 alunos novos, 1 aluno alterado.');
  const first = dialog.getByRole('row').nth(1);
  await expect(first).toContainText(/Bia Lima passa a ser\s*→\s*Caio Prado/);
  await expect(first).toContainText('Muda');
  await expect(dialog.getByRole('row').nth(2)).toContainText('José Alves');
  await expect(dialog.getByRole('button', { name: 'Mudam (2)' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(
    'Importado: 5 alunos novos, 1 aluno alterado.',
  );
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('row').filter({ hasText: 'Bia Lima' })).toBeVisible();
});

test('prices and codes that a spreadsheet has ruined are warned of', async ({ page, shop }) => {
  await shop.signIn(page, shop.admin, { at: '/produtos' });
  const dialog = await open(page, 'Importar produtos');
  const text = ['Código;Nome;Valor', '1;Bom;2,00', '2;Mil;1.234', '7,89E+12;Livro;0'];
  await choose(page, 'produtos.csv', text.join('\n'));
  await expect(dialog).toContainText('2 linhas parecem estragadas');
  const first = dialog.getByRole('row').nth(1);
  await expect(first).toContainText(/“1.234” foi lido como R\$\s1.234,00/);
  const second = dialog.getByRole('row').nth(2);
  await expect(second).toContainText('A planilha parece ter encurtado o código: 7,89E+12.');
  await expect(second).toContainText('O valor é zero: o produto sairia de graça.');
  await expect(dialog.getByRole('button', { name: 'Importar', exact: true })).toBeEnabled();
  await expectAccessible(page);
});
