import { row } from '../back-office.ts';
import { correctionScreen, correctionsIn, SHIRT, twoShirts } from '../correction-screen.ts';
import { expect, expectAccessible, openedBy, test } from '../fixtures.ts';
import { printed } from '../paper.ts';
import { timesPrinted } from '../print-dialog.ts';

test('an administrator returns a part and then the rest of a sale', async ({
  page,
  context,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409|Erro ao excluir a venda/);
  const { sale } = await twoShirts(shop);
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  await expect(row(page, 'Maria').getByRole('cell').nth(4)).toHaveText('R$ 84,00');
  await row(page, 'Maria').click();
  const screen = correctionScreen(page, sale);
  await expect(screen.button('Recibo (2ª via)')).toBeFocused();
  await expect(screen.dialog).toContainText('Maria das Dores Souza');
  await expect(screen.dialog).toContainText(/Pix\s*R\$\s30,00\s*Dinheiro\s*R\$\s54,00/);
  await expectAccessible(page);

  await screen.button('Devolver').click();
  await expect(screen.units(SHIRT)).toBeFocused();
  await screen.button('DEVOLVER').click();
  await expect(screen.dialog.getByRole('alert')).toHaveText('Escolha o que volta.');
  // What is no whole number stays, and returns nothing.
  await screen.units(SHIRT).focus();
  for (const text of ['1,5', '2.5']) {
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text, { delay: 120 });
    await page.keyboard.press('Enter');
    await expect(screen.units(SHIRT)).toHaveValue(text);
    await expect(screen.dialog.getByRole('alert')).toHaveText('A quantidade é um número inteiro.');
    await expect(screen.dialog).toContainText('Valor a devolverR$ 0,00');
  }
  await page.keyboard.press('Control+a');
  await page.keyboard.type('-12', { delay: 120 });
  await expect(screen.units(SHIRT)).toHaveValue('0');
  await expect(screen.dialog.getByRole('alert')).toHaveText('Escolha o que volta.');
  await screen.units(SHIRT).fill('9');
  await expect(screen.units(SHIRT)).toHaveValue('2');
  await screen.button(`Menos: ${SHIRT}`).click();
  await expect(screen.units(SHIRT)).toHaveValue('1');
  await expect(screen.dialog).toContainText('Valor a devolverR$ 42,00');
  await screen.button('DEVOLVER').click();
  await expect(screen.dialog.getByRole('alert')).toHaveText('Diga o motivo.');
  await expect(screen.reason).toBeFocused();
  await screen.button('Defeito').click();
  await expect(screen.reason).toHaveValue('Defeito');
  // The way it came: all of the Pix, and the rest in cash.
  await expect(screen.method(1)).toHaveValue('Pix');
  await expect(screen.amount(1)).toHaveValue(/30,00/);
  await expect(screen.amount(2)).toHaveValue(/12,00/);
  await screen.amount(2).fill('1000');
  await expect(screen.dialog.getByRole('status')).toHaveText('Faltam R$ 2,00 para R$ 42,00.');
  await screen.amount(2).fill('1200');
  await expectAccessible(page);

  const opened = context.waitForEvent('page');
  await screen.button('DEVOLVER').click();
  const paper = await opened;
  await expect(paper).toHaveURL(/\/pdfDevolucao$/);
  await expect.poll(() => timesPrinted(paper)).toBe(1);
  expect((await printed(paper)).text).toContain('COMPROVANTE DE DEVOLUÇÃO');
  await paper.close();
  const [first] = await correctionsIn(shop);
  await expect(screen.dialog.getByRole('status')).toContainText(
    `Devolução nº ${first?.id} registrada.`,
  );
  await expect(screen.dialog.getByRole('status')).toContainText(
    'Devolva R$ 30,00 em Pix e R$ 12,00 em Dinheiro',
  );
  expect(first).toMatchObject({ kind: 'refund', sale: sale.id, total: 42, reason: 'Defeito' });
  await expect(screen.close).toBeFocused();
  await screen.close.click();
  await expect(row(page, 'Maria')).toContainText('Devolvida em parte');
  await expect(row(page, 'Maria').getByRole('cell').nth(4)).toHaveText('R$ 84,00líquido R$ 42,00');
  await expectAccessible(page);

  // The sale can't be deleted any more.
  await row(page, 'Maria')
    .getByRole('button', { name: `Excluir venda ${sale.id}` })
    .click();
  await expect(screen.dialog).toBeHidden();
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Esta venda tem devolução, troca ou correção, e não pode ser excluída.',
  );

  await row(page, 'Maria').click();
  await screen.button('Devolver').click();
  await expect(screen.dialog).toContainText('2 vendidos, 1 já voltou');
  await screen.button('Devolver tudo').click();
  await screen.reason.fill('  Mudou   de escola ');
  await expect(screen.method(1)).toHaveValue('Dinheiro');
  await expect(screen.amount(1)).toHaveValue(/42,00/);
  await screen.button('DEVOLVER').click();
  await expect(screen.dialog.getByRole('status')).toContainText('registrada.');
  await expect(screen.button('Devolver')).toBeHidden();
  const again = context.waitForEvent('page', (opened) => !opened.isClosed());
  await screen.button(`Imprimir 2ª via: Devolução nº ${first?.id}`).click();
  await expect((await again).getByRole('article')).toContainText('2ª via, impressa em');
  await screen.close.click();
  await expect(row(page, 'Maria')).toContainText('Devolvida');
  await expect(row(page, 'Maria')).not.toContainText('em parte');
  await expect(row(page, 'Maria')).toContainText('líquido R$ 0,00');
  const [second] = await correctionsIn(shop);
  expect(second).toMatchObject({ total: 42, reason: 'Mudou de escola' });
  const { results } = await shop.admin.call('listAudit', { query: { sale: `${sale.id}` } });
  expect(results.map(({ action }) => action)).toContain('correction.reprinted');
});

