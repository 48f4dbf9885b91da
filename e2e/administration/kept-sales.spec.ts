import { randomUUID } from 'node:crypto';
import { SERVED_BY } from '@balcao/contract/api/route.ts';
import type { KeptSale } from '@balcao/contract/sales/kept-sales.ts';
import type { Page } from '@playwright/test';
import { CPF, stock } from '../counter-screen.ts';
import { choose, expect, expectAccessible, type Shop, saleOf, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { problem } from '../sale-traffic.ts';

const HOUR_MS = 60 * 60_000;
const headers = { [SERVED_BY.name]: SERVED_BY.value };

/** Without a sale, because its sums differ; late; and on time. */
const KEPT: readonly KeptSale[] = [
  {
    ...{ id: 3, sale: null, seller: 'Ana', waiting: 3, total: 40 },
    made_at: '2026-11-27T17:32:00.000Z',
    received_at: '2026-11-27T18:10:00.000Z',
    device: '6f1b2c3d-0000-4000-8000-000000000001',
    reasons: ['late', 'sums_differ'],
    items: [{ code: '103', name: 'Camiseta da escola', price: 20, quantity: 2 }],
    accepted: null,
  },
  {
    ...{ id: 2, sale: 17, seller: 'Ana', waiting: 2, total: 18.9 },
    made_at: '2026-11-27T17:31:00.000Z',
    received_at: '2026-11-27T18:10:00.000Z',
    device: '6f1b2c3d-0000-4000-8000-000000000001',
    ...{ reasons: ['late', 'price_changed'], items: null, accepted: null },
  },
  {
    ...{ id: 1, sale: 16, seller: 'Vera', waiting: 1, total: 1.55 },
    made_at: '2026-11-27T17:30:00.000Z',
    received_at: '2026-11-27T17:31:00.000Z',
    device: '6f1b2c3d-0000-4000-8000-000000000002',
    ...{ reasons: [], items: null, accepted: null },
  },
];

/** In the place of what the server has: `rows`, and a computer that has three left. */
async function keptSales(page: Page, rows: readonly KeptSale[]) {
  const all = [...rows];
  const accepted: unknown[] = [];
  await page.route('**/api/pdv/keptSales/**', async (route, request) => {
    const address = new URL(request.url());
    const [, id] = /keptSales\/(\d+)\/accept/.exec(address.pathname) ?? [];
    if (id) {
      const at = all.findIndex((kept) => kept.id === Number(id));
      const { note } = request.postDataJSON();
      accepted.push([Number(id), note]);
      const by = { at: new Date().toISOString(), by: 'Administrador', note };
      const row = { ...(all[at] as KeptSale), accepted: by };
      all.splice(at, 1, row);
      return route.fulfill({ headers, json: row });
    }
    const isOpen = ({ reasons, accepted }: KeptSale) => reasons.length > 0 && !accepted;
    const results = address.searchParams.has('open') ? all.filter(isOpen) : all;
    const device = {
      ...{ device: '6f1b2c3d-0000-4000-8000-000000000001', seller: 'Ana', waiting: 3 },
      received_at: new Date(Date.now() - 26 * HOUR_MS).toISOString(),
    };
    const paging = { count: results.length, total_pages: 1 };
    await route.fulfill({ headers, json: { ...paging, results, devices: [device] } });
  });
  return accepted;
}

async function turnOn(shop: Shop) {
  const settings = await shop.admin.call('readSettings');
  await shop.admin.call('editSettings', { body: { ...settings, keep_sales: true } });
}

test('an administrator sees what counters kept, why it waits, and looks at it', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 503|the list could not be loaded|could not be counted/);
  await turnOn(shop);
  const accepted = await keptSales(page, KEPT);
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  const notice = page.getByRole('region', { name: 'Vendas guardadas' });
  await expect(notice).toContainText('2 vendas guardadas esperam por um administrador.');
  await page.getByRole('link', { name: 'Vendas guardadas', exact: true }).click();
  await expect(page).toHaveURL(/\/vendas-guardadas$/);
  await expect(page.getByRole('heading', { name: 'VENDAS GUARDADAS' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'VENDAS GUARDADAS' }).locator('tbody > tr');
  await expect(rows).toHaveText([
    /27\/11\/2026 às 14:32.*27\/11\/2026 às 15:10.*Ana.*Nada registrado.*dois minutos depois; as somas não conferem.*40,00/,
    /Nº 17.*um preço mudou.*18,90/,
    /Vera.*Nº 16.*1,55/,
  ]);
  await expectAccessible(page);

  await notice.getByRole('link', { name: 'Ver as vendas guardadas' }).click();
  await expect(page).toHaveURL(/open=true/);
  await expect(rows).toHaveCount(2);
  await rows.nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Venda guardada nº 17' });
  await expect(dialog).toContainText('6f1b2c3d, que tinha 2 com esta');
  await expect(dialog.getByRole('link', { name: 'Abrir a venda nº 17' })).toHaveAttribute(
    'href',
    '/vendas?sale=17',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Dar por vista' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(1);
  await expect(notice).toContainText('1 venda guardada espera');

  // Without a sale somebody has to say what was done.
  await page.setViewportSize({ width: 390, height: 844 });
  await rows.first().click();
  const missing = page.getByRole('dialog', { name: 'Venda guardada sem registro' });
  await expect(missing.getByRole('row')).toHaveText([
    /Código.*Preço/,
    /103.*Camiseta da escola.*2.*20,00/,
    /Total.*40,00/,
  ]);
  await missing.getByRole('button', { name: 'Dar por vista' }).click();
  await expect(missing).toContainText('Diga o que foi feito com ela.');
  await expectAccessible(page);
  await missing.getByLabel('O que foi feito').fill('Registrada de novo, nº 18');
  await missing.getByRole('button', { name: 'Dar por vista' }).click();
  await expect(page.getByText('Nenhuma venda guardada espera')).toBeVisible();
  await expect(notice).toBeHidden();
  expect(accepted).toEqual([
    [2, ''],
    [3, 'Registrada de novo, nº 18'],
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'Mostrar todas' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('vista por Administrador');
  await rows.first().click();
  await expect(missing).toContainText('Registrada de novo, nº 18');
  await expect(missing.getByRole('button', { name: 'Dar por vista' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.route('**/api/pdv/keptSales/**', (route) =>
    route.fulfill(problem(503, 'database_away')),
  );
  await page.getByRole('button', { name: 'Só as que esperam' }).click();
  await expect(page.getByText('A lista não pôde ser carregada')).toBeVisible();
});

test('a sale that came late is on the list, and leads to the sale', async ({ page, shop }) => {
  await turnOn(shop);
  const [{ shirt }, seller] = await Promise.all([
    stock(shop),
    shop.newUser({ name: 'Vera Lúcia', login: 'vera' }),
  ]);
  const client = await seller.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
  const payments = [{ method: 'Dinheiro', amount: 42 }];
  const { sale } = await seller.call('createKeptSale', {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      made_at: new Date(Date.now() - HOUR_MS / 4).toISOString(),
      ...{ device: randomUUID(), waiting: 1 },
      sale: saleOf({ client, items: [{ product: shirt, quantity: 1 }], payments }),
      paper: [{ code: shirt.code, name: shirt.name, price: shirt.price }],
    },
  });
  await shop.signIn(page, shop.admin, { at: '/vendas-guardadas?open=true' });
  const row = page.getByRole('table', { name: 'VENDAS GUARDADAS' }).locator('tbody > tr');
  await expect(row).toHaveText([
    new RegExp(`Vera Lúcia.*Nº ${sale?.id}.*mais de dois minutos depois.*42,00`),
  ]);
  await row.first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: `Abrir a venda nº ${sale?.id}` }).click();
  await expect(page.getByRole('dialog', { name: `Venda nº ${sale?.id}` })).toContainText('42,00');
  await page.goBack();
  await row.first().click();
  await dialog.getByLabel('Observação').fill('Conferida com a Vera');
  await dialog.getByRole('button', { name: 'Dar por vista' }).click();
  await expect(page.getByText('Nenhuma venda guardada espera')).toBeVisible();
  const { results } = await shop.admin.call('listKeptSales');
  expect(results[0]?.accepted).toMatchObject({ by: 'Administrador', note: 'Conferida com a Vera' });
});

test('the setting is told to this browser at once, and names the computers that have sales left', async ({
  page,
  shop,
}) => {
  await keptSales(page, []);
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  await expect(page.getByRole('heading', { name: 'VENDAS' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Vendas guardadas', exact: true });
  await expect(link).toHaveCount(0);
  await choose(page, 'Configurações');
  const section = page.getByRole('form', { name: 'Vender sem o servidor' });
  await expect(section).toContainText(/Um computador de Ana tinha 3 vendas guardadas em .* às /);
  const box = section.getByRole('checkbox');
  await expect(box).not.toBeChecked();
  await box.check();
  await section.getByRole('button', { name: 'SALVAR' }).click();
  await expect(page.getByRole('status')).toHaveText('Configurações salvas!');
  await expectAccessible(page);
  expect((await shop.admin.call('readSettings')).keep_sales).toBe(true);
  await goTo(page, '/vendas');
  await expect(link).toBeVisible();
  await choose(page, 'Configurações');
  await box.uncheck();
  await section.getByRole('button', { name: 'SALVAR' }).click();
  await expect(page.getByRole('status')).toHaveText('Configurações salvas!');
  await goTo(page, '/vendas');
  await expect(link).toHaveCount(0);
});

test('with the setting off nobody asks for kept sales, and no worker is there', async ({
  page,
  shop,
}) => {
  const asked: string[] = [];
  await shop.signIn(page, shop.admin, { at: null });
  // A worker may still have been filling its cache when the page of the test before was closed.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/vendas');
  await expect(page.getByText('Nenhuma venda registrada')).toBeVisible();
  await goTo(page, '/pdv');
  await expect(page.getByRole('button', { name: 'FECHAR PEDIDO' })).toBeVisible();
  expect(asked.filter((path) => /kept|worker/i.test(path))).toEqual([]);
  expect(await workersOf(page)).toEqual({ registered: 0, caches: 0 });
});

/** How many this origin has. */
const workersOf = (page: Page) =>
  page.evaluate(async () => ({
    registered: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
  }));
