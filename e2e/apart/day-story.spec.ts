import { randomUUID } from 'node:crypto';
import type { NewPayments, NewRefund } from '@balcao/contract/sales/corrections.ts';
import type { Page } from '@playwright/test';
import type { ApiUser } from '../api.ts';
import { confirmation, row, rows } from '../back-office.ts';
import { counterScreen, SALE_MADE, stock } from '../counter-screen.ts';
import { exchangeScreen } from '../exchange-screen.ts';
import { choose, expect, type Goods, openedBy, type Shop, test } from '../fixtures.ts';
import { printed } from '../paper.ts';
import { dayOf, sell, shown } from '../till.ts';

// Animated, as most people see it.
test.use({ reducedMotion: 'no-preference' });

type Sums = { sold: string; returned: string; total: string; methods: string };

/**
 * What each seller keeps of the day, computed by hand: cash is net of change, what came back is taken off, and
 * what pays for an exchange is in no sum.
 */
const ANA = {
  sold: 'R$ 201,60',
  returned: '−R$ 42,00',
  total: 'R$ 159,60',
  methods: 'Dinheiro R$ 129,60 Pix R$ 30,00',
};
const BRUNO = {
  sold: 'R$ 29,75',
  returned: '−R$ 3,10',
  total: 'R$ 26,65',
  methods: 'Cartão de débito R$ 10,85 Dinheiro −R$ 3,10 Pix R$ 18,90',
};
const CELIA_FIRST = {
  sold: 'R$ 184,25',
  returned: '−R$ 84,00',
  total: 'R$ 100,25',
  methods: 'Cartão de crédito R$ 72,70 Dinheiro R$ 26,00 Pix R$ 1,55',
};
const CELIA = {
  sold: 'R$ 222,05',
  returned: '−R$ 84,00',
  total: 'R$ 138,05',
  methods: 'Cartão de crédito R$ 72,70 Dinheiro R$ 63,80 Pix R$ 1,55',
};
const ALL = {
  sold: 'R$ 453,40',
  total: 'R$ 324,30',
  methods: 'Cartão de crédito R$ 72,70 Cartão de débito R$ 10,85 Dinheiro R$ 190,30 Pix R$ 50,45',
};

/** How a slip says it. */
const slipText = (name: string, { sold, returned, total, methods }: Sums) =>
  `${name} Vendido ${sold} Devolvido ${returned} Total líquido ${total} ${methods}`;

/** What a seller sends with a record that an administrator has approved. */
async function approved<B extends NewRefund | NewPayments>(
  shop: Shop,
  seller: ApiUser,
  asked: { action: 'refund' | 'payments'; sale: { id: number }; body: B },
) {
  const { action, sale, body } = asked;
  const { login: username, password } = shop.admin;
  const { approval } = await seller.call('approve', {
    body: { username, password, action, subject: sale.id, request: body },
  });
  return {
    params: { id: `${sale.id}` },
    headers: { 'idempotency-key': randomUUID() },
    body: { ...body, approval },
  };
}

/** The article of a paper that opens meanwhile. */
async function paperOf(page: Page, act: () => Promise<void>): Promise<string> {
  const tab = await openedBy(page, act);
  await expect(tab.getByRole('article').first()).toBeVisible();
  const { text } = await printed(tab);
  await tab.close();
  return text;
}

async function closeBox(page: Page): Promise<string> {
  const opened = await openedBy(page, () => choose(page, 'FECHAR CAIXA'));
  return slipOn(opened);
}

/** Returns the printed text of a slip and closes its tab. */
async function slipOn(tab: Page): Promise<string> {
  await expect(tab.getByRole('heading', { name: 'FECHAMENTO' })).toBeVisible();
  const { text } = await printed(tab);
  await tab.close();
  return text;
}

