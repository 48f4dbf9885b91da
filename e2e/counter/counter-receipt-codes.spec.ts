import { correctionScreen } from '../correction-screen.ts';
import { openCounter, salesIn, test } from '../counter-screen.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';
import { sell } from '../till.ts';

test("a receipt's barcode opens its sale wherever the focus is, and leaves the order as it was", async ({
  page,
  context,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404|The sale could not be loaded/);
  const { counter, goods, seller } = await openCounter(page, shop);
  let sale = await sell(shop, seller, { product: goods.shirt });
  while (sale.id < 10) sale = await sell(shop, seller, { product: goods.shirt });
  const other = await sell(shop, shop.admin, { product: goods.shirt });
  const sales = await salesIn(shop);
  const screen = correctionScreen(page, sale);
  const keys = await keysOf(page);
  await counter.takeOrder();

  // Into a field, between its letters.
  for (const field of [counter.clientName, counter.quantity, counter.productName]) {
    await field.focus();
    const before = await field.inputValue();
    await keys(codeAndEnter(`V${sale.id}`), 20);
    await expect(screen.dialog).toBeVisible();
    await expect(screen.dialog).toContainText(`Vendedor${seller.name}`);
    await page.keyboard.press('Escape');
    await expect(screen.dialog).toBeHidden();
    await expect(field).toBeFocused();
    expect(await field.inputValue()).toBe(before);
  }
  // In Cód, scanned or typed; and while a button has the focus.
  await counter.code.focus();
  await keys(codeAndEnter(`V${sale.id}`), 20);
  await expect(screen.dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // Until then the dialog keeps the focus.
  await expect(screen.dialog).toBeHidden();
  await counter.code.fill(`v${sale.id}`);
  await counter.code.press('Enter');
  await expect(screen.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(counter.code).toBeFocused();
  await expect(counter.code).toHaveValue('');
  await counter.add.focus();
  await keys(codeAndEnter(`V${sale.id}`), 20);
  await expect(screen.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(screen.dialog).toBeHidden();
  // Of a scanner that puts the kind of code before it.
  await counter.code.focus();
  await keys(codeAndEnter(`]C0V${sale.id}`), 20);
  await expect(screen.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(screen.dialog).toBeHidden();
  await counter.expectItems('Caderno');
  await expect(counter.clientName).toHaveValue('Maria Souza');

  // Of a number that none of the seller's own sales has, nothing is said, but how to open another's.
  await counter.scan('V999999');
  await expect(page.getByRole('dialog', { name: 'Venda nº 999999' })).toContainText(
    'Nenhuma venda sua tem este número.',
  );
  await page.keyboard.press('Escape');
  await expect(counter.code).toBeFocused();

  // Another's sale opens with its client's CPF, and its receipt is then printed again, too.
  await counter.scan(`V${sale.id}`);
  const opened = context.waitForEvent('page');
  await screen.button('Recibo (2ª via)').click();
  const receipt = await opened;
  await expect(receipt).toHaveURL(/\/pdf$/);
  await expect(receipt.getByRole('article')).toContainText('2ª via');
  await receipt.close();
  await page.keyboard.press('Escape');
  await expect(counter.code).toBeFocused();
  await counter.scan(`V${other.id}`);
  await page.getByLabel('CPF do cliente').pressSequentially('52998224725', { delay: 30 });
  await page.getByRole('button', { name: 'Abrir a venda' }).click();
  await expect(correctionScreen(page, other).button('Devolver')).toBeVisible();
  await expect(correctionScreen(page, other).button('Recibo (2ª via)')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // During payment it is refused, as every scan is.
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '1000');
  await keys(codeAndEnter(`V${sale.id}`), 20);
  await expect(screen.dialog).toBeHidden();
  await expect(counter.amount(1)).toHaveValue(/10,00/);
  await expect(page.getByText(/Leitura ignorada/)).toBeVisible();
  expect(await salesIn(shop)).toBe(sales);
});

test('a product with such a code comes first', async ({ page, shop }) => {
  await shop.admin.call('createProduct', {
    body: { code: 'V10', name: 'Vale dez', price: 10, active: true },
  });
  await shop.admin.call('createProduct', {
    body: { code: 'V11', name: 'Vale onze', price: 11, active: false },
  });
  const { counter } = await openCounter(page, shop);
  await counter.scan('V10');
  await counter.expectItems('Vale dez');
  await counter.scan('V11');
  await expect(counter.products.getByRole('alert')).toContainText('Vale onze');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