test("a seller's return needs an approval, once", async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/The action was not approved|status of 401|status of 403/);
  const { vera, sale } = await twoShirts(shop);
  await shop.signIn(page, vera, { at: '/minhas-vendas' });
  const box = page.getByRole('textbox', { name: 'Buscar venda' });
  await box.fill(`V${sale.id}`);
  await box.press('Enter');
  await row(page, 'Maria').click();
  const screen = correctionScreen(page, sale);
  await screen.giveBack(SHIRT, 1);

  await expect(screen.approval).toContainText(`Devolução da venda nº ${sale.id}`);
  await expect(screen.approval).toContainText('R$ 42,00');
  await expect(screen.approval).toContainText(`1 × ${SHIRT}`);
  await expect(screen.login).toBeFocused();
  await expectAccessible(page);
  // Called off, nothing is lost.
  await page.keyboard.press('Escape');
  await expect(screen.approval).toBeHidden();
  await expect(screen.units(SHIRT)).toHaveValue('1');
  await expect(screen.button('DEVOLVER')).toBeFocused();
  await screen.button('DEVOLVER').click();

  await screen.approveAs({ login: shop.admin.login, password: 'errada' });
  await expect(screen.approval.getByRole('alert')).toHaveText('Login ou senha incorretos!');
  await expect(screen.password).toBeFocused();
  await expect(screen.password).toHaveValue('');
  await expectAccessible(page);
  await screen.approveAs(vera);
  await expect(screen.approval.getByRole('alert')).toHaveText(
    'Este login não é de um administrador.',
  );
  await expect(screen.login).toBeFocused();
  expect(await correctionsIn(shop)).toEqual([]);
  // The approval has ended before it came.
  await page.route(
    '**/refunds/',
    async (route) => {
      await shop.sql("UPDATE approvals SET expires_at = now() - interval '1 second'");
      await route.continue();
    },
    { times: 1 },
  );
  await screen.approveAs(shop.admin);
  await expect(screen.approval.getByRole('alert')).toHaveText(
    'A autorização venceu ou já foi usada. Peça outra.',
  );
  await screen.login.fill(shop.admin.login);
  await screen.password.fill(shop.admin.password);
  await page.keyboard.press('Enter');
  await expect(screen.dialog.getByRole('status')).toContainText('registrada.');
  await expect(screen.dialog).toContainText('autorizada por Administrador');
  expect(await correctionsIn(shop)).toMatchObject([
    { seller_name: 'Vera Lúcia', approved_by: 'Administrador', total: 42 },
  ]);
  // The administrator is not signed in here, and the next action asks again.
  await expect(page.getByText('Olá, Vera Lúcia')).toBeVisible();
  await screen.giveBack(SHIRT, 1);
  await expect(screen.approval).toBeVisible();
});

test('corrected payments are on the next receipt', async ({ page, shop }) => {
  const { sale } = await twoShirts(shop);
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  await row(page, 'Maria').click();
  const screen = correctionScreen(page, sale);
  await screen.button('Corrigir pagamento').click();
  await expect(screen.method(1)).toBeFocused();
  await screen.button('Forma de pagamento errada').click();
  await screen.button('CORRIGIR PAGAMENTO').click();
  await expect(screen.dialog.getByRole('alert')).toHaveText(
    'Mude a forma de pagamento ou os valores.',
  );
  await screen.method(1).selectOption('Cartão de débito');
  await screen.amount(1).fill('5000');
  await expect(screen.dialog.getByRole('status')).toHaveText('Passam R$ 20,00 de R$ 84,00.');
  await screen.amount(2).fill('2400');
  await screen.button('Outra forma').click();
  await expect(screen.amount(3)).toHaveValue(/10,00/);
  await screen.button('CORRIGIR PAGAMENTO').click();
  await expect(screen.dialog.getByRole('alert')).toHaveText('Escolha a forma de pagamento.');
  await screen.method(3).selectOption('Pix');
  await expectAccessible(page);
  const paper = await openedBy(page, () => screen.button('CORRIGIR PAGAMENTO').click());
  await expect(paper.getByRole('article')).toBeVisible();
  const { text } = await printed(paper);
  for (const part of [
    'COMPROVANTE DE CORREÇÃO DE PAGAMENTO',
    'Antes: Pix R$ 30,00',
    'Antes: Dinheiro R$ 54,00',
    'Agora: Cartão de débito R$ 50,00',
    'Agora: Dinheiro R$ 24,00',
    'Agora: Pix R$ 10,00',
  ]) {
    expect(text).toContain(part);
  }
  await screen.close.click();
  await expect(row(page, 'Maria')).toContainText('Pagamento corrigido');
  await expect(row(page, 'Maria').getByRole('cell').nth(4)).toHaveText('R$ 84,00');
  const printing = await openedBy(page, () =>
    page.getByRole('button', { name: `Imprimir recibo da venda ${sale.id}` }).click(),
  );
  await expect(printing.getByRole('article')).toContainText(
    /pago por Cartão de débito R\$\s50,00; Dinheiro R\$\s24,00; Pix R\$\s10,00, estando assim quitado/,
  );
});
