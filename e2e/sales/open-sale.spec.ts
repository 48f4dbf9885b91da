import { correctionScreen, correctionsIn } from '../correction-screen.ts';
import { CPF, openCounter, test } from '../counter-screen.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { sell } from '../till.ts';

/** As a hand does, with room for the mask. */
const delay = 30;

test("a seller opens another's sale with its CPF", async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 404|The sale could not be loaded|The sale was not opened/);
  const { counter, goods, seller } = await openCounter(page, shop);
  const rui = await shop.newUser({ name: 'Rui Prado', login: 'rui' });
  const sale = await sell(shop, rui, { product: goods.shirt, quantity: 2 });
  const screen = correctionScreen(page, sale);
  const cpf = screen.dialog.getByLabel('CPF do cliente', { exact: true });
  await counter.scan(`V${sale.id}`);
  await expect(cpf).toBeFocused();
  await expect(screen.dialog).not.toContainText('Maria');
  await expectAccessible(page);

  await page.keyboard.type('390533447', { delay });
  await page.keyboard.press('Enter');
  await expect(screen.dialog.getByRole('alert')).toHaveText('Digite o CPF inteiro.');
  await expect(cpf).toBeFocused();
  await page.keyboard.type('05', { delay });
  await page.keyboard.press('Enter');
  await expect(screen.dialog.getByRole('alert')).toHaveText(
    'Não há venda com este número e este CPF.',
  );
  await cpf.press('ControlOrMeta+a');
  await page.keyboard.type(CPF, { delay });
  await screen.button('Abrir a venda').click();
  await expect(screen.button('Devolver')).toBeFocused();
  await expect(screen.dialog).toContainText('VendedorRui Prado');
  await screen.giveBack('Camiseta da escola', 1);
  await screen.approveAs(shop.admin);
  await expect(screen.dialog.getByRole('status')).toContainText('registrada.');
  expect(await correctionsIn(shop)).toMatchObject([{ sale: sale.id, seller: seller.id }]);

  // It is open now: the client need not say the CPF again.
  await screen.close.click();
  await counter.scan(`V${sale.id}`);
  await expect(screen.dialog).toContainText('VendedorRui Prado');
  // Who came back with the receipt lost gets another one.
  const paper = page.waitForEvent('popup');
  await screen.button('Recibo (2ª via)').click();
  await expect((await paper).getByText('2ª via')).toBeVisible();
  await (await paper).close();
  // The worker's server keeps the audit of earlier tests.
  const query = { kind: 'sale.opened', sale: `${sale.id}` } as const;
  const { results } = await shop.admin.call('listAudit', { query });
  expect(results).toMatchObject([{ actor_name: 'Vera Lúcia', subject_id: sale.id }]);
});
