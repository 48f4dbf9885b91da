import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { StatementLine } from '@balcao/contract/bank.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import type { Page } from '@playwright/test';
import { stock } from './counter-screen.ts';
import { choose, expect, expectAccessible, type Shop, test } from './fixtures.ts';
import { goTo } from './go-to.ts';
import { sell } from './till.ts';

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

type Line = Pick<StatementLine, 'kind' | 'amount' | 'memo'> & { day?: string };

/** Puts the lines of a statement into the shop, of 2 March unless they say another day. */
const read = (shop: Shop, lines: Line[]) =>
  shop.admin.call('addStatement', {
    body: {
      ...{ from: '2026-03-02', to: '2026-03-06', account: '', account_in_file: '' },
      ...{ direction: 'file', shows_sent: true },
      lines: lines.map((line) => ({
        ...{ day: '2026-03-02', time: null, txid: null, end_to_end: null },
        ...line,
      })),
    },
  });

test('cards are compared by day, and the month lists what is open at the bank', async ({
  page,
  shop,
}) => {
  const { shirt, pencil } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  for (const time of ['11:00', '12:00']) await sell(shop, vera, { product: pencil, at: at(time) });
  await sell(shop, vera, {
    ...{ product: shirt, quantity: 3, payments: [['Cartão de débito', 126]] as const },
    at: '2026-02-27T15:00:00-03:00',
  });
  await read(shop, [{ kind: 'card', amount: 123, memo: 'CIELO' }]);
  await shop.signIn(page, shop.admin, { at: `/conferencia?${MARCH}` });
  // Cards: 126,00 of a Friday, less 1,99 %.
  await page.getByRole('button', { name: 'Cartões', exact: true }).click();
  await page.getByRole('link', { name: 'Configurações' }).last().click();
  const form = page.getByRole('form', { name: 'Cartões' });
  await form.getByLabel('Cartão de débito', { exact: true }).selectOption('Cartão, em dias úteis');
  await form.getByLabel('Dias até cair na conta, Cartão de débito').fill('1');
  await form.getByLabel('Taxa em %, Cartão de débito').fill('1,99');
  await form.getByRole('button', { name: 'SALVAR' }).click();
  await expect(form.getByText('Configurações salvas!')).toBeVisible();
  await goTo(page, `/conferencia?${MARCH}&of=cards`);
  const day = page.getByRole('row').filter({ hasText: '02/03/2026' }).first();
  await expect(day).toContainText(/126,00 − R\$\s2,51 de taxa = R\$\s123,49/);
  await expect(day).toContainText(/faltam R\$\s0,49/);
  await expectAccessible(page);

  // The month lists what is open at the bank, and leads there.
  await goTo(page, '/meses/2026-03');
  const open = page.getByRole('table', { name: 'Em aberto' }).getByRole('row');
  await expect(open.filter({ hasText: 'Cartões: o banco pagou outro valor' })).toContainText(
    /02\/03\/2026.*−R\$\s0,49/,
  );
  await expectAccessible(page);
  await page
    .getByRole('link', { name: 'Resolver em Conferência: Pix: falta no banco (2)' })
    .click();
  await expect(page).toHaveURL(`/conferencia?${MARCH}&state=missing`);
  await expect(page.getByRole('table', { name: 'Pix do período' }).getByRole('row')).toHaveCount(3);
});

test('holidays are typed, rounding is said, and the days that do not fit are one row of the month', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Erro ao salvar as configurações|status of 422/);
  const { shirt } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  for (const day of ['2026-02-27', '2026-03-03', '2026-03-04']) {
    const payments = [['Cartão de débito', 42]] as const;
    await sell(shop, vera, { product: shirt, payments, at: `${day}T15:00:00-03:00` });
  }
  // 42,00 less 0,84, each: a real too little, a centavo too little, and after the holiday a real too much.
  const memo = 'CIELO';
  await read(shop, [
    { kind: 'card', amount: 40.16, memo },
    { kind: 'card', amount: 41.15, memo, day: '2026-03-04' },
    { kind: 'card', amount: 42.16, memo, day: '2026-03-06' },
  ]);
  const methods = await shop.admin.call('listPaymentMethods');
  const method = methods.results.find(({ name }) => name === 'Cartão de débito')?.id ?? 0;
  const terms = [{ method, days: 1, business_days: true, fee: 1.99 }];
  await shop.admin.call('editCardTerms', { body: { terms, holidays: [] } });

  await shop.signIn(page, shop.admin, { at: '/configuracoes' });
  const form = page.getByRole('form', { name: 'Cartões' });
  const holidays = form.getByLabel('Feriados da cidade e do estado');
  const save = form.getByRole('button', { name: 'SALVAR' });
  await holidays.pressSequentially('5/3, 31/04', { delay: 30 });
  await save.click();
  await expect(form).toContainText('31/04 não existe no calendário.');
  await expect(holidays).toBeFocused();
  for (let left = '31/04'.length; left > 0; left--) await page.keyboard.press('Backspace');
  await page.keyboard.type('25/01, 13/04/2026', { delay: 30 });
  await save.click();
  await expect(form.getByText('Configurações salvas!')).toBeVisible();
  await expect(holidays).toHaveValue('25/01, 05/03, 13/04/2026');
  await expectAccessible(page);

  await goTo(page, '/meses/2026-03');
  const matters = page.getByRole('table', { name: 'Em aberto' }).getByRole('row');
  const cards = matters.filter({ hasText: 'Cartões' });
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(
    /No mês.*Cartões: o banco pagou outro valor \(2 dias\).*R\$\s0,00/,
  );
  await cards.getByRole('link', { name: /^Resolver em Conferência: Cartões/ }).click();
  await expect(page).toHaveURL(`/conferencia?${MARCH}&of=cards&state=differs`);
  const list = page.getByRole('table', { name: 'CONFERÊNCIA' });
  const days = list.getByRole('row').filter({ hasText: '/2026' });
  const only = page.getByRole('button', { name: 'Só o que não confere' });
  await expect(only).toHaveAttribute('aria-pressed', 'true');
  await expect(days).toHaveCount(2);
  await expect(
    page.getByText(/^2 dias: faltam R\$\s1,00, sobram R\$\s1,00, ao todo R\$\s0,00$/),
  ).toBeVisible();
  await expect(days.first()).toContainText(/02\/03\/2026.*faltam R\$\s1,00/);
  await expect(days.last()).toContainText(/06\/03\/2026.*sobram R\$\s1,00/);
  await expectAccessible(page);
  await only.click();
  await expect(days).toHaveCount(3);
  await expect(days.nth(1)).toContainText(
    /04\/03\/2026.*conferefaltam R\$\s0,01: até R\$\s0,01 é arredondamento/,
  );
  await expectAccessible(page);
});

