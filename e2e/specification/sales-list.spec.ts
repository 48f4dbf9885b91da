import type { Page } from '@playwright/test';
import { confirmation, expectMessage, row, rows } from '../back-office.ts';
import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { problem } from '../sale-traffic.ts';
import { brazilian, newClient, sell } from '../till.ts';

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03'] as const;

/** Two sellers and one sale a day; the product of the second sale is inactive. */
async function threeDays(shop: Shop) {
  const { notebook, pencil, shirt } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const ana = await shop.newUser({ name: 'Ana', login: 'ana' });
  const joao = await newClient(shop, 'João Pereira', '11144477735');
  const at = (day: string) => `${day}T15:00:00-03:00`;
  await sell(shop, vera, { product: notebook, quantity: 100, at: at(DAYS[0]) });
  await sell(shop, ana, { product: pencil, client: joao, at: at(DAYS[1]) });
  await sell(shop, vera, { product: shirt, at: at(DAYS[2]) });
  await shop.admin.call('editProduct', {
    params: { id: `${pencil.id}` },
    body: { code: '102', name: 'Lápis HB nº 2', price: 1.55, active: false },
  });
}

const filter = (page: Page) => page.getByRole('button', { name: 'Filtrar' });
const report = (page: Page) => page.getByRole('button', { name: 'Gerar relatorio' });

// Specification: 2.7, 3.8, 5.9
test('sales come newest first, filtered by day, seller and product', async ({ page, shop }) => {
  await threeDays(shop);
  await shop.signIn(page, shop.admin);
  await expect(page).toHaveURL(/\/vendas$/);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Data',
    'CPF',
    'Cliente',
    'Vendedor',
    'Valor',
    'Recibo',
    '',
  ]);
  await expect(page.getByRole('columnheader').last()).toHaveAccessibleName('Excluir');
  await expect(rows(page)).toHaveCount(3);
  const cells = (index: number) => rows(page).nth(index).getByRole('cell');
  // The number and the time stand beside the icon, so that the date is the date alone.
  await expect(cells(0)).toHaveText([
    '03/03/2026',
    '529.982.247-25',
    'Maria das Dores Souza',
    'Vera Lúcia',
    'R$ 42,00',
    /^nº \d+ · 15:00$/,
    '',
  ]);
  await expect(
    cells(0)
      .nth(5)
      .getByRole('button', { name: /^Imprimir recibo/ }),
  ).toBeVisible();
  await expect(cells(1)).toContainText(['02/03/2026', '111.444.777-35', 'João Pereira', 'Ana']);
  await expect(cells(2)).toContainText(['01/03/2026', '529.982.247-25', 'Maria', 'Vera Lúcia']);
  await expect(cells(2).nth(4)).toHaveText('R$ 1.890,00');
  await expect(page.getByText('de 3 resultados')).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Paginação' });
  await expect(pages).toHaveText('Anterior1Próxima');
  await expectAccessible(page);

  // By part of the seller's name, without accent or case; a reload keeps it.
  await page.getByLabel('Vendedor', { exact: true }).fill('lucia');
  await filter(page).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/search=lucia/);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByLabel('Vendedor', { exact: true })).toHaveValue('lucia');

  await page.getByLabel('Início').fill(DAYS[0]);
  await page.getByLabel('Fim').fill(DAYS[1]);
  await filter(page).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, '01/03/2026')).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByLabel('Início')).toHaveValue('');

  // By products, including inactive ones, found without accents.
  await page.getByLabel('Vendedor', { exact: true }).fill('');
  const products = page.getByRole('combobox', { name: 'Produtos' });
  await products.fill('hb LAPIS');
  await page.getByRole('option', { name: 'Lápis HB nº 2 (inativo)' }).click();
  // The word stays for the other sizes, and gives way to what is typed next.
  await expect(products).toHaveValue('hb LAPIS');
  await products.pressSequentially('caderno', { delay: 15 });
  await expect(products).toHaveValue('caderno');
  await page.getByRole('option', { name: 'Caderno universitário' }).click();
  await page.keyboard.press('Escape');
  await filter(page).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, 'R$ 42,00')).toHaveCount(0);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('102 · Lápis HB nº 2 (inativo)')).toBeVisible();
  await expectAccessible(page);

  await goTo(page, '/vendas?search=ninguém');
  await expect(page.getByText('Nenhuma venda encontrada com este filtro')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mostrar todas' }).click();
  await expect(rows(page)).toHaveCount(3);

  // A report needs a period, and is of what was filtered by.
  const alert = page.getByRole('alert');
  await report(page).click();
  await expect(alert).toHaveText('Selecione um período para gerar o relatorio');
  await expect(page.getByLabel('Início')).toBeFocused();
  await page.getByLabel('Início').fill(DAYS[0]);
  await report(page).click();
  await expect(alert).toBeVisible();
  await expect(page.getByLabel('Fim')).toBeFocused();
  await page.getByLabel('Fim').fill(DAYS[2]);
  await expect(alert).toBeHidden();
  await page.getByLabel('Vendedor', { exact: true }).fill('vera');
  await report(page).click();

  await expect(page).toHaveURL(/\/pdf-report$/);
  const paper = page.getByRole('main');
  await expect(paper).toContainText(`Período: ${brazilian(DAYS[0])} a ${brazilian(DAYS[2])}`);
  await expect(paper).toContainText('Somente vendedores com “vera” no nome');
  await expect(paper.getByText('R$ 1.932,00').first()).toBeVisible();
  await expect(paper).not.toContainText('João Pereira');
  // The report survives a reload; going back finds the filter.
  await page.reload();
  await expect(paper.getByText('R$ 1.932,00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(/\/vendas\?/);
  await expect(page.getByLabel('Fim')).toHaveValue(DAYS[2]);
  await expect(rows(page)).toHaveCount(2);
});

test('a filter that is not applied is said', async ({ page, shop }) => {
  await threeDays(shop);
  await shop.signIn(page, shop.admin);
  await expect(rows(page)).toHaveCount(3);
  const waiting = page.getByText('Filtro não aplicado');
  const seller = page.getByLabel('Vendedor', { exact: true });
  const typeDays = async (from: string, to: string) => {
    for (const [label, day] of [
      ['Início', from],
      ['Fim', to],
    ] as const) {
      await page.getByLabel(label).focus();
      // The browser of the tests asks for the month first.
      const [year, month, date] = day.split('-');
      await page.keyboard.type(`${month}${date}${year}`, { delay: 15 });
    }
  };
  await expect(waiting).toBeHidden();
  await seller.pressSequentially('vera', { delay: 15 });
  await expect(waiting).toBeVisible();
  await expect(filter(page)).toHaveAccessibleDescription('Filtro não aplicado');
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page);
  for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Backspace');
  await expect(waiting).toBeHidden();

  // The file has what the form says, and so has the list from then on. Until then no period is lit, and the sums of
  // before stand back.
  const today = page.getByRole('button', { name: 'Hoje', exact: true });
  const sum = page.getByRole('definition').first();
  const asOf = { weight: '650', waiting: '400' };
  await expect(sum).toHaveCSS('font-weight', asOf.weight);
  await typeDays(DAYS[1], DAYS[2]);
  await expect(waiting).toBeVisible();
  await expect(sum).toHaveCSS('font-weight', asOf.waiting);
  await today.click();
  await expect(today).toHaveAttribute('aria-pressed', 'true');
  await typeDays(DAYS[1], DAYS[2]);
  await expect(waiting).toBeVisible();
  await expect(today).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Exportar' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Uma linha por venda: CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe(`vendas ${DAYS[1]} a ${DAYS[2]}.csv`);
  await expect(page.getByRole('status').filter({ hasText: '2 linhas' })).toBeVisible();
  await expect(waiting).toBeHidden();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`startDate=${DAYS[1]}`));

  await typeDays(DAYS[0], DAYS[0]);
  await expect(waiting).toBeVisible();
  await report(page).click();
  await expect(page.getByRole('main')).toContainText(`Período: ${brazilian(DAYS[0])}`);
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(waiting).toBeHidden();
});

