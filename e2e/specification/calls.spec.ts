import { confirmation, rows } from '../back-office.ts';
import { CPF, openCounter, stock } from '../counter-screen.ts';
import { choose, expect, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { recordCalls } from '../recorded-calls.ts';
import { newClient, sell } from '../till.ts';

// The requests of the browser: their addresses, parameters and bodies are an interface that other
// servers and clients rely on.

// Specification: 3.6, 3.7, 6.4, 7.1, 7.2, 9.2, 9.5
test('a sale: what the counter loads, looks up and sends', async ({ page, context, shop }) => {
  const calls = recordCalls(page);
  const { counter, goods, seller } = await openCounter(page, shop);
  await counter.registration.fill('20260000042');
  await counter.studentName.fill('João Souza');
  await counter.takeOrder({ codes: ['101', '102'] });
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '1000');
  await counter.pay(2, 'Dinheiro', '2000');
  await counter.finish.click();
  const receipt = await context.waitForEvent('page');
  const kept = await receipt.evaluate(() => JSON.parse(sessionStorage.getItem('data') ?? 'null'));
  const { results } = await seller.call('listSales');
  expect([kept]).toEqual(results);

  expect(calls('GET', '/api/pdv/productsAll/')[0]?.query).toEqual({});
  expect(calls('GET', '/api/pdv/paymentMethods')[0]?.query).toEqual({ page_size: '1000' });
  const lookUps = ['clients', 'students'].map((who) =>
    calls('GET', `/api/pdv/${who}/`).map(({ query }) => query),
  );
  expect(lookUps).toEqual([[{ search: CPF }], [{ search: '20260000042' }]]);

  const [client, student, sale] = ['clients', 'students', 'sales'].map((what) => {
    const posts = calls('POST', `/api/pdv/${what}/`);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.headers['content-type']).toBe('application/json');
    return posts[0]?.body;
  });
  expect(client).toEqual({ cpf: CPF, name: 'Maria Souza' });
  expect(student).toEqual({ registration: '20260000042', name: 'João Souza' });
  const item = (id: number, amount: number) => ({
    product: id,
    quantity: 1,
    subtotal: amount,
    desc_percent: 0,
    desc_value: 0,
    total: amount,
  });
  const unused = [3, 4, 5].flatMap((line) => [
    [`payment_method${line}`, null],
    [`payment_desc${line}`, null],
  ]);
  expect(sale).toEqual({
    products: [item(goods.notebook.id, 18.9), item(goods.pencil.id, 1.55)],
    client: kept.client_data.id,
    student: kept.student_data.id,
    seller: seller.id,
    payment_method1: 10,
    payment_desc1: 'Pix',
    payment_method2: 20,
    payment_desc2: 'Dinheiro',
    ...Object.fromEntries(unused),
    subtotal: 20.45,
    total: 20.45,
    total_general: 20.45,
    desc_general: 0,
    valor_pago: 30,
    troco: 9.55,
  });
});

// Specification: 2.1, 7.2, 7.3, 9.2
test('sales and closings: set filters only, the report in pages of 99', async ({ page, shop }) => {
  const { notebook, pencil } = await stock(shop);
  const client = await newClient(shop);
  const sale = await sell(shop, shop.admin, { product: notebook, client });
  const calls = recordCalls(page);
  await shop.signIn(page, shop.admin);
  await expect(rows(page)).toHaveCount(1);
  expect(calls('GET', '/api/pdv/sales/').map(({ query }) => query)).toEqual([
    { page: '1', page_size: '10' },
  ]);
  await page.getByRole('combobox', { name: 'Produtos' }).click();
  for (const name of ['Caderno universitário', 'Lápis HB nº 2']) {
    await page.getByRole('option', { name }).click();
  }
  await page.keyboard.press('Escape');
  expect(calls('GET', '/api/pdv/products/').map(({ query }) => query)).toEqual([
    { page_size: '999' },
  ]);

  await page.getByLabel('Início').fill('2025-01-01');
  await page.getByLabel('Fim').fill('2999-01-01');
  await page.getByLabel('Vendedor', { exact: true }).fill('admin');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(/search=admin/);
  await expect(rows(page)).toHaveCount(1);
  const filter = {
    search: 'admin',
    products: `${notebook.id},${pencil.id}`,
    startDate: '2025-01-01',
    endDate: '2999-01-01',
  };
  expect(calls('GET', '/api/pdv/sales/').at(-1)?.query).toEqual({
    page: '1',
    page_size: '10',
    ...filter,
  });

  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  await expect(page.getByRole('heading', { name: 'Fechamento do Caixa' })).toBeVisible();
  expect(calls('GET', '/api/pdv/sales/').at(-1)?.query).toEqual({
    page: '1',
    page_size: '99',
    ...filter,
  });
  expect(await page.evaluate(() => history.state)).toMatchObject({
    search: 'admin',
    productsSelected: [notebook.id, pencil.id],
    startDate: '2025-01-01',
    endDate: '2999-01-01',
  });

  await goTo(page, '/vendas');
  await page.getByRole('button', { name: `Excluir venda ${sale.id}` }).click();
  await confirmation(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nenhuma venda registrada')).toBeVisible();
  expect(calls('DELETE', `/api/pdv/sales/${sale.id}/`)).toMatchObject([{ query: {}, body: null }]);

  await goTo(page, '/gerenciarFechamentos?startDate=2026-03-01&endDate=2026-03-31');
  await expect(page.getByText('Nenhum caixa fechado neste período')).toBeVisible();
  const closings = calls('GET', '/api/pdv/closeBoxList/');
  expect(closings.map(({ query }) => query)).toEqual([
    { startDate: '2026-03-01', endDate: '2026-03-31' },
  ]);
  expect(closings[0]?.headers.authorization).toMatch(/^Bearer [\w-]{43}$/);
  await goTo(page, '/pdv');
  await expect(page.getByRole('button', { name: 'FECHAR PEDIDO' })).toBeVisible();
  await choose(page, 'FECHAR CAIXA');
  await expect(page.getByText('Nenhuma venda realizada hoje')).toBeVisible();

  // Every address ends with its slash, but one.
  const spelt = new Set([...calls('GET', '/api/', 'start'), ...calls('POST', '/api/', 'start')]);
  const odd = new Set([...spelt].map(({ path }) => path).filter((path) => !path.endsWith('/')));
  expect([...odd]).toEqual(['/api/pdv/paymentMethods']);
});
