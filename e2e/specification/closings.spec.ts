import { row, rows } from '../back-office.ts';
import { stock } from '../counter-screen.ts';
import { choose, expect, expectAccessible, openedBy, test } from '../fixtures.ts';
import { timesPrinted } from '../print-dialog.ts';
import { problem } from '../sale-traffic.ts';
import { brazilian, dayOf, sell } from '../till.ts';

// Specification: 2.11, 9.6
test('closings of the month are listed with later changes', async ({ page, shop }) => {
  const { notebook, shirt } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const ana = await shop.newUser({ name: 'Ana', login: 'ana' });
  const today = dayOf(new Date());
  const close = (seller: { id: number }) =>
    shop.admin.call('closeBox', { body: { date: today, seller_id: seller.id } });
  await sell(shop, ana, { product: shirt });
  await close(ana);
  const wrong = await sell(shop, vera, { product: notebook, quantity: 100 });
  await sell(shop, vera, { product: shirt });
  await close(vera);

  await shop.signIn(page, shop.admin);
  await choose(page, 'Ger. Fechamentos');
  await expect(page.getByRole('heading', { name: 'FECHAMENTOS' })).toBeVisible();
  const period = page.getByRole('group', { name: 'Filtrar período' });
  await expect(period.getByLabel('Início:')).toHaveValue(`${today.slice(0, 8)}01`);
  await expect(period.getByLabel('Fim:')).toHaveValue(today);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Data',
    'Vendedor',
    'Valor Vendido',
    'Fechamento',
  ]);
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, 'Ana').getByRole('cell')).toHaveText([
    brazilian(today),
    'Ana',
    'R$ 42,00',
    '',
  ]);
  await expect(row(page, 'Vera')).toContainText('R$ 1.932,00');
  await expect(page.getByText('Depois do fechamento')).toHaveCount(0);
  await expectAccessible(page);

  // The row keeps the closed total and describes later changes.
  await shop.admin.call('deleteSale', { params: { id: `${wrong.id}` } });
  await sell(shop, vera, { product: shirt });
  await sell(shop, vera, { product: notebook });
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(row(page, 'Vera')).toContainText('R$ 1.932,00');
  await expect(row(page, 'Vera').getByRole('cell').nth(1)).toContainText(
    'Depois do fechamento: 2 vendas novas e 1 venda excluída. O dia soma agora R$ 102,90.',
  );
  await expect(row(page, 'Ana')).not.toContainText('Depois do fechamento');
  await expectAccessible(page);

  // After another closing the list shows the newest version without a mark.
  await close(vera);
  await page.reload();
  await expect(row(page, 'Vera')).toContainText('R$ 102,90');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('Depois do fechamento')).toHaveCount(0);

  // The slip opens in a new window without printing.
  const slip = await openedBy(page, () =>
    row(page, 'Vera')
      .getByRole('button', { name: /^Fechamento/ })
      .click(),
  );
  await expect(slip).toHaveURL(/\/pdfFechamento$/);
  await expect(slip.getByRole('main')).toContainText('Vera Lúcia');
  await expect(slip.getByRole('main')).toContainText(
    /2º fechamento do dia, substitui o fechamento das \d\d:\d\d \(R\$\s1\.932,00\)/,
  );
  await expect(slip.getByRole('main')).toContainText(
    /3 vendas, da nº \d+ à nº \d+\. Fechado em \d\d\/\d\d\/\d{4} às \d\d:\d\d/,
  );
  expect(await timesPrinted(slip)).toBe(0);
});

test('the period is in the address, and an empty one says what to do', async ({ page, shop }) => {
  const { shirt } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  for (const day of ['2025-03-31', '2025-04-01', '2025-04-30', '2025-05-01']) {
    await sell(shop, vera, { product: shirt, at: `${day}T12:00:00-03:00` });
    await shop.admin.call('closeBox', { body: { date: day, seller_id: vera.id } });
  }
  await shop.signIn(page, shop.admin, { at: '/gerenciarFechamentos' });
  await expect(page.getByText('Nenhum caixa fechado neste período')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Início:').fill('2025-04-01');
  await page.getByLabel('Fim:').fill('2025-04-30');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText('30/04/2025');
  await expect(rows(page).nth(1)).toContainText('01/04/2025');
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByLabel('Início:')).toHaveValue('2025-04-01');
  await page.goBack();
  await expect(page.getByText('Nenhum caixa fechado neste período')).toBeVisible();

  // Another server's total may be no number.
  await page.route('**/api/pdv/closeBoxList/**', async (route) => {
    const response = await route.fetch();
    const [closing] = await response.json();
    await route.fulfill({ response, json: [{ ...closing, total_final: 'a conferir' }] });
  });
  await page.goForward();
  await expect(rows(page)).toContainText(['a conferir']);
  const opened = await openedBy(page, () =>
    rows(page)
      .getByRole('button', { name: /^Fechamento/ })
      .click(),
  );
  await expect(opened.getByRole('main')).toContainText('Total vendido a conferir');
});

test('a past day whose sales changed is closed again, and its slip opens', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 503|could not be closed again/);
  const { notebook, shirt } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const ana = await shop.newUser({ name: 'Ana', login: 'ana' });
  const at = '2026-03-02T12:00:00-03:00';
  const wrong = await sell(shop, vera, { product: notebook, at });
  await sell(shop, vera, { product: shirt, at });
  const gone = await sell(shop, ana, { product: shirt, at });
  for (const { id } of [vera, ana]) {
    await shop.admin.call('closeBox', { body: { date: '2026-03-02', seller_id: id } });
  }
  const days = 'startDate=2026-03-01&endDate=2026-03-31';
  await shop.signIn(page, shop.admin, { at: `/gerenciarFechamentos?${days}` });
  await expect(rows(page)).toHaveCount(2);
  const again = (name: string) =>
    row(page, name).getByRole('button', { name: `Fechar de novo o caixa de ${name}` });
  await expect(page.getByRole('button', { name: 'Fechar de novo' })).toHaveCount(0);

  for (const { id } of [wrong, gone]) {
    await shop.admin.call('deleteSale', { params: { id: `${id}` } });
  }
  await page.reload();
  await expect(again('Vera Lúcia')).toHaveText('Fechar de novo');
  await expectAccessible(page);
  await page.route('**/api/pdv/closeBox/', (route) => route.fulfill(problem(503, 'unavailable')));
  await again('Vera Lúcia').click();
  await expect(page.getByRole('dialog')).toContainText('Não foi possível fechar de novo.');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.unroute('**/api/pdv/closeBox/');

  const slip = await openedBy(page, () => again('Vera Lúcia').click());
  await expect(slip).toHaveURL(/\/pdfFechamento$/);
  await expect(slip.getByRole('main')).toContainText(/Total vendido R\$\s42,00/);
  await expect(slip.getByRole('main')).toContainText('2º fechamento do dia');
  await expect.poll(() => timesPrinted(slip)).toBe(1);
  await expect(row(page, 'Vera').getByRole('cell')).toHaveText([
    '02/03/2026',
    'Vera Lúcia',
    'R$ 42,00',
    '',
  ]);

  // Nothing is left to close.
  await again('Ana').click();
  await expect(page.getByRole('dialog')).toContainText('Não há mais nenhuma venda neste dia');
});
