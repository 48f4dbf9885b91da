import type { BrowserContext, Page } from '@playwright/test';
import type { ApiUser } from './api.ts';
import { confirmation, row, rows } from './back-office.ts';
import { stock } from './counter-screen.ts';
import { expect, type Goods, type Shop, test } from './fixtures.ts';
import { printed } from './paper.ts';
import { watchPrintDialog } from './print-dialog.ts';
import { dayOf, sell, shown } from './till.ts';

/** The net amounts of a sale in centavos per method, computed by hand and not by the application. */
type Kept = Readonly<Record<string, number>>;

/** The sums that the shop's papers and lists have to show. */
function makeLedger() {
  const entries: { seller: string; kept: Kept }[] = [];
  /** Centavos per method, of one seller or of all. */
  const methods = (seller?: string) => {
    const sums = new Map<string, number>();
    for (const { kept } of entries.filter((entry) => entry.seller === (seller ?? entry.seller)))
      for (const [method, amount] of Object.entries(kept))
        sums.set(method, (sums.get(method) ?? 0) + amount);
    return new Map([...sums].sort(([a], [b]) => a.localeCompare(b, 'pt-BR')));
  };
  return {
    add: (seller: string, kept: Kept) => entries.push({ seller, kept }),
    methods,
    total: (seller?: string) => [...methods(seller).values()].reduce((sum, one) => sum + one, 0),
  };
}

const reais = (centavos: number) => shown(centavos / 100);
/** 'Dinheiro R$ 1,00 Pix R$ 2,00', as the text of a paper. */
const words = (methods: Map<string, number>) =>
  [...methods].map(([method, amount]) => `${method} ${reais(amount)}`).join(' ');

async function closeBox(page: Page, context: BrowserContext) {
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'FECHAR CAIXA' }).click();
  const slip = await opened;
  await expect(slip.getByRole('heading', { name: 'FECHAMENTO' })).toBeVisible();
  const { text } = await printed(slip);
  await slip.close();
  return text;
}

test('a day of three sellers adds up everywhere, to the centavo', async ({
  page,
  context,
  shop,
  signIn,
}) => {
  const goods = await stock(shop);
  const [ana, bruno, celia] = await threeSellers(shop);
  const ledger = makeLedger();
  const today = dayOf(new Date());
  type Paid = Record<string, number>;
  const sold = (seller: ApiUser, product: Goods, quantity: number, paid: Paid, kept: Kept) => {
    ledger.add(seller.name, kept);
    return sell(shop, seller, { product, quantity, payments: Object.entries(paid) });
  };

  // Cash with change; two methods, with the change taken from the cash line in either place; a card; change
  // without any cash. The payments are in reais.
  const { notebook, pencil, shirt } = goods;
  await sold(ana, shirt, 2, { Dinheiro: 100 }, { Dinheiro: 84_00 });
  await sold(ana, notebook, 3, { Pix: 30, Dinheiro: 30 }, { Pix: 30_00, Dinheiro: 26_70 });
  await sold(bruno, pencil, 7, { 'Cartão de débito': 10.85 }, { 'Cartão de débito': 10_85 });
  await sold(bruno, notebook, 1, { Dinheiro: 10, Pix: 10 }, { Dinheiro: 8_90, Pix: 10_00 });
  const card = 'Cartão de crédito';
  await sold(celia, shirt, 3, { [card]: 100, Dinheiro: 26 }, { [card]: 100_00, Dinheiro: 26_00 });
  await sold(celia, pencil, 1, { Pix: 2 }, { Pix: 1_55 });
  // The administrator deletes a sale made by mistake.
  const mistake = await sell(shop, bruno, { product: shirt, quantity: 9 });
  await watchPrintDialog(context);
  await signIn(shop.admin);
  await row(page, 'R$ 378,00')
    .getByRole('button', { name: `Excluir venda ${mistake.id}` })
    .click();
  await confirmation(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(rows(page)).toHaveCount(6);

  for (const seller of [ana, bruno, celia]) {
    await signIn(seller);
    const slip = await closeBox(page, context);
    expect(slip).toContain(seller.name);
    expect(slip).toContain(
      `Total vendido ${reais(ledger.total(seller.name))} ${words(ledger.methods(seller.name))}`,
    );
  }

  // One seller goes on selling: the administrator sees that, and then the second closing.
  const before = ledger.total(celia.name);
  await sold(celia, notebook, 2, { Dinheiro: 50 }, { Dinheiro: 37_80 });
  await signIn(shop.admin, { at: '/gerenciarFechamentos' });
  await expect(row(page, celia.name)).toContainText(reais(before));
  await expect(row(page, celia.name)).toContainText(
    `Depois do fechamento: 1 venda nova. O dia soma agora ${reais(ledger.total(celia.name))}.`,
  );
  await signIn(celia);
  const second = await closeBox(page, context);
  expect(second).toContain('2º fechamento do dia');
  expect(second).toContain(
    `Total vendido ${reais(ledger.total(celia.name))} ${words(ledger.methods(celia.name))}`,
  );

  // The administrator's list, and the slips from it.
  await signIn(shop.admin, { at: '/gerenciarFechamentos' });
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('Depois do fechamento')).toHaveCount(0);
  for (const { name } of [ana, bruno, celia]) {
    await expect(row(page, name).getByRole('cell').nth(2)).toHaveText(reais(ledger.total(name)));
    const opened = context.waitForEvent('page');
    await row(page, name)
      .getByRole('button', { name: /^Fechamento/ })
      .click();
    const slip = await opened;
    await expect(slip.getByRole('heading', { name: 'FECHAMENTO' })).toBeVisible();
    expect((await printed(slip)).text).toContain(
      `${name} Total vendido ${reais(ledger.total(name))} ${words(ledger.methods(name))}`,
    );
    await slip.close();
  }

  // The period report, opened as a person does.
  await page.goto('/vendas');
  await page.getByLabel('Início').fill(today);
  await page.getByLabel('Fim').fill(today);
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  await expect(page.getByRole('heading', { name: 'Todos os vendedores' })).toBeVisible();
  const { text } = await printed(page);
  for (const { name } of [ana, bruno, celia]) {
    expect(text).toContain(`Total ${reais(ledger.total(name))}`);
    expect(text).toContain(`${name} Formas de Pagamento: ${words(ledger.methods(name))}`);
  }
  expect(text).toContain(
    `Todos os vendedores Formas de Pagamento: ${words(ledger.methods())} Total Geral ${reais(ledger.total())}`,
  );

  await expectBooks(shop, today, ledger, [ana, bruno, celia]);
});

