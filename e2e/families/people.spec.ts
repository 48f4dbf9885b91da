import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { confirmation, row, rows } from '../back-office.ts';
import { CPF, counterScreen, stock } from '../counter-screen.ts';
import { choose, expect, expectAccessible, openedBy, type Shop, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { printed } from '../paper.ts';
import { newClient, sell } from '../till.ts';

const WRONG_CPF = '11144477735';

/** Maria is registered twice, and buys for João under both records. */
async function twoMarias(shop: Shop) {
  const { shirt, pencil } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const student = await vera.call('createStudent', {
    body: { registration: '20260000042', name: 'João Souza' },
  });
  const right = await newClient(shop);
  const wrong = await newClient(shop, 'Maria Sousa', WRONG_CPF);
  await sell(shop, vera, { product: shirt, client: right, student });
  await sell(shop, vera, { product: pencil, client: wrong, payments: [['Dinheiro', 10]] });
  return { vera, right, wrong, student };
}

const search = async (page: Page, label: string, text: string) => {
  const field = page.getByRole('textbox', { name: label });
  await field.fill(text);
  await field.press('Enter');
};

test('an administrator finds a client, corrects the name, links a student and merges two records', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409|Erro ao corrigir|ERR_FAILED|could not be loaded/);
  const { vera, right } = await twoMarias(shop);
  const other = await vera.call('createStudent', {
    body: { registration: '20260000043', name: 'Bia Souza' },
  });
  await shop.signIn(page, shop.admin);
  await choose(page, 'Clientes');
  await expect(page).toHaveURL(/\/clientes$/);
  await expect(page.getByRole('heading', { name: 'CLIENTES' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);

  // Words stay in the address; what may be a CPF does not.
  await search(page, 'Buscar cliente', 'souza MARIA');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=souza\+MARIA/i);
  await search(page, 'Buscar cliente', '111.444');
  await expect(row(page, 'Maria Sousa')).toHaveCount(1);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\/clientes$/);
  // The list is always the one that the address and the box name.
  await page.goBack();
  await expect(page).toHaveURL(/search=souza\+MARIA/i);
  await expect(page.getByRole('textbox', { name: 'Buscar cliente' })).toHaveValue('souza MARIA');
  await expect(row(page, right.name)).toHaveCount(1);
  await page.goForward();
  await expect(row(page, 'Maria Sousa')).toHaveCount(1);

  await rows(page).getByRole('button').press('Enter');
  await expect(page).toHaveURL(/\/clientes\/\d+$/);
  const dialog = page.getByRole('main');
  const name = dialog.getByLabel('Nome', { exact: true });
  await expect(name).toHaveValue('Maria Sousa');
  await expect(page.getByRole('heading', { name: 'Maria Sousa' })).toBeVisible();
  const figures = dialog.getByRole('region', { name: 'Compras' });
  await expect(figures).toContainText(/Total comprado\s*R\$\s1,55\s*Vendas\s*1/);
  await expectAccessible(page);
  await rows(page).first().click();
  await expect(page.getByRole('dialog', { name: /^Venda nº/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // What is typed stays over every view and every closing until it is saved or discarded.
  await name.fill('Maria Só');
  await dialog.getByRole('button', { name: 'Unir com outro cadastro' }).press('Enter');
  await expect(page.getByLabel('Outro cadastro')).toBeFocused();
  await page.getByRole('button', { name: 'Cancelar' }).press('Enter');
  await expect(name).toHaveValue('Maria Só');
  await page.reload();
  await expect(name).toHaveValue('Maria Só');
  await expect(dialog).toContainText('não foi salvo está de volta');
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await expect(name).toHaveValue('Maria Sousa');
  await name.fill('Maria Souza');
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'corrigido' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Descartar' })).toBeHidden();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: '+ Ligar aluno' }).click();
  await expect(dialog.getByLabel('Ligar aluno')).toBeFocused();
  await search(page, 'Ligar aluno', 'bia');
  await dialog.getByRole('button', { name: 'Bia Souza' }).click();
  await expect(dialog.getByRole('button', { name: 'Desligar Bia Souza' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: '+ Ligar aluno' })).toBeFocused();

  // The right CPF is that of the other record, which is the same person.
  await dialog.getByLabel('CPF').fill(CPF);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByLabel('CPF')).toHaveAccessibleDescription(
    'Este número já é de outro cadastro.',
  );
  await dialog.getByRole('button', { name: 'Unir os dois cadastros' }).click();
  const merge = page.getByRole('dialog', { name: 'Unir cadastros' });
  const one = `**/api/clients/${right.id}/`;
  await page.route(one, (route) => route.abort());
  await merge.getByRole('button', { name: right.name }).click();
  await expect(merge.getByRole('alert')).toContainText('não pôde ser carregado');
  await page.unroute(one);
  await merge.getByRole('button', { name: 'Tentar de novo' }).click();
  await merge.getByRole('radio', { name: right.name }).check();
  await expect(merge).toContainText('CPF 111.444.777-35 fica livre');
  await expectAccessible(page);
  await merge.getByRole('button', { name: 'Unir cadastros' }).click();

  await expect(name).toHaveValue(right.name);
  await expect(dialog.getByLabel('CPF')).toHaveValue('529.982.247-25');
  await expect(dialog.getByRole('button', { name: 'Desligar Bia Souza' })).toBeVisible();
  await expect(dialog).toContainText('João Souza · 20260000042');

  // A period that does not exist has no paper.
  const start = dialog.getByLabel('Início');
  const begin = await start.inputValue();
  await start.fill('2099-01-01');
  await expect(dialog.getByRole('button', { name: 'Abrir extrato' })).toBeDisabled();
  await expect(dialog).toContainText('A data de início vem depois da data de fim.');
  await start.fill(begin);
  const statement = await openedBy(page, () =>
    dialog.getByRole('link', { name: 'Abrir extrato' }).click(),
  );
  await expect(statement.getByRole('article', { name: 'Extrato' })).toBeVisible();
  await expectAccessible(statement);
  const { text } = await printed(statement);
  expect(text).toContain(right.name);
  expect(text).toContain('529.982.247-25');
  expect(text).toContain('João Souza');
  const table = statement.getByRole('table', { name: 'Vendas e devoluções' });
  await expect(table.getByRole('row')).toHaveCount(3);
  // Long products leave the other columns whole words.
  await expect(table.getByRole('cell').first()).toHaveCSS('overflow-wrap', 'break-word');
  await expect(statement.getByRole('table', { name: 'Totais' })).toContainText(/Pix.*Total/s);
  await statement.close();

  await expect(figures).toContainText(/Vendas\s*2/);
  await dialog.getByRole('link', { name: 'Clientes', exact: true }).click();
  // A child's name finds the parent, and stands under them.
  await search(page, 'Buscar cliente', 'bia souza');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(/Maria.*aluno: Bia Souza · 20260000043/);
  await search(page, 'Buscar cliente', '11144477735');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('unido: Maria Souza · 111.444.777-35');
  await goTo(page, '/auditoria');
  await expect(row(page, 'Uniu cadastros de cliente')).toContainText('Cadastro unido nº');
  await expect(row(page, 'Corrigiu cadastro de cliente')).toContainText('Maria Souza');

  // The counter offers the linked student first, and the freed number is nobody's.
  await shop.signIn(page, vera, { at: '/pdv' });
  const counter = counterScreen(page);
  await counter.cpf.fill(CPF);
  await expect(page.getByRole('button', { name: other.name })).toBeVisible();
  await counter.cpf.fill(WRONG_CPF);
  await expect(page.getByText('Será cadastrado com a venda.')).toBeVisible();

  // A merge of the last day is undone.
  await shop.signIn(page, shop.admin, { at: `/clientes/${right.id}` });
  const united = page.getByRole('region', { name: 'Cadastros unidos' });
  await united.getByRole('button', { name: 'Separar Maria Souza · 111.444.777-35' }).click();
  await confirmation(page).getByRole('button', { name: 'Separar' }).click();
  await expect(united.getByRole('status')).toContainText('Separados.');
  await expect(figures).toContainText(/Vendas\s*1/);
});

test('an administrator exports and anonymises a student', async ({ page, shop }) => {
  const { student } = await twoMarias(shop);
  await shop.signIn(page, shop.admin);
  await choose(page, 'Alunos');
  await row(page, student.name).click();
  await page.getByRole('button', { name: 'Exportar ou anonimizar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar ou anonimizar (LGPD)' });
  const anonymise = dialog.getByRole('button', { name: 'Anonimizar' });
  await expect(anonymise).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel('Digite o nome para confirmar').fill('joao souza');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Exportar dados' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`dados-aluno-${student.id}.json`);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    person: { number: student.registration, name: student.name },
    sales: [{ student_data: { name: student.name } }],
  });
  await anonymise.click();
  const pseudonym = `Aluno anonimizado ${student.id}`;
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: pseudonym })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Alunos', exact: true }).click();
  await expect(rows(page)).toHaveText([new RegExp(`anonimizado.*${pseudonym}`)]);
  await expectAccessible(page);
  const { results } = await shop.admin.call('listSales');
  expect(JSON.stringify(results)).not.toContain(student.name);
  expect(JSON.stringify(results)).not.toContain(student.registration);
});