// Specification: 2.7, 4.9
test('a sale is deleted after a question', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 503|Erro ao excluir a venda/);
  await threeDays(shop);
  await page.clock.install();
  await shop.signIn(page, shop.admin);
  const ask = () =>
    row(page, 'João Pereira')
      .getByRole('button', { name: /^Excluir/ })
      .click();

  await ask();
  await expect(confirmation(page)).toContainText('Tem certeza que deseja excluir essa venda?');
  await expect(confirmation(page)).toContainText('João Pereira');
  await expectAccessible(page);
  await confirmation(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(confirmation(page)).toBeHidden();
  await expect(rows(page)).toHaveCount(3);

  // The server is away: the sale stays.
  const one = /\/api\/pdv\/sales\/\d+\/$/;
  await page.route(one, (route) => route.fulfill(problem(503, 'unavailable')));
  await ask();
  await expectMessage(page, 'Erro ao excluir a venda.', () =>
    confirmation(page).getByRole('button', { name: 'Excluir' }).click(),
  );
  await page.unroute(one);
  await expect(rows(page)).toHaveCount(3);

  await ask();
  await expectMessage(
    page,
    'Venda excluída com sucesso!',
    () => confirmation(page).getByRole('button', { name: 'Excluir' }).click(),
    {
      meanwhile: async () => {
        await expect(rows(page)).toHaveCount(2);
        await expectAccessible(page);
      },
    },
  );
  await expect(row(page, 'João Pereira')).toHaveCount(0);
  const { count } = await shop.admin.call('listSales');
  expect(count).toBe(2);
});

test('a receipt of the list is a second copy, in the audit, also where nobody records it', async ({
  page,
  context,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404|The reprint was not recorded/);
  const { shirt } = await stock(shop);
  const sale = await sell(shop, shop.admin, { product: shirt });
  await shop.signIn(page, shop.admin);
  const print = page.getByRole('button', { name: `Imprimir recibo da venda ${sale.id}` });
  const stored = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('data') ?? 'null'));
  const copies = async () =>
    (await shop.admin.call('listAudit', { query: { kind: 'sale.reprinted', sale: `${sale.id}` } }))
      .results;

  const [first] = await Promise.all([context.waitForEvent('page'), print.click()]);
  await expect(first.getByRole('article')).toContainText(/2ª via, impressa em \d\d\/\d\d\/\d{4}/);
  expect(await stored()).toEqual(sale);
  await expect.poll(copies).toMatchObject([{ actor_id: shop.admin.id, subject_id: sale.id }]);
  await first.close();

  await page.route('**/reprint/', (route) => route.fulfill({ status: 404, body: '' }));
  const [second] = await Promise.all([context.waitForEvent('page'), print.click()]);
  await expect(second.getByRole('article')).toContainText('2ª via');
  expect(await stored()).toEqual(sale);
  expect(await copies()).toHaveLength(1);
  await second.close();
});
