import { randomUUID } from 'node:crypto';
import type { StatementLine } from '@balcao/contract/bank.ts';
import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { sell } from '../till.ts';

const MARCH = 'startDate=2026-03-01&endDate=2026-03-31';

const at = (time: string) => `2026-03-02T${time}:00-03:00`;

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
