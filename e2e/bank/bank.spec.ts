import { readFile } from 'node:fs/promises';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import type { Page } from '@playwright/test';
import { stock } from '../counter-screen.ts';
import { choose, expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { sell } from '../till.ts';

const MARCH = 'startDate=2026-03-01&endDate=2026-03-31';

const at = (time: string) => `2026-03-02T${time}:00-03:00`;

async function txidOf(shop: Shop, sale: { id: number }): Promise<string> {
  const [row] = await shop.sql<{ key: string }>(
    `SELECT idempotency_key AS key FROM sales WHERE id = ${sale.id}`,
  );
  return pixTxid(row?.key ?? '', 1);
}

const pick = (page: Page, name: string, content: string | Uint8Array) =>
  page.getByLabel('Arquivo', { exact: true }).setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content),
  });

test('a treasurer reads the bank’s statement, finds what does not fit, and joins a line by hand', async ({
  page,
  shop,
}) => {
  const { notebook, shirt, pencil } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const paid = await sell(shop, vera, { product: shirt, at: at('10:00') });
  const less = await sell(shop, vera, { product: notebook, at: at('11:00') });
  const never = await sell(shop, vera, { product: pencil, at: at('12:00') });
  await shop.signIn(page, shop.admin);
  await choose(page, 'Conferência');
  await expect(page.getByLabel('Início')).not.toHaveValue('');
  await page.goto(`/conferencia?${MARCH}`);
  await expect(page.getByText('Nenhum ainda.')).toBeVisible();
  const list = page.getByRole('table', { name: 'Pix do período' });
  const sums = page.getByRole('table', { name: 'Resumo' });
  const rowOf = (text: string) => list.getByRole('row').filter({ hasText: text });
  await expect(rowOf('Sem extrato')).toHaveCount(3);

  await page.getByRole('button', { name: 'Ler extrato' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ler extrato do banco' });
  await pick(page, 'foto.png', 'x');
  await expect(dialog.getByRole('alert')).toContainText('Escolha o extrato do banco');
  const statement = [
    'Extrato de conta corrente;Agência 1234',
    'Data;Hora;Histórico;Identificador;Valor (R$);D/C;Saldo',
    `02/03/2026;10:01;PIX RECEBIDO MARIA DAS DORES 529.982.247-25;${await txidOf(shop, paid)};42,00;C;0`,
    '02/03/2026;11:01;PIX RECEBIDO JOÃO;;18,00;C;0',
    '02/03/2026;15:00;PIX RECEBIDO RUI;;99,99;C;0',
    '02/03/2026;16:00;PIX ENVIADO RUI;;5,00;D;0',
    '02/03/2026;;CIELO VENDAS DEBITO;;123,00;C;0',
    '02/03/2026;;SALDO DO DIA;;1.000,00;C;0',
    '02/03;;PIX RECEBIDO ANA;;7,00;C;0',
  ].join('\r\n');
  await pick(page, 'extrato.csv', statement);
  await expect(dialog.getByRole('status')).toHaveText(
    /Entradas de Pix: 3 \(R\$\s159,99\)\. De cartões: 1 \(R\$\s123,00\)\. Pix que saíram: 1 \(R\$\s5,00\)\..*ficam de fora: 1\./,
  );
  await expect(dialog.getByRole('alert').first()).toContainText('de fora: nº 9');
  await expect(dialog.getByRole('table')).toContainText('PIX RECEBIDO M. D. …');
  await expect(dialog.getByLabel('O extrato vai de')).toHaveValue('2026-03-02');
  // A wrong column is seen, and put right.
  await dialog.getByLabel('Valor que entrou').selectOption('Saldo');
  await expect(dialog.getByText('Não há nenhum Pix ou cartão')).toBeVisible();
  await dialog.getByLabel('Valor que entrou').selectOption('Valor (R$)');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByRole('status')).toHaveText(
    'Extrato guardado: 5 linhas novas. 1 foi ligada a vendas.',
  );
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();

  await expect(rowOf(`nº ${paid.id}`)).toContainText(/Encontrado.*ligada pelo identificador/);
  await expect(rowOf(`nº ${less.id}`)).toContainText('Falta no banco');
  await expect(rowOf('99,99')).toContainText('Sem venda');
  await expect(sums.getByRole('row').last()).toContainText(/Total.*5.*R\$\s62,45.*R\$\s159,99/);
  await expectAccessible(page);

  await rowOf('18,00')
    .getByRole('button', { name: /^Ligar a uma venda/ })
    .click();
  const joining = page.getByRole('dialog', { name: 'Ligar a uma venda' });
  await joining.getByLabel(`Venda nº ${less.id}, M. D. S.,`).check();
  await expect(joining).toContainText(/O banco recebeu R\$\s0,90 a menos/);
  await joining.getByRole('button', { name: 'Ligar' }).click();
  await expect(joining).toBeHidden();
  await expect(rowOf(`nº ${less.id}`)).toContainText(/Valor diferente.*18,90.*à mão.*18,00/);
  await sums.getByRole('button', { name: /Falta no banco/ }).click();
  await expect(page).toHaveURL(/state=missing/);
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(rowOf(`nº ${never.id}`)).toBeVisible();
  await page.getByRole('button', { name: 'Todas as situações' }).click();
  await rowOf(`nº ${less.id}`)
    .getByRole('button', { name: /^Desligar/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desligar' }).click();
  await expect(rowOf(`nº ${less.id}`)).toContainText('Falta no banco');

  await page.getByRole('button', { name: 'Tirar o extrato de 02/03/2026' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tirar' }).click();
  await expect(page.getByText('Nenhum ainda.')).toBeVisible();
});

/** A file of a bank that the unit tests read too, of the same days as the others there. */
const form = (name: string) =>
  readFile(new URL(`../../apps/web/src/features/bank/statement/forms/${name}`, import.meta.url));

test('files of several banks are read without counting anything twice, and what they do not say is asked', async ({
  page,
  shop,
}) => {
  await shop.signIn(page, shop.admin, { at: `/conferencia?${MARCH}` });
  const dialog = page.getByRole('dialog', { name: 'Ler extrato do banco' });
  const status = dialog.getByRole('status');
  const save = dialog.getByRole('button', { name: 'Guardar' });
  const open = async (name: string, content: string | Uint8Array) => {
    await page.getByRole('button', { name: 'Ler extrato' }).click();
    await pick(page, name, content);
  };
  const close = () => dialog.getByRole('button', { name: 'Fechar' }).last().click();

  await open('extrato.ofx', await form('sgml.ofx'));
  await expect(status).toHaveText(
    /Pix: 3 \(R\$\s102,00\)\. De cartões: 1 .*voltaram, à parte: 2 \(R\$\s31,80\)\. Pix que saíram: 1 .*de fora: 2/,
  );
  await expect(dialog.getByLabel('Conta')).toHaveValue('=0999 12345-6');
  await save.click();
  await expect(status).toHaveText(/^Extrato guardado: 7 linhas novas/);
  await close();
  const sums = page.getByRole('table', { name: 'Resumo' });
  await expect(sums.getByRole('row').filter({ hasText: 'Estorno ou tarifa' })).toContainText(
    /2.*R\$\s31,80/,
  );
  await expect(page.getByRole('button', { name: /^Ligar a uma venda/ })).toHaveCount(3);

  // Another bank's form of the same days, and one without headings. They name no account, which is asked then.
  const account = dialog.getByLabel('Conta', { exact: true });
  const ofShop = '0999 12345-6, já tem extratos';
  for (const name of ['deb-cred.csv', 'no-heading.csv']) {
    await open(name, await form(name));
    await expect(account).toHaveValue('');
    await expect(dialog).toContainText('De qual conta é este extrato?');
    await save.click();
    await expect(account).toBeFocused();
    await account.selectOption(ofShop);
    await save.click();
    await expect(status).toHaveText(/^Nenhuma linha nova/);
    await close();
  }

  // It does not say what came, and may be a payment that is here.
  await open('pix.csv', 'Data;Hora;Texto;Valor\n02/03/2026;17:00;PIX RUI;42,00');
  await account.selectOption(ofShop);
  await save.click();
  const question = dialog.getByRole('radiogroup', { name: /^O arquivo não diz se 1 linha entrou/ });
  await expect(question).toBeVisible();
  await expect(dialog).toContainText('Sem esta escolha nada é guardado.');
  await expect(question.getByLabel('Todas entraram')).toBeFocused();
  await dialog.getByLabel('Histórico').selectOption('Texto');
  await question.getByLabel('Todas entraram').check();
  await save.click();
  const doubt = dialog.getByRole('group', { name: /pagamento que já está aqui/ });
  await expect(dialog.getByRole('alert')).toContainText('Nada foi guardado ainda');
  await expect(doubt).toContainText(/^1 linha pode ser de um pagamento/);
  await expect(doubt).toContainText(/às 17:00, PIX R\..*PIX QRS A\. P\./);
  await expectAccessible(page);
  // Enter is no answer: it leads to the first line without one.
  const decision = doubt.getByRole('radiogroup', { name: '02/03/2026 às 17:00, PIX R.' });
  await expect(decision.getByRole('radio', { checked: true })).toHaveCount(0);
  await save.press('Enter');
  await expect(decision.getByLabel('É o mesmo')).toBeFocused();
  await expect(doubt).toBeVisible();
  await decision.getByLabel('É outro').check();
  await save.click();
  await expect(status).toHaveText(/^Extrato guardado: 1 linha nova/);
  await close();

  // Of a workbook the first tab that can be seen, or another one.
  await open('extrato.xlsx', await form('tabs.xlsx'));
  await expect(dialog.getByText(/Escolha qual coluna/)).toBeVisible();
  await dialog.getByLabel('Aba da planilha').selectOption('Conta');
  await expect(status).toHaveText(/Pix: 1 \(R\$\s7,00\)/);
  await account.selectOption(ofShop);
  await expectAccessible(page);
  await save.click();
  await expect(status).toHaveText(/^Extrato guardado: 2 linhas novas/);
  await close();

  // Without the first file its lines are still there: others have them.
  const statements = page.getByRole('table', { name: 'Extratos lidos' });
  await expect(statements.getByRole('row')).toHaveCount(6);
  await statements
    .getByRole('row')
    .last()
    .getByRole('button', { name: /^Tirar/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tirar' }).click();
  await expect(statements.getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('button', { name: /^Ligar a uma venda/ })).toHaveCount(5);
});

test('while the accounts of earlier statements are not known, nothing is kept, and the dialog says so', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/could not be loaded|503/);
  await shop.signIn(page, shop.admin, { at: `/conferencia?${MARCH}` });
  await expect(page.getByText('Nenhum ainda.')).toBeVisible();
  await page.route('**/api/bank/statements/', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Ler extrato' }).click();
  await pick(page, 'extrato.csv', await form('deb-cred.csv'));
  const dialog = page.getByRole('dialog', { name: 'Ler extrato do banco' });
  const save = dialog.getByRole('button', { name: 'Guardar' });
  const failed = dialog.getByRole('alert').filter({ hasText: 'não puderam ser carregadas' });
  await expect(failed).toBeVisible();
  await save.click();
  await expect(failed).toBeVisible();
  await page.unroute('**/api/bank/statements/');
  await failed.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(failed).toBeHidden();
  await expect(dialog.getByLabel('Conta', { exact: true })).toHaveValue('=');
  await save.click();
  await expect(dialog.getByRole('status')).toHaveText(/^Extrato guardado: 7 linhas novas/);
});
