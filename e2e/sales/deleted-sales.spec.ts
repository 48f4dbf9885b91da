import { confirmation, row, rows } from '../back-office.ts';
import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { recordCalls } from '../recorded-calls.ts';
import { sell } from '../till.ts';

test('a sale of a closed day is deleted, with a reason or without', async ({ page, shop }) => {
  const { shirt, notebook } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const at = '2026-03-02T12:00:00-03:00';
  const closed = await sell(shop, vera, { product: shirt, at });
  const other = await sell(shop, vera, { product: notebook, at });
  const open = await sell(shop, vera, { product: notebook });
  await shop.admin.call('closeBox', { body: { date: '2026-03-02', seller_id: vera.id } });
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  await expect(rows(page)).toHaveCount(3);
  const calls = recordCalls(page);
  const ask = (id: number) => page.getByRole('button', { name: `Excluir venda ${id}` }).click();
  const dialog = confirmation(page);
  const remove = dialog.getByRole('button', { name: 'Excluir' });

  await ask(open.id);
  await expect(dialog).toContainText('Tem certeza que deseja excluir essa venda?');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expect(remove).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  await ask(closed.id);
  await expect(dialog).toContainText('Tem certeza que deseja excluir essa venda?');
  await expect(dialog).toContainText('O caixa desta venda já foi fechado.');
  const reason = dialog.getByLabel('Motivo');
  await expect(reason).toBeFocused();
  // The specification's question has its answer; a reason is the administrator's to give.
  await expect(remove).toBeEnabled();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await reason.pressSequentially('Registrada em dobro: não é dela', { delay: 20 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Venda' })).toHaveText(
    'Venda excluída com sucesso!',
  );
  await expect(rows(page)).toHaveCount(2);
  const [call] = calls('DELETE', `/api/pdv/sales/${closed.id}/`);
  expect(call?.body ?? null).toBeNull();

  await ask(other.id);
  await remove.click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);

  // From the audit and from Ctrl+K. A reason may name people, so it stands with the sale alone.
  await goTo(page, '/auditoria');
  // The worker's server keeps the audit of earlier tests.
  const entry = row(page, 'Excluiu venda').filter({ hasText: `Venda nº ${closed.id}` });
  await expect(entry).not.toContainText('Motivo');
  await entry.getByRole('link', { name: `Venda nº ${closed.id}` }).click();
  await expect(page).toHaveURL(`/vendas?sale=${closed.id}`);
  const sale = page.getByRole('dialog', { name: `Venda nº ${closed.id}` });
  const facts = async () => {
    await expect(sale).toContainText(
      /Venda excluída em \d\d\/\d\d\/\d{4} às \d\d:\d\d por Administrador/,
    );
    await expect(sale.getByRole('table', { name: 'Itens' })).toContainText('Camiseta');
    await expect(sale).toContainText('Motivo: Registrada em dobro: não é dela');
    await expect(sale.getByRole('button')).toHaveText(['', 'Fechar']);
  };
  await facts();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sale).toBeHidden();
  await page.keyboard.press('Control+k');
  await page
    .getByLabel('Ir para', { exact: true })
    .pressSequentially(`${closed.id}`, { delay: 30 });
  await expect(page.getByRole('dialog').getByRole('option').first()).toHaveText(
    `Venda nº ${closed.id}`,
  );
  await page.keyboard.press('Enter');
  await facts();
});
