import type { Page } from '@playwright/test';
import { CPF, SALE_FAILED, SALE_MADE, salesIn, test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { problem } from '../sale-traffic.ts';
import { sell } from '../till.ts';

// Specification: 4.3, 5.3, 5.4, 5.7, 8.9
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

/** Pastes a text into the focused field, as from a message or a PDF. */
async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

test('characters that nobody sees are taken out where they are pasted, and a CPF keeps its digits', async ({
  page,
  counter,
  seller,
}) => {
  for (const cpf of [
    'CPF 529.982.247-25',
    '529\u2010982\u2011247\u2212\u00a0\u00a025',
    '\u200b529.982.247\u201325\ufeff',
    '5  2  9  9  8  2  2  4  7  2  5',
  ]) {
    await counter.cpf.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await paste(page, cpf);
    await expect(counter.cpf).toHaveValue('529.982.247-25');
  }
  // In the middle of what is typed, with the caret after it.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('55', { delay: 60 });
  await page.keyboard.press('ArrowLeft');
  await paste(page, ' 299-822.472');
  await page.keyboard.press('Delete');
  await page.keyboard.type('5', { delay: 60 });
  await expect(counter.cpf).toHaveValue('529.982.247-25');

  await counter.clientName.click();
  await paste(page, '\u202aMaria\u200b\tdas\u00ad Dores\ufeff \u2764\ufe0f\u202c');
  await expect(counter.clientName).toHaveValue('Maria das Dores \u2764');
  await page.keyboard.press('Home');
  await paste(page, '\u200bDona\u200d ');
  await page.keyboard.type('Ana ', { delay: 60 });
  await expect(counter.clientName).toHaveValue('Dona Ana Maria das Dores \u2764');
  await counter.scan('101');
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '1890');
  await counter.finishSale();
  const { results } = await seller.call('listSales');
  expect(results).toMatchObject([
    { client_data: { cpf: CPF, name: 'Dona Ana Maria das Dores \u2764' } },
  ]);
});

test('below the message that a sale was not made stands the reason of the server', async ({
  page,
  counter,
  shop,
  goods,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|The sale was not made/);
  const message = page.getByRole('alert').filter({ hasText: SALE_FAILED });
  const dialog = page.getByRole('dialog', { name: 'Erro' });
  await counter.prepareSale();
  // A method that was deleted meanwhile.
  const { results: methods } = await shop.admin.call('listPaymentMethods', {
    query: { search: 'Pix' },
  });
  const [pix] = methods;
  if (!pix) throw new Error('There is no Pix');
  await shop.admin.call('deletePaymentMethod', { params: { id: `${pix.id}` } });
  await page.keyboard.press('F9');
  await expect(message).toHaveText(SALE_FAILED);
  await expect(dialog.getByRole('status')).toHaveText('Uma das formas de pagamento não existe.');
  await page.keyboard.press('Escape');
  await expect(counter.payment).toContainText('Uma das formas de pagamento não existe.');
  await expect(counter.method(1)).toBeFocused();
  await expect(counter.method(1)).toHaveAttribute('aria-invalid', 'true');
  await counter.pay(1, 'Dinheiro', '1890');

  // A price that has changed.
  const { id, code, name } = goods.notebook;
  await shop.admin.call('editProduct', {
    params: { id: `${id}` },
    body: { id, code, name, price: 20, active: true },
  });
  await page.keyboard.press('F9');
  await expect(message).toHaveText(SALE_FAILED);
  await expect(dialog.getByRole('status')).toHaveText('O preço de Caderno universitário mudou.');
  await page.keyboard.press('Escape');
  await expect(counter.payment).toContainText('O preço de Caderno universitário mudou.');

  // A name that is refused: its field is open again.
  await page.keyboard.press('Shift+F8');
  await counter.registration.fill('2043');
  await counter.studentName.fill('Bia');
  await counter.closeOrder.click();
  const refused = { ...problem(422, 'unfit_text') };
  const body = { ...JSON.parse(refused.body), detail: 'O texto não serve.', field: 'body/name' };
  await page.route(/\/students\/$/, (route) =>
    route.fulfill({ ...refused, body: JSON.stringify(body) }),
  );
  await counter.amount(1).fill('2000');
  await page.keyboard.press('F9');
  await expect(dialog.getByRole('status')).toHaveText('O texto não serve.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert').filter({ hasText: 'O texto não serve.' })).toBeVisible();
  await expect(counter.studentName).toBeFocused();
  await expect(counter.studentName).toHaveAttribute('aria-invalid', 'true');
  expect(await salesIn(shop)).toBe(0);
});

test('while the server’s clock is behind the newest sale, a sale waits for the word of an administrator', async ({
  page,
  counter,
  goods,
  seller,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409|The sale was not made/);
  const ahead = await sell(shop, seller, {
    product: goods.notebook,
    at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  });
  await counter.prepareSale();
  await counter.finish.click();
  const asked = page.getByRole('dialog', { name: 'Autorização de administrador' });
  await expect(asked).toContainText(
    /No servidor são \d\d\/\d\d\/\d{4} às \d\d:\d\d\. Está certo\?/,
  );
  await expect(asked).toContainText(`A venda mais nova, nº ${ahead.id}, tem a data`);

  // Nobody who knows is there: the sale is not made, and the order stays.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Erro' }).getByRole('status')).toContainText(
    'O relógio do servidor está atrás da venda mais nova',
  );
  await page.keyboard.press('Escape');
  await expect(counter.payment).toContainText('A venda não foi registrada.');
  expect(await salesIn(shop)).toBe(1);

  await counter.finish.click();
  await asked.getByLabel('Login').pressSequentially(shop.admin.login);
  await asked.getByLabel('Senha').pressSequentially(shop.admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  expect(await salesIn(shop)).toBe(2);
});
