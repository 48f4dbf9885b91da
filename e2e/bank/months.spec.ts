import { confirmation, row, rows } from '../back-office.ts';
import { correctionScreen } from '../correction-screen.ts';
import { counterScreen, stock } from '../counter-screen.ts';
import { expect, expectAccessible, openedBy, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { sell } from '../till.ts';

test('a month is closed, its files are saved, and changing it takes another administrator', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  // Two closings write their files.
  test.setTimeout(240_000);
  expectConsoleError(/status of 409/);
  expectConsoleError(/status of 403|was not approved/);
  const { shirt, notebook } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const rita = await shop.newUser({ name: 'Rita', login: 'rita', admin: true });
  const kept = await sell(shop, vera, { product: shirt, at: '2025-03-02T12:00:00-03:00' });
  const sale = await sell(shop, vera, { product: notebook, at: '2025-03-31T12:00:00-03:00' });
  await shop.signIn(page, shop.admin, { at: '/meses' });
  const listed = row(page, 'Março de 2025');
  await expect(listed).toContainText('Aberto');
  await expectAccessible(page);
  await listed.getByRole('button', { name: 'Março de 2025' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('MARÇO DE 2025');
  const open = page.getByRole('table', { name: 'Em aberto' });
  await expect(open.getByRole('row')).toHaveCount(3);
  const slip = await openedBy(page, () =>
    open.getByRole('button', { name: 'Fechar o dia 02/03/2025 de Vera Lúcia' }).click(),
  );
  await slip.close();
  await expect(open.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Fechar o mês' }).click();
  await expect(confirmation(page)).toContainText('Há 1 assunto em aberto.');
  await confirmation(page).getByRole('button', { name: 'Fechar', exact: true }).click();
  // Both files take some seconds on a busy machine.
  const unmoved = page.getByText('Nada mudou. O mês soma o que está no papel.');
  await expect(unmoved).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/por Administrador, com 1 assunto em aberto\.$/)).toBeVisible();
  await expect(page.getByText(/^([0-9A-F]{4} ){15}[0-9A-F]{4}$/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Salvar o PDF de março de 2025, versão 1' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('fechamento 2025-03 v1.pdf');
  await expectAccessible(page);

  const approve = async (login: string, password: string) => {
    const asked = page.getByRole('dialog', { name: 'Autorização de administrador' });
    await expect(asked).toContainText('O mês está fechado.');
    await asked.getByLabel('Login').pressSequentially(login);
    await asked.getByLabel('Senha').pressSequentially(password);
    await page.keyboard.press('Enter');
    return asked;
  };
  await goTo(page, '/vendas');
  await page.getByRole('button', { name: `Excluir venda ${sale.id}` }).click();
  await confirmation(page).getByLabel('Motivo').pressSequentially('Em dobro');
  await page.keyboard.press('Enter');
  const own = await approve(shop.admin.login, shop.admin.password);
  await expect(own.getByRole('alert')).toContainText('de outro administrador');
  await own.getByLabel('Login').fill('');
  await approve(rita.login, rita.password);
  await expect(rows(page)).toHaveCount(1);

  // So does a correction, here at the counter, where an administrator is asked for none otherwise.
  await goTo(page, '/pdv');
  const { code } = counterScreen(page);
  await code.fill(`V${kept.id}`);
  await code.press('Enter');
  const { button, method, dialog } = correctionScreen(page, kept);
  await button('Corrigir pagamento').click();
  await method(1).selectOption('Dinheiro');
  await button('Forma de pagamento errada').click();
  await button('CORRIGIR PAGAMENTO').click();
  const paper = await openedBy(page, () => approve(rita.login, rita.password));
  await paper.close();
  await expect(dialog).toContainText('autorizada por Rita');

  await goTo(page, '/meses/2025-03');
  const moved = page.getByRole('table', { name: 'O que mudou desde o fechamento' });
  await expect(moved).toContainText(`Venda nº ${sale.id} excluída`);
  await expect(moved).toContainText('Administrador, autorizado por Rita');
  await expect(moved).toContainText('Em dobro');
  await expect(moved).toContainText(`Correção de pagamento da venda nº ${kept.id}`);
  // What came in by another way is not passed over: by a clock that had gone back, and by hand in the database.
  const late = await sell(shop, vera, { product: shirt, at: '2025-03-20T12:00:00-03:00' });
  await shop.sql(`BEGIN; SET LOCAL session_replication_role = 'replica';
    UPDATE sale_payments SET net_cents = net_cents - 100 WHERE sale_id = ${kept.id}; COMMIT`);
  await page.reload();
  await expect(moved).toContainText(`Venda nº ${late.id}, com data deste mês`);
  const unexplained = page.getByRole('table', { name: 'Diferença sem motivo na lista' });
  await expect(unexplained.getByRole('row')).toContainText([
    'Dia',
    /02\/03\/2025.*Pix.*−\s?R\$\s1,00/,
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reabrir o mês' }).click();
  const reopening = page.getByRole('dialog', { name: 'Reabrir março de 2025' });
  await reopening
    .getByLabel('Motivo', { exact: true })
    .pressSequentially('Faltou <b>uma</b> venda');
  await reopening.getByRole('button', { name: 'Reabrir' }).click();
  await approve(rita.login, rita.password);
  await expect(page.getByRole('button', { name: 'Fechar o mês' })).toBeVisible();
  await expect(
    page.getByText(/^Reaberto em .* autorizado por Rita\. Motivo: Faltou <b>uma<\/b> venda$/),
  ).toBeVisible();
});
