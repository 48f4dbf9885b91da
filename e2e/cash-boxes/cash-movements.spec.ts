import { approve, boxScreen, shopWithBox } from '../cash-box.ts';
import { counterScreen } from '../counter-screen.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { timesPrinted } from '../print-dialog.ts';
import { turnOnSecondFactor } from '../second-factor.ts';
import { sell } from '../till.ts';

const movementsIn = (shop: Shop) =>
  shop.sql('SELECT kind, amount_cents, reason, approved_by_name FROM cash_movements ORDER BY id');

test('a supply and a withdrawal print slips to sign; a large one asks an administrator', async ({
  page,
  context,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (40[13]|422)|not approved/);
  const { seller, goods } = await shopWithBox(shop);
  const recovery = await turnOnSecondFactor(shop.admin);
  await sell(shop, seller, { product: goods.shirt, quantity: 10, payments: [['Dinheiro', 420]] });
  await shop.signIn(page, seller);
  const ui = boxScreen(page);

  await ui.choose('Suprimento');
  const amount = ui.movement.getByLabel('Valor');
  const reason = ui.movement.getByLabel('Motivo', { exact: true });
  await expect(amount).toBeFocused();
  await page.keyboard.press('Enter');
  for (const said of ['Digite o valor.', 'Diga o motivo.']) {
    await expect(ui.movement.getByText(said)).toBeVisible();
  }
  await expectAccessible(page);
  // As fast as a hand: of a scanner's two Enters the second would be ignored.
  await page.keyboard.type('5000', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(reason).toBeFocused();
  await ui.movement.getByRole('button', { name: 'Troco do banco' }).click();
  await expect(reason).toHaveValue('Troco do banco');
  const opened = context.waitForEvent('page');
  await reason.focus();
  await page.keyboard.press('Enter');
  const slip = await opened;
  await expect(slip).toHaveURL(/\/pdfMovimento$/);
  const paper = slip.getByRole('article');
  await expect(paper).toContainText('SUPRIMENTO');
  await expect(paper).toContainText('R$ 50,00');
  await expect(paper).toContainText('Troco do banco');
  await expect(paper).not.toContainText('Autorizado');
  await expect.poll(() => timesPrinted(slip)).toBe(1);
  await expectAccessible(slip);
  await slip.close();
  await expect(ui.movement).toBeHidden();
  await expect(counterScreen(page).cpf).toBeFocused();

  const withdraw = async (centavos: string, why: string) => {
    await ui.choose('Sangria');
    await amount.fill(centavos);
    await reason.fill(why);
    await ui.movement.getByRole('button', { name: 'Registrar e imprimir' }).click();
  };
  const small = context.waitForEvent('page');
  await withdraw('20000', 'Cofre');
  await expect((await small).getByRole('article')).toContainText('SANGRIA');

  // Together with the first one it passes the limit.
  await withdraw('1', 'Cofre de novo');
  const asked = page.getByRole('dialog', { name: 'Autorização de administrador' });
  await expect(asked).toContainText('R$ 0,01');
  await expect(asked).toContainText('Já saíram R$ 200,00 deste caixa.');
  await expectAccessible(page);
  // Called off, nothing has happened and what was typed is there.
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await expect(amount).toHaveValue(/0,01/);
  expect(await movementsIn(shop)).toHaveLength(2);
  const large = context.waitForEvent('page');
  await ui.movement.getByRole('button', { name: 'Registrar e imprimir' }).click();
  // Neither a wrong password approves it, nor the right one alone of who has a second factor.
  await asked.getByLabel('Login').fill(shop.admin.login);
  await asked.getByLabel('Senha').fill('outra-senha');
  await asked.getByLabel('Senha').press('Enter');
  await expect(asked.getByRole('alert')).not.toBeEmpty();
  await asked.getByLabel('Senha').fill(shop.admin.password);
  await page.keyboard.press('Enter');
  const code = asked.getByLabel('Código do aplicativo');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(asked.getByRole('alert')).toContainText('não confere');
  await code.fill(recovery);
  await page.keyboard.press('Enter');
  await expect((await large).getByRole('article')).toContainText(/Autorizado por:\s*Administrador/);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  expect(await movementsIn(shop)).toEqual([
    { kind: 'supply', amount_cents: 5_000, reason: 'Troco do banco', approved_by_name: null },
    { kind: 'withdrawal', amount_cents: 20_000, reason: 'Cofre', approved_by_name: null },
    {
      kind: 'withdrawal',
      amount_cents: 1,
      reason: 'Cofre de novo',
      approved_by_name: shop.admin.name,
    },
  ]);

  await page.setViewportSize({ width: 360, height: 740 });
  await ui.choose('Sangria');
  await expect(ui.movement.getByRole('button', { name: 'Registrar e imprimir' })).toBeInViewport({
    ratio: 1,
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});

test.describe('refusals', () => {
  test.beforeEach(({ expectConsoleError }) =>
    expectConsoleError(
      /status of (40[139]|422)|The movement was not recorded|not approved|ERR_FAILED/,
    ),
  );

  test('no withdrawal takes more than the drawer holds', async ({ page, shop }) => {
    const { seller } = await shopWithBox(shop);
    await shop.signIn(page, seller);
    const ui = boxScreen(page);
    const asked = page.getByRole('dialog', { name: 'Autorização de administrador' });
    const wasShort = 'A gaveta não cobriu uma sangria deste caixa.';
    const amount = ui.movement.getByLabel('Valor');
    await ui.choose('Sangria');
    await expect(amount).toBeFocused();
    await page.keyboard.type('25000', { delay: 60 });
    await ui.movement.getByRole('button', { name: 'Guardado no cofre' }).click();
    await ui.movement.getByRole('button', { name: 'Registrar e imprimir' }).click();
    await expect(asked).toContainText('Passa de R$ 200,00, o que sai de um caixa sem autorização.');
    await approve(page, shop.admin);
    await expect(ui.movement.getByRole('alert')).toHaveText('A gaveta não tem todo este valor.');
    await expect(amount).toBeFocused();
    // It says so at once, and when the dialog is opened again.
    await expect(ui.movement).toContainText(wasShort);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await ui.choose('Sangria');
    await expect(ui.movement).toContainText(wasShort);
    // Trying again takes an administrator, whatever the sum.
    await page.keyboard.type('10000', { delay: 60 });
    await ui.movement.getByRole('button', { name: 'Guardado no cofre' }).click();
    await ui.movement.getByRole('button', { name: 'Registrar e imprimir' }).click();
    await expect(asked).toContainText(wasShort);
    await expect(asked).not.toContainText('sem autorização');
    await approve(page, shop.admin);
    await expect(ui.movement).toBeHidden();
    expect(await movementsIn(shop)).toMatchObject([
      { amount_cents: 10_000, approved_by_name: shop.admin.name },
    ]);
  });
});
