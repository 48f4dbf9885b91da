import { shopWithBox } from '../cash-box.ts';
import { colourOf } from '../colour.ts';
import {
  barMenu,
  brl,
  CPF,
  counterScreen,
  SALE_FAILED,
  SALE_MADE,
  salesIn,
  test,
} from '../counter-screen.ts';
import { expect, openedBy } from '../fixtures.ts';
import { problem } from '../sale-traffic.ts';

// Specification: 2.5, 2.15, 3.6, 5.2, 9.3
test('the counter has its sections, fields, columns and buttons', async ({ page, counter }) => {
  for (const field of [counter.cpf, counter.registration]) {
    await expect(field).toHaveAttribute('maxlength', '15');
  }
  await expect(counter.cpf).toHaveAttribute('placeholder', '000.000.000-00');
  const exact = { exact: true };
  for (const [section, ...labels] of [
    ['CLIENTE', 'CPF', 'Nome'],
    ['ALUNO', 'Matrícula', 'Nome'],
    ['PRODUTOS', 'Cód', 'Produto', 'Qtd.', 'Subtotal'],
  ] as const) {
    for (const label of labels) {
      const group = page.getByRole('group', { name: section, ...exact });
      await expect(group.getByLabel(label, exact)).toHaveCount(1);
      await expect(group.locator('label').getByText(label, exact)).toBeVisible();
    }
  }
  // Only digits count.
  await counter.cpf.fill('529 a982b');
  await expect(counter.cpf).toHaveValue('529.982');
  await counter.registration.fill('2026-x 42');
  await expect(counter.registration).toHaveValue('202642');
  await counter.registration.fill('');
  await expect(counter.clientName).toBeEditable();
  await expect(counter.studentName).toBeEditable();
  await expect(counter.entrySubtotal).not.toBeEditable();
  await expect(counter.quantity).toHaveAttribute('aria-valuemin', '0');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Cód.',
    'Produto',
    'Qtd',
    'Subtotal',
    'Total',
    'Ações',
  ]);

  // Both selects are searched by typing.
  await counter.code.fill('10');
  await expect(page.getByRole('option')).toHaveCount(3);
  // A name that is only nearly what was typed is offered, and chosen by a key of its own.
  await counter.productName.fill('camizeta');
  await expect(page.getByRole('option')).toHaveText([/Camiseta da escola/]);
  await counter.productName.press('Enter');
  await expect(counter.productName).toHaveValue('camizeta');
  await counter.productName.fill('cami');
  await expect(page.getByRole('option')).toHaveText([/Camiseta da escola/]);
  await page.getByRole('option').click();
  await expect(counter.code).toHaveValue('103');
  await counter.quantity.fill('2');
  await expect(counter.entrySubtotal).toHaveValue(brl('84,00'));
  await counter.add.click();
  await expect(counter.item('Camiseta').getByRole('cell')).toHaveText([
    '103',
    'Camiseta da escola',
    '2',
    'R$ 84,00',
    'R$ 84,00',
    '',
  ]);

  await counter.cpf.fill(CPF);
  await counter.clientName.fill('Maria Souza');
  await counter.closeOrder.click();
  await expect(counter.payment.getByRole('group', { name: 'Formas de recebimento' })).toBeVisible();
  await expect(counter.payment.getByRole('combobox')).toHaveCount(5);
  await expect(counter.payment.getByLabel(/^Valor recebido/)).toHaveCount(5);
  for (const label of ['SUBTOTAL', 'TOTAL BRUTO', 'TOTAL GERAL', 'VALOR PAGO', 'TROCO']) {
    await expect(counter.figure(label)).not.toBeEditable();
  }
  for (const text of [
    ...['SUBTOTAL', 'TOTAL BRUTO', 'TOTAL GERAL', 'Formas de recebimento', 'VALOR PAGO', 'TROCO'],
    ...['FECHAR PEDIDO', 'EDITAR PEDIDO', 'FINALIZAR VENDA', 'Faltam R$ 84,00'],
  ]) {
    await expect(page.getByText(text, exact)).toBeVisible();
  }
  for (const [control, key] of [
    [counter.code, 'F2'],
    [counter.closeOrder, 'F8'],
    [counter.finish, 'F9'],
  ] as const) {
    await expect(control).toHaveAttribute('aria-keyshortcuts', key);
  }
  expect(await colourOf(counter.closeOrder)).toBe('green');
  expect(await colourOf(counter.editOrder)).toBe('blue');
  await expect(counter.finish).toBeEnabled();
});

