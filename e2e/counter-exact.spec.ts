import { CPF, keyDrawnOver, test } from './counter-screen.ts';
import { expect } from './fixtures.ts';

test('every label and button of the counter is found by its exact text', async ({
  page,
  counter,
}) => {
  const exact = { exact: true };
  const order = [
    ['CLIENTE', 'CPF'],
    ['CLIENTE', 'Nome'],
    ['ALUNO', 'Matrícula'],
    ['ALUNO', 'Nome'],
    ['PRODUTOS', 'Cód'],
    ['PRODUTOS', 'Produto'],
    ['PRODUTOS', 'Qtd.'],
    ['PRODUTOS', 'Subtotal'],
  ] as const;
  for (const [section, label] of order) {
    const group = page.getByRole('group', { name: section, exact: true });
    await expect(group.getByLabel(label, exact)).toHaveCount(1);
    await expect(
      group.locator('label').filter({ hasText: new RegExp(`^${label}$`) }),
    ).toBeVisible();
  }
  for (const label of ['CPF', 'Matrícula', 'Cód', 'Qtd.', 'Subtotal']) {
    await expect(page.getByLabel(label, exact)).toHaveCount(1);
  }
  await counter.takeOrder({ cpf: CPF });
  await page.getByText('FECHAR PEDIDO', exact).click();
  for (const label of [
    'SUBTOTAL',
    'TOTAL BRUTO',
    'TOTAL GERAL',
    'Formas de recebimento',
    'VALOR PAGO',
    'TROCO',
  ]) {
    await expect(page.getByText(label, exact)).toBeVisible();
  }
  for (const button of ['FECHAR PEDIDO', 'EDITAR PEDIDO', 'FINALIZAR VENDA']) {
    await expect(page.getByText(button, exact)).toBeVisible();
    await expect(page.getByRole('button', { name: button, exact: true })).toHaveText(button);
  }
  await expect(page.getByRole('button', { name: 'Faltam R$ 18,90', exact: true })).toHaveText(
    'Faltam R$ 18,90',
  );
  await page.getByText('EDITAR PEDIDO', exact).click();
  await expect(counter.code).toBeFocused();
  // The keys are drawn beside them all the same.
  for (const [control, key] of [
    [counter.code, 'F2'],
    [counter.closeOrder, 'F8'],
    [counter.finish, 'F9'],
  ] as const) {
    await expect(control).toHaveAttribute('aria-keyshortcuts', key);
    expect(await keyDrawnOver(control)).toBe(key);
  }
});
