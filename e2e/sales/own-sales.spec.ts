import { row, rows } from '../back-office.ts';
import { twoShirts } from '../correction-screen.ts';
import { CPF } from '../counter-screen.ts';
import { choose, expect, expectAccessible, openedBy, type Shop, test } from '../fixtures.ts';
import { printed } from '../paper.ts';
import { timesPrinted } from '../print-dialog.ts';
import { recordCalls } from '../recorded-calls.ts';
import { gate, problem } from '../sale-traffic.ts';
import { newClient, sell } from '../till.ts';

/** Vera sells to Maria, for João, with change; and eleven times to Pedro. */
async function someSales(shop: Shop) {
  const { vera, sale: maria, goods } = await twoShirts(shop);
  const product = goods.pencil;
  const pedro = await newClient(shop, 'Pedro Conceição', '11144477735');
  const others = [];
  for (let count = 0; count < 11; count++) {
    others.push(await sell(shop, vera, { product, client: pedro }));
  }
  await sell(shop, shop.admin, { product, client: pedro });
  return { vera, maria, others };
}

test('a seller finds an own sale and prints it again', async ({ page, shop }) => {
  const { vera, maria, others } = await someSales(shop);
  await shop.signIn(page, vera);
  await choose(page, 'Meus recibos');
  await expect(page).toHaveURL(/\/minhas-vendas$/);
  await expect(page.getByRole('heading', { name: 'MEUS RECIBOS' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Buscar venda' })).toBeFocused();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Venda',
    'Data',
    'Cliente',
    'Aluno',
    'Valor',
  ]);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText('de 12 resultados')).toBeVisible();
  await expect(rows(page).first()).toContainText(`Nº ${others.at(-1)?.id}`);
  await expectAccessible(page);

  // The address keeps the page and what is searched for, but no CPF and no matrícula.
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(rows(page)).toHaveCount(2);
  const calls = recordCalls(page);
  const field = page.getByRole('textbox', { name: 'Buscar venda' });
  await field.fill('souza MARIA');
  await field.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\/minhas-vendas\?search=souza\+MARIA$/);
  await page.reload();
  await expect(field).toHaveValue('souza MARIA');
  await expect(field).toBeFocused();
  await expect(rows(page).getByRole('cell')).toHaveText([
    `Nº ${maria.id}`,
    /^\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}$/,
    'Maria das Dores Souza',
    'João Souza',
    'R$ 84,00',
  ]);
  for (const [text, count, kept] of [
    ['joao', 1, true],
    [CPF, 1, false],
    ['529.982.247-25', 1, false],
    ['20260000042', 1, false],
    ['00042', 1, true],
    [`${maria.id}`, 1, true],
    [`nº ${maria.id}`, 1, true],
    [`#${maria.id}`, 1, true],
    ['conceicao', 11, true],
  ] as const) {
    await field.fill(text);
    await field.press('Enter');
    await expect(page).toHaveURL(
      ({ searchParams }) => (searchParams.get('search') === text) === kept,
    );
    await expect(page.getByText(`de ${count} resultados`)).toBeVisible();
  }
  const all = () => calls('POST', '/api/pdv/recordedSales/mine/');
  const searches = all().filter(({ query }) => query.page === '1');
  expect(searches.map(({ body }) => body)).toContainEqual({ search: CPF });
  for (const { query } of searches) expect(query).toEqual({ page: '1', page_size: '10' });

  // From a number that is in no address to a name, without a look at all sales between.
  await field.fill(CPF);
  await field.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  const before = all().length;
  await field.fill('ninguém');
  await field.press('Enter');
  await expect(page.getByText('Nada encontrado para “ninguém”')).toBeVisible();
  expect(
    all()
      .slice(before)
      .map(({ body }) => body),
  ).toEqual([{ search: 'ninguém' }]);
  await page.getByRole('button', { name: 'Mostrar todas' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.goBack();
  await expect(field).toHaveValue('ninguém');
  await page.goForward();
  await expect(field).toHaveValue('');
  await field.fill('maria');
  await field.press('Enter');
  await expect(rows(page)).toHaveCount(1);

  // By keyboard to everything about the sale.
  const name = row(page, 'Maria').getByRole('button');
  await name.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Venda nº ${maria.id}` });
  await expect(dialog).toContainText('Maria das Dores Souza · 529.982.247-25');
  await expect(dialog).toContainText('João Souza · 20260000042');
  await expect(dialog).toContainText(/Quando\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}/);
  const items = dialog.getByRole('table', { name: 'Itens' }).getByRole('cell');
  await expect(items).toHaveText(['Camiseta da escola', '2', 'R$ 42,00', 'R$ 84,00']);
  await expect(dialog).toContainText(/Total\s*R\$\s84,00Pix\s*R\$\s30,00Dinheiro\s*R\$\s54,00/);
  await expect(dialog).toContainText(/Pago com R\$\s90,00, troco de R\$\s6,00/);
  // The dialog of the counter and of Vendas; here most want the receipt.
  await expect(dialog.getByRole('button', { name: 'Devolver' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Recibo' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(name).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Recibo' })).toBeFocused();
  const receipt = await openedBy(page, () => page.keyboard.press('Enter'));
  await expect(receipt.getByRole('heading', { name: 'RECIBO' })).toBeVisible();
  await expect.poll(() => timesPrinted(receipt)).toBe(1);
  await expectAccessible(receipt);
  const { text } = await printed(receipt);
  expect(text).toMatch(
    new RegExp(`Nº ${maria.id} · 2ª via, impressa em \\d{2}/\\d{2}/\\d{4} às \\d{2}:\\d{2}`),
  );
  // The sale stays: its client may want more.
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(name).toBeFocused();

  await shop.signIn(page, shop.admin, { at: '/auditoria' });
  await expect(row(page, 'Imprimiu 2ª via do recibo')).toContainText(`Venda nº ${maria.id}`);
  await expect(row(page, 'Imprimiu 2ª via do recibo')).toContainText('Vera Lúcia');
});

test('the items and the discount of a sale add up, as on its receipt', async ({ page, shop }) => {
  const { vera, maria } = await someSales(shop);
  await page.route(`**/api/pdv/recordedSales/${maria.id}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total_general: 70.6 } });
  });
  await shop.signIn(page, vera, { at: '/minhas-vendas?page=2' });
  await row(page, 'Maria').click();
  const dialog = page.getByRole('dialog', { name: `Venda nº ${maria.id}` });
  await expect(dialog.getByRole('cell')).toHaveText([
    'Camiseta da escola',
    '2',
    'R$ 42,00',
    'R$ 84,00',
  ]);
  await expect(dialog).toContainText(/Desconto\s*−R\$\s13,40\s*Total\s*R\$\s70,60/);
});