test('what the shop gave back by Pix is found among what went out, and money of others is put away', async ({
  page,
  shop,
}) => {
  const { notebook, shirt } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const giveBack = async (product: typeof shirt) => {
    const sale = await sell(shop, vera, { product, at: at('10:00') });
    const { id } = await shop.admin.call('createRefund', {
      params: { id: String(sale.id) },
      headers: { 'idempotency-key': randomUUID() },
      body: {
        ...{ items: [{ line: 1, quantity: 1 }], reason: 'Não serviu', total: product.price },
        payments: [{ method: 'Pix', amount: product.price }],
      },
    });
    await shop.sql('UPDATE corrections SET created_at = $1 WHERE id = $2', [at('11:00'), id]);
    return sale;
  };
  const [paid, never] = [await giveBack(shirt), await giveBack(notebook)];
  await read(shop, [
    { kind: 'sent', amount: shirt.price, memo: 'DEV PIX MARIA' },
    { kind: 'sent', amount: 900, memo: 'PIX ENVIADO PAPELARIA LUA' },
    { kind: 'sent', amount: 18, memo: 'PIX ENVIADO RUI' },
  ]);
  await shop.signIn(page, shop.admin, { at: `/conferencia?${MARCH}` });
  await page.getByRole('button', { name: 'Devoluções', exact: true }).click();
  await expect(page).toHaveURL(/of=returns/);
  const list = page.getByRole('table', { name: 'Devoluções do período' });
  const sums = page.getByRole('table', { name: 'Resumo' });
  const rowOf = (text: string) => list.getByRole('row').filter({ hasText: text });
  await expect(rowOf(`nº ${paid.id}`)).toContainText(
    /Devolvido.*42,00.*DEV PIX M\. · ligada por valor e dia.*42,00/,
  );
  await expect(rowOf(`nº ${never.id}`)).toContainText('Falta no banco');
  await expect(rowOf('900,00')).toContainText('Sem devolução');

  // A supplier's money is no matter of the shop; a slip is taken back.
  const aside = rowOf('900,00');
  await aside.getByRole('button', { name: /^Não é da loja/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Não é da loja' });
  await expect(dialog.getByLabel('O que é')).toBeFocused();
  await page.keyboard.type('Papelaria Lua, nota 12');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(aside).toContainText(/Não é da loja.*não é da loja: Papelaria Lua, nota 12/);
  await expect(sums.getByRole('row').filter({ hasText: 'Não é da loja' })).toContainText(
    /1.*900,00/,
  );
  await aside.getByRole('button', { name: /^É da loja/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click();
  await expect(aside).toContainText('Sem devolução');

  await rowOf('18,00')
    .getByRole('button', { name: /^Ligar a uma devolução/ })
    .click();
  const joining = page.getByRole('dialog', { name: 'Ligar a uma devolução' });
  await joining.getByLabel(`Venda nº ${never.id}, M. D. S.,`).check();
  await expect(joining).toContainText(/O banco enviou R\$\s0,90 a menos/);
  await joining.getByRole('button', { name: 'Ligar' }).click();
  await expect(joining).toBeHidden();
  await expect(rowOf(`nº ${never.id}`)).toContainText('Valor diferente');
  await expectAccessible(page);

  // What still has no return is open in the month, which leads back to it.
  await goTo(page, '/meses/2026-03');
  await page
    .getByRole('link', {
      name: 'Resolver em Conferência: Pix que saiu sem devolução registrada (1)',
    })
    .click();
  await expect(page).toHaveURL(`/conferencia?${MARCH}&of=returns&state=unknown`);
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(rowOf('900,00')).toContainText('Sem devolução');
});

/** A file of a bank that the unit tests read too, of the same days as the others there. */
const form = (name: string) =>
  readFile(new URL(`../apps/web/src/features/bank/statement/forms/${name}`, import.meta.url));

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
