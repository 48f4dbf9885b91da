import { salesIn, test } from './counter-screen.ts';
import { expect } from './fixtures.ts';

test('missing input is reported in order, at its field', async ({ page, counter, shop }) => {
  const expectSaid = (message: string) =>
    expect(page.getByRole('alert').filter({ hasText: message })).toHaveText(message);
  const stillInStep1 = () => expect(counter.resting(counter.payment)).toHaveCount(1);

  // Step 1: no client at all, a CPF that is too short, no name, no product.
  await counter.closeOrder.click();
  await expectSaid('Você precisa incluir o cliente!');
  await expect(counter.cpf).toBeFocused();
  await counter.cpf.pressSequentially('5299822472');
  await counter.clientName.fill('Maria Souza');
  await counter.closeOrder.click();
  await expectSaid('Você precisa incluir o cliente!');
  await expect(counter.cpf).toBeFocused();
  await counter.cpf.fill('52998224725');
  await counter.clientName.fill('   ');
  await counter.closeOrder.click();
  await expectSaid('Você precisa incluir o cliente!');
  await expect(counter.clientName).toBeFocused();
  await counter.clientName.fill('Maria Souza');
  await expect(page.getByText('Você precisa incluir o cliente!')).toBeHidden();
  await counter.closeOrder.click();
  await expectSaid('O registro de venda precisa incluir pelo menos 1 produto.');
  await expect(counter.code).toBeFocused();
  await stillInStep1();

  // A missing product or quantity.
  await counter.add.click();
  await expectSaid('Escolha um produto.');
  await counter.code.fill('101');
  await counter.code.press('Tab');
  await counter.quantity.fill('0');
  await counter.add.click();
  await expectSaid('A quantidade precisa ser maior que zero.');
  await expect(counter.quantity).toBeFocused();
  await expect(counter.items).toHaveCount(0);
  await counter.quantity.fill('1');
  await counter.add.click();
  await counter.closeOrder.click();
  await expect(counter.resting(counter.payment)).toHaveCount(0);
  // Back is always allowed, and nothing is lost by it.
  await counter.editOrder.click();
  await stillInStep1();
  await expect(counter.items).toHaveCount(1);
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await counter.closeOrder.click();

  // Step 2: no method, no amount, too little.
  await counter.finish.click();
  await expectSaid('Verifique se o meio de pagamento possui uma descrição selecionada.');
  await expect(counter.method(1)).toBeFocused();
  await counter.method(1).fill('Pix');
  await page.getByRole('option', { name: 'Pix' }).click();
  await counter.finish.click();
  await expectSaid('O registro de venda precisa incluir pelo menos 1 meio de pagamento.');
  await expect(counter.amount(1)).toBeFocused();
  await counter.amount(1).fill('1889');
  await counter.finish.click();
  await expectSaid(
    'O valor pago não é suficiente para finalizar a venda. Verifique o valor pago e tente novamente.',
  );
  await expect(counter.amount(1)).toBeFocused();
  expect(await salesIn(shop)).toBe(0);

  await counter.amount(1).fill('1890');
  await counter.finishSale();
  expect(await salesIn(shop)).toBe(1);
});