test('the statements of a class are those of each student who bought, with the same sums', async ({
  page,
  shop,
}) => {
  const { shirt, pencil, notebook } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  // More than one request brings.
  const students = await shop.sql<{ id: number; name: string }>(
    `INSERT INTO students (registration, name, class)
     SELECT (20260000000 + n)::text, 'Aluno ' || chr(64 + n), CASE WHEN n < 26 THEN '7A' ELSE '7B' END
     FROM generate_series(1, 26) AS n RETURNING id, name`,
  );
  const [first, , , fourth] = students;
  const [last, other] = students.slice(-2);
  if (!first || !fourth || !last || !other) throw new Error('There are fewer students.');
  const client = await newClient(shop);
  for (const [student, product] of [
    [first, shirt],
    [fourth, pencil],
    [last, notebook],
    [first, notebook],
    [other, shirt],
  ] as const)
    await sell(shop, vera, { product, client, student });
  const returned = await sell(shop, vera, { product: shirt, client, student: last });
  await shop.admin.call('createRefund', {
    params: { id: `${returned.id}` },
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      items: [{ line: 1, quantity: 1 }],
      reason: 'Tamanho errado',
      total: shirt.price,
      payments: [{ method: 'Pix', amount: shirt.price }],
    },
  });

  await shop.signIn(page, shop.admin, { at: '/alunos?class=7A' });
  await page.getByRole('button', { name: 'Extratos da turma' }).click();
  const dialog = page.getByRole('dialog', { name: 'Extratos da turma 7A' });
  const open = dialog.getByRole('link', { name: 'Abrir extrato' });
  const paper = await openedBy(page, () => open.click());
  const sheets = paper.getByRole('article', { name: 'Extrato' });
  await expect(sheets).toHaveCount(3);
  await expect(
    paper.getByText('3 de 25 alunos; 22 alunos sem compras ficaram de fora'),
  ).toBeVisible();
  const address = new URL(paper.url());
  address.searchParams.delete('class');
  const { text } = await printed(paper);
  for (const [place, student] of [first, fourth, last].entries()) {
    address.searchParams.set('id', `${student.id}`);
    await page.goto(address.href);
    const own = page.getByRole('article', { name: 'Extrato' });
    await expect(own).toContainText(student.name);
    await expect(own.getByRole('table', { name: 'Totais' })).toContainText('Total');
    expect(await sheets.nth(place).textContent()).toBe(await own.textContent());
    const cells = own.getByRole('table', { name: 'Totais' }).locator('th, td');
    const sums = (await cells.allTextContents()).join(' ');
    expect(text).toContain(sums.replace(/\s+/g, ' '));
  }
});