test('the total and its button are in sight at every size, under a bar of one line', async ({
  page,
  shop,
}) => {
  const { seller } = await shopWithBox(shop);
  await shop.signIn(page, seller);
  const counter = counterScreen(page);
  await counter.prepareSale('Dinheiro', '5000');
  const receipt = await openedBy(page, () => counter.finishSale());
  // A page behind another one draws some three frames a second, and each look at what is in sight waits for one.
  await receipt.close();
  // The page is loaded again after the sale.
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  await counter.takeOrder({ codes: ['102'] });
  await page.keyboard.press('F4');
  await expect(page.getByRole('button', { name: '1 em espera' })).toBeVisible();
  await counter.takeOrder({ codes: ['101', '102', '103'] });
  const bar = [
    barMenu(page, 'Recibo'),
    barMenu(page, 'Sangria'),
    barMenu(page, 'Atalhos'),
    page.getByRole('button', { name: 'Deixar em espera' }),
    page.getByRole('button', { name: 'Esvaziar' }),
  ];
  for (const [width, height] of [
    [1366, 650],
    [1093, 520],
    [911, 433],
    [1024, 768],
    [390, 844],
    [360, 740],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const field of [counter.cpf, counter.code]) {
      await field.focus();
      await expect(field).toBeInViewport({ ratio: 1 });
      for (const shown of [counter.closeOrder, page.getByText('TOTAL', { exact: true })]) {
        await expect(shown).toBeInViewport({ ratio: 1 });
      }
    }
    const places = await Promise.all(bar.map((tool) => tool.boundingBox()));
    const middles = places.map((place) => (place ? place.y + place.height / 2 : Number.NaN));
    expect(Math.max(...middles) - Math.min(...middles), `at ${width} px`).toBeLessThanOrEqual(1);
    // Figures are never cut.
    for (const tool of bar) {
      await expect(tool).toBeInViewport({ ratio: 1 });
      const cut = await tool.evaluate((button) =>
        [button, ...button.querySelectorAll('*')]
          .filter(
            ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
          )
          .map((cut) => `${cut.tagName} ${cut.scrollWidth} > ${cut.clientWidth}`),
      );
      expect(cut, `${await tool.textContent()} at ${width} px`).toEqual([]);
    }
    await expect(page.getByText(/^troco R\$\s31,10$/)).toBeInViewport({ ratio: 1 });
  }
});

// Specification: 8.10
test('a look-up that fails is logged, and without its client or student there is no sale', async ({
  page,
  counter,
  shop,
  expectConsoleError,
  seenErrors,
}) => {
  expectConsoleError(/Failed to load resource|Look-up failed|The sale was not made/);
  const logged = (what: string) => seenErrors.filter((text) => text.includes(what)).length;
  await page.route(/\/api\/pdv\/(clients|students)\//, (route) =>
    route.fulfill(problem(500, 'internal_error')),
  );
  await counter.registration.fill('20260000042');
  await counter.studentName.fill('João Souza');
  await counter.takeOrder();
  await expect.poll(() => logged('Look-up failed')).toBe(2);
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await expect(counter.studentName).toHaveValue('João Souza');

  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '1890');
  await counter.finish.click();
  await expect(page.getByRole('alert').filter({ hasText: SALE_FAILED })).toBeVisible();
  await expect.poll(() => logged('The sale was not made')).toBe(1);

  // The client can be registered now, the student still cannot.
  await page.keyboard.press('Escape');
  await page.unrouteAll();
  await page.route(/\/api\/pdv\/students\//, (route) =>
    route.fulfill(problem(500, 'internal_error')),
  );
  await counter.finish.click();
  await expect(page.getByRole('alert').filter({ hasText: SALE_FAILED })).toBeVisible();
  await expect.poll(() => logged('The sale was not made')).toBe(2);
  expect(await salesIn(shop)).toBe(0);
});
