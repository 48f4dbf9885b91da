import { brl, counterScreen, SALE_MADE, salesIn, stock, test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { timesPrinted } from '../print-dialog.ts';
import { stopClock } from '../timing.ts';

// Animated, as most people see it.
test.use({ reducedMotion: 'no-preference' });

// Specification: 2.5, 2.13, 4.4, 4.5, 4.6, 9.4
test('a whole sale, with its receipt', async ({ page, context, shop }) => {
  await stock(shop);
  const seller = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const counter = counterScreen(page);

  await page.goto('/');
  await page.getByLabel('Login').fill('vera');
  await page.getByLabel('Senha').fill(seller.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/pdv$/);
  await expect(page.getByText('Olá, Vera Lúcia')).toBeVisible();

  // The order.
  await counter.cpf.pressSequentially('52998224725');
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await expect(counter.client).toContainText('Será cadastrado com a venda.');
  await counter.clientName.fill('Maria das Dores Souza');
  await counter.registration.fill('20260042');
  await counter.studentName.fill('João Souza');
  await counter.code.click();
  await page.getByRole('option', { name: 'Caderno universitário' }).click();
  await expect(counter.productName).toHaveValue('Caderno universitário');
  await expect(counter.entrySubtotal).toHaveValue(brl('18,90'));
  await counter.add.click();
  await counter.productName.pressSequentially('lapis');
  await page.getByRole('option', { name: 'Lápis HB nº 2' }).click();
  await counter.quantity.fill('2');
  await expect(counter.entrySubtotal).toHaveValue(brl('3,10'));
  await counter.add.click();
  await expect(counter.items).toHaveCount(2);
  await expect(counter.item('Lápis')).toContainText('R$ 3,10');
  await counter.closeOrder.click();

  // Half by Pix, the rest in cash with change.
  await expect(counter.figure('TOTAL GERAL')).toHaveValue(brl('22,00'));
  await counter.method(1).click();
  await page.getByRole('option', { name: 'Pix' }).click();
  await counter.amount(1).pressSequentially('1100');
  await counter.method(2).click();
  await page.getByRole('option', { name: 'Dinheiro' }).click();
  await counter.amount(2).pressSequentially('2000');
  await expect(counter.figure('VALOR PAGO')).toHaveValue(brl('31,00'));
  await expect(counter.figure('TROCO')).toHaveValue(brl('9,00'));

  await stopClock(page);
  const opened = context.waitForEvent('page');
  await counter.finish.click();
  await expect(page.getByRole('status').filter({ hasText: SALE_MADE })).toBeVisible();

  // The receipt, three seconds later in a tab of its own; a fresh counter, half a second after that.
  await page.clock.runFor(2_900);
  expect(context.pages()).toHaveLength(1);
  let reloads = 0;
  page.on('load', () => reloads++);
  await page.clock.runFor(300);
  const receipt = await opened;
  expect(reloads).toBe(0);
  await page.clock.resume();
  await expect(receipt).toHaveURL(/\/pdf$/);
  await expect(receipt.getByRole('heading', { name: 'RECIBO' })).toBeVisible();
  const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' });
  await expect(receipt.getByRole('article')).toContainText(
    'Recebemos de Maria das Dores Souza, inscrito(a) no CPF sob o nº 529.982.247-25, ' +
      'a importância de R$ 22,00, referente a Caderno universitário: x1, Lápis HB nº 2: x2, ' +
      'pago por Pix R$ 11,00; Dinheiro R$ 20,00, estando assim quitado.',
  );
  await expect(receipt.getByRole('article')).toContainText(`, ${today.format(new Date())}`);
  await expect.poll(() => timesPrinted(receipt)).toBe(1);

  await expect.poll(() => reloads).toBe(1);
  await expect(counter.cpf).toBeFocused();
  for (const field of [
    counter.cpf,
    counter.clientName,
    counter.registration,
    counter.studentName,
  ]) {
    await expect(field).toHaveValue('');
  }
  await expect(counter.items).toHaveCount(0);
  await expect(counter.resting(counter.payment)).toHaveCount(1);
  await expect(page.getByText(SALE_MADE)).toBeHidden();

  // In the books, once, with the new client and student.
  expect(await salesIn(shop)).toBe(1);
  const { results } = await seller.call('listSales');
  expect(results).toMatchObject([
    {
      client_data: { name: 'Maria das Dores Souza', cpf: '52998224725' },
      student_data: { registration: '20260042', name: 'João Souza' },
      seller_data: { name: 'Vera Lúcia' },
      total_general: 22,
      valor_pago: 31,
      troco: 9,
    },
  ]);
});
