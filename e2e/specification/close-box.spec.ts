import { rows } from '../back-office.ts';
import { stock } from '../counter-screen.ts';
import { choose, expect, openedBy, test } from '../fixtures.ts';
import { recordCalls } from '../recorded-calls.ts';
import { problem } from '../sale-traffic.ts';
import { serverSays } from '../server-date.ts';
import { sell } from '../till.ts';

const CLOSE_BOX = '**/api/pdv/closeBox/';
const CALL = ['POST', '/api/pdv/closeBox/'] as const;
const CLOSING = {
  id: 1,
  date: '2026-03-01',
  seller_id: 2,
  seller_name: 'Vera Lúcia',
  total_final: 42,
  payment_methods: { Pix: 42 },
  version: 1,
  sales_count: 1,
  closed_at: '2026-03-02T01:30:00.000Z',
};

// Specification: 3.13, 4.7, 7.1, 7.2, 9.1
test('the box closes for the day in São Paulo, with its paper', async ({ page, shop }) => {
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const calls = recordCalls(page);
  // March 2 in UTC is still March 1 in the shop.
  await serverSays(page, '2026-03-02T01:30:00Z');
  await shop.signIn(page, vera);
  await expect(page).toHaveURL(/\/pdv$/);
  await page.route(CLOSE_BOX, (route) => route.fulfill({ json: CLOSING }));
  const slip = await openedBy(page, () => choose(page, 'FECHAR CAIXA'));
  await expect(slip).toHaveURL(/\/pdfFechamento$/);
  await expect(slip.getByRole('main')).toContainText('Vera Lúcia');

  const [call, ...others] = calls(...CALL);
  expect(others).toEqual([]);
  expect(call?.body).toEqual({ date: '2026-03-01', seller_id: vera.id });
  const access = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '').access);
  expect(call?.headers.authorization).toBe(`Bearer ${access}`);
  const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('data') ?? 'null'));
  expect(kept).toEqual(CLOSING);
});

test('a computer in 2020 closes the box of today, and its lists begin with today', async ({
  page,
  shop,
}) => {
  const { notebook } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const sale = await sell(shop, vera, { product: notebook });
  await page.clock.install({ time: '2020-05-05T15:00:00Z' });
  await shop.signIn(page, vera);
  await expect(page).toHaveURL(/\/pdv$/);
  expect(await page.evaluate(() => new Date().getFullYear())).toBe(2020);
  const slip = await openedBy(page, () => choose(page, 'FECHAR CAIXA'));
  await expect(slip.getByRole('main')).toContainText('Vera Lúcia');
  const year = sale.created_at.slice(0, 4);
  await expect(slip.getByRole('main')).toContainText(`/${year}`);
  await expect(slip.getByRole('main')).not.toContainText('/2020');
  await slip.close();

  await shop.signIn(page, shop.admin, { at: '/gerenciarFechamentos' });
  await expect(page.getByLabel('Fim:')).toHaveValue(new RegExp(`^${year}-`));
  await expect(rows(page)).toHaveCount(1);
  await page.goto('/vendas');
  await page.getByRole('button', { name: 'Hoje', exact: true }).click();
  await expect(page.getByLabel('Início')).toHaveValue(new RegExp(`^${year}-`));
  await expect(rows(page)).toHaveCount(1);
});

// Specification: 4.7, 8.3
test('a closing that fails is only logged, and without a user id nothing is asked', async ({
  page,
  context,
  shop,
  expectConsoleError,
  seenErrors,
}) => {
  expectConsoleError(/status of 500|internal_error|Não deu/);
  await shop.signIn(page, await shop.newUser({ name: 'Vera Lúcia', login: 'vera' }), {
    at: '/perfil',
  });
  const calls = recordCalls(page);
  await page.route(CLOSE_BOX, (route) => route.fulfill(problem(500, 'internal_error')));
  const closeBox = async () => {
    await choose(page, 'FECHAR CAIXA');
    await expect(page.getByRole('menuitem', { name: 'FECHAR CAIXA' })).toBeHidden();
  };
  await closeBox();
  // The browser's line and ours.
  await expect.poll(() => seenErrors.length).toBe(2);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);
  expect(calls(...CALL)).toHaveLength(1);

  await page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem('user') ?? '{}');
    delete record.user.id;
    localStorage.setItem('user', JSON.stringify(record));
  });
  await page.reload();
  await closeBox();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Alterar senha:' })).toBeVisible();
  expect(calls(...CALL)).toHaveLength(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const NO_SALES = 'Nenhuma venda realizada hoje';

test('any message of the closing opens the dialog, whatever else the server answers', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (404|500)|could not be loaded|404|500|internal|Not a response/);
  await shop.signIn(page, await shop.newUser({ name: 'Vera Lúcia', login: 'vera' }), {
    at: '/perfil',
  });
  await expect(page.getByRole('heading', { name: 'Alterar senha:' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  let answer: Answer = {};
  const others = /\/api\/(?!pdv\/closeBox\/)/;
  await page.route(others, (route) => route.fulfill(answer));
  const answers: Answer[] = [{ status: 404, body: 'Not Found' }, { json: {} }];
  for (const each of answers) {
    answer = each;
    await page.route(CLOSE_BOX, (route) => route.fulfill({ json: { message: 'x' } }));
    await choose(page, 'FECHAR CAIXA');
    await expect(dialog.getByText(NO_SALES, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveText(['Cancelar']);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toBeHidden();
    await page.unroute(CLOSE_BOX);

    await page.route(CLOSE_BOX, (route) => route.fulfill({ json: CLOSING }));
    const slip = await openedBy(page, () => choose(page, 'FECHAR CAIXA'));
    await expect(slip).toHaveURL(/\/pdfFechamento$/);
    await slip.close();
    await expect(dialog).toBeHidden();
    await page.unroute(CLOSE_BOX);
  }
});

type Answer = { status?: number; json?: unknown; body?: string; contentType?: string };