function threeSellers(shop: Shop) {
  return Promise.all([
    shop.newUser({ name: 'Ana Ribeiro', login: 'ana' }),
    shop.newUser({ name: 'Bruno Teixeira', login: 'bruno' }),
    shop.newUser({ name: 'Célia dos Anjos', login: 'celia' }),
  ]);
}

/** Expects the same sums from the API and the database. */
async function expectBooks(
  shop: Shop,
  day: string,
  ledger: ReturnType<typeof makeLedger>,
  sellers: ApiUser[],
) {
  const period = { startDate: day, endDate: day };
  const closings = await shop.admin.call('listClosings', { query: period });
  for (const { name } of sellers) {
    const closing = closings.find(({ seller_name }) => seller_name === name);
    expect(Math.round((closing?.total_final ?? 0) * 100)).toBe(ledger.total(name));
    const methods = Object.entries(closing?.payment_methods ?? {});
    expect(new Map(methods.map(([method, sum]) => [method, Math.round(sum * 100)]))).toEqual(
      ledger.methods(name),
    );
  }
  const { results, count } = await shop.admin.call('listSales', { query: period });
  expect(count).toBe(7);
  expect(results.reduce((sum, sale) => sum + Math.round(sale.total_general * 100), 0)).toBe(
    ledger.total(),
  );
  const kept = await shop.sql<{ method: string; sum: string }>(`
    SELECT p.method_name AS method, sum(p.net_cents) AS sum
    FROM sale_payments p JOIN sales s ON s.id = p.sale_id
    WHERE s.deleted_at IS NULL GROUP BY p.method_name`);
  expect(Object.fromEntries(kept.map(({ method, sum }) => [method, Number(sum)]))).toEqual(
    Object.fromEntries(ledger.methods()),
  );
  const closed = await shop.sql<{ seller_name: string; version: number; total: string }>(`
    SELECT seller_name, version, total_cents AS total FROM closings
    ORDER BY seller_name, version`);
  expect(closed.map(({ version }) => version)).toEqual([1, 1, 1, 2]);
  expect(Number(closed.at(-1)?.total)).toBe(ledger.total(sellers[2]?.name));
}
