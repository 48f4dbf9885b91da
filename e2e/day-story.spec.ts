import type { BrowserContext, Page } from '@playwright/test';
import type { ApiUser } from './api.ts';
import { confirmation, row, rows } from './back-office.ts';
import { stock } from './counter-screen.ts';
import { expect, type Goods, test } from './fixtures.ts';
import { printed } from './paper.ts';
import { watchPrintDialog } from './print-dialog.ts';
import { dayOf, sell, shown } from './till.ts';

type Sums = { total: string; methods: string };

/** What each seller keeps of the day, computed by hand: cash is net of change. */
const ANA = { total: 'R$ 140,70', methods: 'Dinheiro R$ 110,70 Pix R$ 30,00' };
const BRUNO = {
  total: 'R$ 29,75',
  methods: 'Cartão de débito R$ 10,85 Dinheiro R$ 8,90 Pix R$ 10,00',
};
const CELIA_FIRST = {
  total: 'R$ 127,55',
  methods: 'Cartão de crédito R$ 100,00 Dinheiro R$ 26,00 Pix R$ 1,55',
};
const CELIA = {
  total: 'R$ 165,35',
  methods: 'Cartão de crédito R$ 100,00 Dinheiro R$ 63,80 Pix R$ 1,55',
};
const ALL = {
  total: 'R$ 335,80',
  methods: 'Cartão de crédito R$ 100,00 Cartão de débito R$ 10,85 Dinheiro R$ 183,40 Pix R$ 41,55',
};

async function closeBox(page: Page, context: BrowserContext): Promise<string> {
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'FECHAR CAIXA' }).click();
  return slipOn(await opened);
}

/** Returns the printed text of a slip and closes its tab. */
async function slipOn(tab: Page): Promise<string> {
  await expect(tab.getByRole('heading', { name: 'FECHAMENTO' })).toBeVisible();
  const { text } = await printed(tab);
  await tab.close();
  return text;
}

test('the day of three sellers adds up, to the centavo', async ({ page, context, shop }) => {
  const { notebook, pencil, shirt } = await stock(shop);
  const [ana, bruno, celia] = await Promise.all([
    shop.newUser({ name: 'Ana Ribeiro', login: 'ana' }),
    shop.newUser({ name: 'Bruno Teixeira', login: 'bruno' }),
    shop.newUser({ name: 'Célia dos Anjos', login: 'celia' }),
  ]);
  const today = dayOf(new Date());
  const sold = (seller: ApiUser, product: Goods, quantity: number, paid: Record<string, number>) =>
    sell(shop, seller, { product, quantity, payments: Object.entries(paid) });

  // Cash with change; two methods, with the change taken from the cash line in either place; a card; change
  // without any cash. The payments are in reais.
  await sold(ana, shirt, 2, { Dinheiro: 100 });
  await sold(ana, notebook, 3, { Pix: 30, Dinheiro: 30 });
  await sold(bruno, pencil, 7, { 'Cartão de débito': 10.85 });
  await sold(bruno, notebook, 1, { Dinheiro: 10, Pix: 10 });
  await sold(celia, shirt, 3, { 'Cartão de crédito': 100, Dinheiro: 26 });
  await sold(celia, pencil, 1, { Pix: 2 });
  // The administrator deletes a sale made by mistake.
  const mistake = await sell(shop, bruno, { product: shirt, quantity: 9 });
  await watchPrintDialog(context);
  await shop.signIn(page, shop.admin);
  await row(page, 'R$ 378,00')
    .getByRole('button', { name: `Excluir venda ${mistake.id}` })
    .click();
  await confirmation(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(rows(page)).toHaveCount(6);

  const closed = async (seller: ApiUser, { total, methods }: Sums) => {
    await shop.signIn(page, seller);
    const slip = await closeBox(page, context);
    expect(slip).toContain(`${seller.name} Total vendido ${total} ${methods}`);
    return slip;
  };
  await closed(ana, ANA);
  await closed(bruno, BRUNO);
  await closed(celia, CELIA_FIRST);

  // One seller goes on selling: the administrator sees that, and then the second closing.
  await sold(celia, notebook, 2, { Dinheiro: 50 });
  await shop.signIn(page, shop.admin, { at: '/gerenciarFechamentos' });
  await expect(row(page, celia.name)).toContainText(CELIA_FIRST.total);
  await expect(row(page, celia.name)).toContainText(
    `Depois do fechamento: 1 venda nova. O dia soma agora ${CELIA.total}.`,
  );
  expect(await closed(celia, CELIA)).toContain('2º fechamento do dia');

  // The administrator's list, and the slips from it.
  const sellers = [
    { name: ana.name, ...ANA },
    { name: bruno.name, ...BRUNO },
    { name: celia.name, ...CELIA },
  ];
  await shop.signIn(page, shop.admin, { at: '/gerenciarFechamentos' });
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('Depois do fechamento')).toHaveCount(0);
  for (const { name, total, methods } of sellers) {
    await expect(row(page, name).getByRole('cell').nth(2)).toHaveText(total);
    const opened = context.waitForEvent('page');
    await row(page, name)
      .getByRole('button', { name: /^Fechamento/ })
      .click();
    expect(await slipOn(await opened)).toContain(`${name} Total vendido ${total} ${methods}`);
  }

  // The period report, opened as a person does.
  await page.goto('/vendas');
  await page.getByLabel('Início').fill(today);
  await page.getByLabel('Fim').fill(today);
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  await expect(page.getByRole('heading', { name: 'Todos os vendedores' })).toBeVisible();
  const { text } = await printed(page);
  for (const { name, total, methods } of sellers) {
    expect(text).toContain(`Total ${total}`);
    expect(text).toContain(`${name} Formas de Pagamento: ${methods}`);
  }
  expect(text).toContain(
    `Todos os vendedores Formas de Pagamento: ${ALL.methods} Total Geral ${ALL.total}`,
  );

  // The same sums from the API and in the database.
  const query = { startDate: today, endDate: today };
  const closings = await shop.admin.call('listClosings', { query });
  const inWords = (methods: Record<string, number>) =>
    Object.keys(methods)
      .sort((a, b) => a.localeCompare(b, 'pt-BR'))
      .map((method) => `${method} ${shown(methods[method] ?? 0)}`)
      .join(' ');
  for (const { name, total, methods } of sellers) {
    const closing = closings.find(({ seller_name }) => seller_name === name);
    expect(shown(closing?.total_final ?? 0)).toBe(total);
    expect(inWords(closing?.payment_methods ?? {})).toBe(methods);
  }
  const { results, count } = await shop.admin.call('listSales', { query });
  expect(count).toBe(7);
  expect(shown(results.reduce((sum, sale) => sum + sale.total_general, 0))).toBe(ALL.total);
  const kept = await shop.sql<{ method: string; sum: string }>(`
    SELECT p.method_name AS method, sum(p.net_cents) AS sum
    FROM sale_payments p JOIN sales s ON s.id = p.sale_id
    WHERE s.deleted_at IS NULL GROUP BY p.method_name`);
  const sums = Object.fromEntries(kept.map(({ method, sum }) => [method, Number(sum) / 100]));
  expect(inWords(sums)).toBe(ALL.methods);
  const stored = await shop.sql<{ version: number; total: string }>(`
    SELECT version, total_cents AS total FROM closings ORDER BY seller_name, version`);
  expect(stored.map(({ version }) => version)).toEqual([1, 1, 1, 2]);
  expect(shown(Number(stored.at(-1)?.total) / 100)).toBe(CELIA.total);
});