test('what can go wrong with own sales is said', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of (404|503)|could not be (loaded|printed again)/);
  const { vera, maria } = await someSales(shop);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await shop.signIn(page, vera, { at: '/minhas-vendas?page=2' });
  const again = page
    .getByRole('dialog', { name: /^Venda nº/ })
    .getByRole('button', { name: 'Recibo' });
  await row(page, 'Maria').click();
  await again.click();
  const notice = page.getByRole('dialog', { name: 'Recibo' });
  const link = notice.getByRole('link', { name: 'Abrir em uma nova janela' });
  const [receipt] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await expect(receipt.getByText('2ª via')).toBeVisible();
  await notice.getByRole('button', { name: 'Fechar' }).click();

  await shop.admin.call('deleteSale', { params: { id: `${maria.id}` } });
  await again.click();
  await expect(notice.getByRole('alert')).toHaveText('Esta venda foi excluída.');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Fechar' }).click();
  const reprint = '**/api/pdv/recordedSales/*/reprint/';
  await page.route(reprint, (route) => route.fulfill(problem(503, 'unavailable')));
  await again.click();
  await expect(notice.getByRole('alert')).toHaveText(
    'A 2ª via não pôde ser impressa. Tente de novo.',
  );
  await notice.getByRole('button', { name: 'Fechar' }).click();

  const list = '**/api/pdv/recordedSales/mine/**';
  const door = gate();
  await page.route(list, async (route) => {
    await door.opened;
    await route.fulfill(problem(503, 'unavailable'));
  });
  await page.goto('/minhas-vendas');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  door.open();
  await expect(page.getByText('A lista não pôde ser carregada')).toBeVisible({ timeout: 15_000 });
  await page.unroute(list);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(row(page, 'Pedro').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);

  await shop.sql("UPDATE sales SET created_at = now() - interval '31 days'");
  await page.reload();
  await expect(page.getByText('Nenhuma venda nos últimos 30 dias')).toBeVisible();
  await page.getByRole('link', { name: 'Ir para o PDV' }).click();
  await expect(page).toHaveURL(/\/pdv$/);
});