test('the day of three sellers adds up, to the centavo', async ({ page, shop }) => {
  // A whole day: half a minute on a quiet machine.
  test.slow();
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
  const anasShirts = await sold(ana, shirt, 2, { Dinheiro: 100 });
  await sold(ana, notebook, 3, { Pix: 30, Dinheiro: 30 });
  const pencils = await sold(bruno, pencil, 7, { 'Cartão de débito': 10.85 });
  const brunosNotebook = await sold(bruno, notebook, 1, { Dinheiro: 10, Pix: 10 });
  const celiasShirts = await sold(celia, shirt, 3, { 'Cartão de crédito': 100, Dinheiro: 26 });
  await sold(celia, pencil, 1, { Pix: 2 });
  // The administrator deletes a sale made by mistake.
  const mistake = await sell(shop, bruno, { product: shirt, quantity: 9 });
  await shop.signIn(page, shop.admin);
  await row(page, 'R$ 378,00')
    .getByRole('button', { name: `Excluir venda ${mistake.id}` })
    .click();
  await confirmation(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(rows(page)).toHaveCount(6);

  // Two pencils come back, paid out of the drawer; a notebook was paid by Pix alone.
  const refund = {
    items: [{ line: 1, quantity: 2 }],
    reason: 'Desistência',
    total: 3.1,
    payments: [{ method: 'Dinheiro', amount: 3.1 }],
  };
  const back = { action: 'refund', sale: pencils, body: refund } as const;
  await bruno.call('createRefund', await approved(shop, bruno, back));
  const byPix = { reason: 'Foi só Pix', payments: [{ method: 'Pix', amount: 18.9 }] };
  const righted = { action: 'payments', sale: brunosNotebook, body: byPix } as const;
  await bruno.call('correctPayments', await approved(shop, bruno, righted));
  // A shirt for another and a notebook: the client pays R$ 18,90.
  const counter = counterScreen(page);
  const exchange = exchangeScreen(page);
  const finishExchange = async () => {
    await counter.finish.click();
    await exchange.approveAs(shop.admin);
    await expect(page.getByText(SALE_MADE)).toBeVisible();
  };
  await shop.signIn(page, ana);
  await exchange.start(anasShirts, 1);
  await exchange.buy('103', '101');
  await counter.pay(2, 'Dinheiro', '2000');
  expect(await paperOf(page, finishExchange)).toContain(
    'a importância de R$ 60,90, referente a Camiseta da escola: x1, Caderno universitário: x1, pago por Troca R$ 42,00; Dinheiro R$ 20,00, estando assim quitado.',
  );
  // Two shirts for three notebooks: R$ 27,30 go back to the card.
  await counter.loadedAnew();
  await shop.signIn(page, celia);
  await exchange.start(celiasShirts, 2);
  await counter.scan('3*101');
  await counter.closeOrder.click();
  await expect(exchange.backMethod(1)).toHaveValue('Cartão de crédito');
  const papers = await paperOf(page, finishExchange);
  for (const said of [
    'Caderno universitário: x3, pago por Troca R$ 56,70, estando',
    'R$ 84,00',
    'Cartão de crédito R$ 27,30',
  ]) {
    expect(papers).toContain(said);
  }
  await counter.loadedAnew();

  const closed = async (seller: ApiUser, sums: Sums) => {
    await shop.signIn(page, seller);
    const slip = await closeBox(page);
    expect(slip).toContain(slipText(seller.name, sums));
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
  for (const { name, ...sums } of sellers) {
    await expect(row(page, name).getByRole('cell').nth(2)).toHaveText(sums.total);
    // The others have shown the slip of their newest closing above.
    if (name !== ana.name) continue;
    const opened = await openedBy(page, () =>
      row(page, name)
        .getByRole('button', { name: /^Fechamento/ })
        .click(),
    );
    expect(await slipOn(opened)).toContain(slipText(name, sums));
  }

  // The period report, opened as a person does.
  await page.goto('/vendas');
  await expect(rows(page)).toHaveCount(9);
  await expect(row(page, 'R$ 10,85')).toContainText('líquido R$ 7,75');
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

  for (const [words, paid, methods] of [
    [`Devolução da venda nº ${pencils.id}: Lápis HB nº 2`, '−R$ 3,10', 'Dinheiro'],
    [`Troca da venda nº ${anasShirts.id}: Camiseta da escola`, '−R$ 42,00', 'Troca'],
    [
      `Correção de pagamento da venda nº ${brunosNotebook.id}`,
      'R$ 0,00',
      'Dinheiro −R$ 8,90, Pix R$ 8,90',
    ],
  ] as const) {
    expect(text).toContain(`${words} ${paid} ${methods}`);
  }

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
  expect(count).toBe(9);
  const soldInAll = results.reduce((sum, sale) => sum + sale.total_general, 0);
  expect(shown(soldInAll)).toBe(ALL.sold);
  const corrections = await shop.admin.call('listCorrections', { query });
  expect(corrections.count).toBe(4);
  const cameBack = corrections.results.reduce((sum, correction) => sum + correction.total, 0);
  expect(shown(soldInAll - cameBack)).toBe(ALL.total);
  const kept = await shop.sql<{ method: string; sum: string }>(`
    SELECT method_name AS method, sum(net_cents) AS sum FROM (
      SELECT p.method_name, p.net_cents FROM sale_payments p
      JOIN sales s ON s.id = p.sale_id WHERE s.deleted_at IS NULL
      UNION ALL SELECT method_name, net_cents FROM correction_payments) AS lines
    GROUP BY method_name HAVING sum(net_cents) <> 0`);
  const sums = Object.fromEntries(kept.map(({ method, sum }) => [method, Number(sum) / 100]));
  expect(inWords(sums)).toBe(ALL.methods);
  const stored = await shop.sql<{ version: number; total: string }>(`
    SELECT version, total_cents AS total FROM closings ORDER BY seller_name, version`);
  expect(stored.map(({ version }) => version)).toEqual([1, 1, 1, 2]);
  expect(shown(Number(stored.at(-1)?.total) / 100)).toBe(CELIA.total);
});
