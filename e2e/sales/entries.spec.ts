import { row, rows } from '../back-office.ts';
import { brl, stock } from '../counter-screen.ts';
import { expect, expectAccessible, openedBy, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { sell } from '../till.ts';

const brazilianCpf = (digits: string) =>
  digits.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');

test('a closing leads to what adds up to it; the filter goes away part by part; the sums stand under Vendas', async ({
  page,
  shop,
}) => {
  const { shirt, notebook } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const at = '2026-03-02T12:00:00-03:00';
  const kept = await sell(shop, vera, { product: shirt, at });
  const gone = await sell(shop, vera, { product: notebook, at });
  await shop.admin.call('closeBox', { body: { date: '2026-03-02', seller_id: vera.id } });
  await shop.admin.call('deleteSale', {
    params: { id: `${gone.id}` },
    headers: { 'deletion-reason': 'Teste' },
  });
  const days = 'startDate=2026-03-01&endDate=2026-03-31';
  await shop.signIn(page, shop.admin, { at: `/gerenciarFechamentos?${days}` });
  const sum = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::*');
  const [closed, now] = [brl('60,90'), brl('42,00')];
  await expect(sum('Total do período')).toHaveText(closed);
  await expect(sum('hoje soma')).toHaveText(now);

  // The slip leads to the list on the screen, and is plain on paper.
  const slip = await openedBy(page, () =>
    page.getByRole('button', { name: /Fechamento de Vera/ }).click(),
  );
  await slip.getByText('Pix').locator('xpath=following-sibling::*').getByRole('link').click();
  await expect(slip).toHaveURL(/\/lancamentos\?method=Pix&closing=\d+$/);
  await slip.close();

  await row(page, 'Vera Lúcia').getByRole('link').click();
  await expect(page).toHaveURL(/\/lancamentos\?closing=\d+$/);
  await expect(page.getByRole('heading', { name: 'LANÇAMENTOS' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, `Venda nº ${gone.id}`)).toContainText('excluída depois do fechamento');
  await expect(sum('Líquido')).toHaveText(closed);
  await expectAccessible(page);
  await sum('Pix').getByRole('link').click();
  await expect(page.getByLabel('Forma')).toHaveValue('Pix');
  await expect(sum('Líquido')).toHaveText(closed);

  await page.getByRole('button', { name: /^Tirar Fechamento de Vera Lúcia em 02/ }).click();
  await expect(page).toHaveURL('/lancamentos?method=Pix');
  await expect(rows(page)).toHaveCount(1);
  await expect(sum('Líquido')).toHaveText(now);
  await page.getByLabel('Tipo').selectOption('Devoluções e trocas');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByText('Nenhum lançamento com este filtro')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar tudo o que filtra' }).click();
  await expect(page).toHaveURL('/lancamentos');
  await row(page, `Venda nº ${kept.id}`).click();
  const opened = page.getByRole('dialog', { name: `Venda nº ${kept.id}` });
  // Enter prints the receipt, and starts no return. The people lead to their pages.
  await expect(opened.getByRole('button', { name: 'Recibo (2ª via)' })).toBeFocused();
  const { id: client, name, cpf } = kept.client_data;
  await expect(opened.getByRole('link', { name })).toContainText(brazilianCpf(cpf));
  await expect(opened.getByRole('link', { name })).toHaveAttribute('href', `/clientes/${client}`);
  const seller = opened.getByRole('link', { name: 'Vera Lúcia' });
  await expect(seller).toHaveAttribute('href', '/usuarios?search=vera');
  await expectAccessible(page);

  await goTo(page, '/vendas');
  await expect(sum('soma')).toHaveText(now);
  await page.getByLabel('Situação').selectOption('Excluídas');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(row(page, 'por Administrador')).toContainText(`nº ${gone.id}`);
  await expect(page.getByRole('button', { name: /Excluir venda|Imprimir recibo/ })).toHaveCount(0);
  await row(page, 'por Administrador').click();
  const dialog = page.getByRole('dialog', { name: `Venda nº ${gone.id}` });
  await expect(dialog).toContainText('Venda excluída em');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Limpar tudo o que filtra' }).click();
  await expect(page.getByRole('button', { name: `Excluir venda ${kept.id}` })).toBeVisible();

  // On the screen the sums at the end of the period report lead there too.
  await goTo(page, `/vendas?${days}`);
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  const methods = page.getByRole('table', { name: 'Formas de Pagamento:' });
  await methods.first().getByRole('link', { name: now }).click();
  await expect(page).toHaveURL(`/lancamentos?${days}&seller=${vera.id}&method=Pix`);
  await expect(sum('Líquido')).toHaveText(now);
  await page.goBack();
  await methods.last().getByRole('link', { name: now }).click();
  await expect(page).toHaveURL(`/lancamentos?${days}&method=Pix`);
});
