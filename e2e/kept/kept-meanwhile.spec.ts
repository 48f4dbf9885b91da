import { confirm, row, rows } from '../back-office.ts';
import { CPF, salesIn } from '../counter-screen.ts';
import { exchangeScreen } from '../exchange-screen.ts';
import { expect, type Shop } from '../fixtures.ts';
import {
  awayDialog,
  backAtCounter,
  editKept,
  keepButton,
  keepFirst,
  keepNext,
  keepOffline,
  keptButton,
  keptIn,
  keptList,
  readyToKeep,
  sendOnline,
  sums,
  plainTest as test,
} from '../kept-sales.ts';
import { EXCHANGES, problem } from '../sale-traffic.ts';
import { ADMIN } from '../shop-server.ts';
import { sell } from '../till.ts';

const listed = async ({ admin }: Pick<Shop, 'admin'>) =>
  (await admin.call('listKeptSales', { query: {} })).results;

test('what has changed meanwhile drops no sale and changes none: it stands on the list', async ({
  page,
  context,
  shop,
  counter,
  goods,
}) => {
  const client = await shop.admin.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
  await counter.takeOrder({ codes: ['101'] });
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await counter.closeOrder.click();
  await counter.pay(1, 'Dinheiro', '2000');
  await context.setOffline(true);
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
  await counter.takeOrder({ codes: ['102'] });
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '155');
  await keepNext(page, counter);
  await backAtCounter(page, counter, 2);

  const { notebook, pencil } = goods;
  await shop.admin.call('editProduct', {
    params: { id: `${notebook.id}` },
    body: { code: '101', name: 'Caderno pequeno', price: 18.9, active: false },
  });
  await shop.admin.call('editProduct', {
    params: { id: `${pencil.id}` },
    body: { code: '102', name: 'Lápis HB nº 2', price: 2, active: true },
  });
  await shop.admin.call('anonymiseClient', {
    params: { id: `${client.id}` },
    body: { name: 'Maria Souza' },
  });
  await sendOnline(page);
  const note = page.getByText(/^Venda guardada agora é a nº \d+ e está na lista/);
  await expect(note).toBeVisible();
  expect((await sums(shop)).map(({ total }) => total)).toEqual([1890, 155]);
  const [last, first] = await listed(shop);
  expect(first?.reasons).toEqual(expect.arrayContaining(['product_gone', 'person_changed']));
  expect(last?.reasons).toContain('price_changed');
});

test('a product and a payment method that are deleted meanwhile stand in the sale as on its paper', async ({
  page,
  browser,
  shop,
  counter,
}) => {
  await shop.admin.call('createPaymentMethod', { body: { name: 'Vale-livro' } });
  await page.reload();
  await readyToKeep(page);
  await counter.prepareSale('Vale-livro', '1890');
  await page.context().setOffline(true);
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
  const [kept] = await keptIn(page);

  const office = await browser.newContext({ baseURL: shop.origin });
  const desk = await office.newPage();
  await shop.signIn(desk, shop.admin, { at: null });
  for (const [path, name] of [
    ['/produtos', 'Caderno universitário'],
    ['/categorias', 'Vale-livro'],
  ] as const) {
    await desk.goto(path);
    await row(desk, name)
      .getByRole('button', { name: /^Excluir/ })
      .click();
    await confirm(desk);
    await expect(row(desk, name)).toHaveCount(0);
  }

  await sendOnline(page);
  const [sale] = (await shop.admin.call('listSales', { query: {} })).results;
  expect(sale).toMatchObject({
    ...{ total_general: 18.9, payment_desc1: 'Vale-livro', payment_method1: 18.9 },
    products_data: [{ product_info: { code: '101', name: 'Caderno universitário', price: 18.9 } }],
  });
  expect((await sums(shop)).map(({ key }) => key)).toEqual([kept?.key]);
  await desk.goto('/vendas-guardadas');
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk)).toContainText('um produto não existe mais ou está inativo');
  await expect(rows(desk)).toContainText('uma forma de recebimento não existe mais');
  await office.close();
});

test('a kept sale that somebody has edited in the browser is on the list alone', async ({
  page,
  context,
  shop,
  counter,
}) => {
  await keepOffline(page, counter);
  const [kept] = await keptIn(page);
  if (kept) await editKept(page, { ...kept, figures: { ...kept.figures, total_general: 0.01 } });
  await context.setOffline(false);
  await expect(page.getByText(/está na lista dos administradores: as somas/)).toBeVisible();
  expect(await salesIn(shop)).toBe(0);
  const [row] = await listed(shop);
  expect(row).toMatchObject({ sale: null, reasons: expect.arrayContaining(['sums_differ']) });
});

test('a kept sale that cannot be sent holds up no other', async ({ page, shop, counter }) => {
  await keepOffline(page, counter);
  await counter.prepareSale('Dinheiro', '1890');
  await keepNext(page, counter);
  await backAtCounter(page, counter, 2);
  const [first] = await keptIn(page);
  if (first) await editKept(page, { ...first, client: null });
  await page.context().setOffline(false);
  await expect(page.getByText(/^Venda guardada agora é a nº \d+/)).toBeVisible();
  await keptButton(page).click();
  await expect(keptList(page)).toContainText('Avise a informática.');
  expect((await keptIn(page)).map(({ key }) => key)).toEqual([first?.key]);
  expect(await salesIn(shop)).toBe(1);
});

test('a refused sale stays, with its reason, and its seller decides when another has its key', async ({
  page,
  context,
  shop,
  counter,
}) => {
  await keepOffline(page, counter);
  const [kept] = await keptIn(page);
  const isFirst = (key: string | undefined) => key === kept?.key;
  await page.route('**/api/pdv/keptSales/', (route, request) =>
    isFirst(request.headers()['idempotency-key'])
      ? route.fulfill(problem(409, 'key_reused'))
      : route.fallback(),
  );
  await context.setOffline(false);
  await expect(page.getByText(/^Sem o servidor desde/)).toBeHidden();
  await keptButton(page).click();
  await expect(keptList(page)).toContainText('Não deu.');
  expect(await salesIn(shop)).toBe(0);
  await keptList(page).getByRole('button', { name: 'Enviar como outra venda' }).dblclick();
  await expect(keptList(page)).toContainText('Nenhuma venda guardada.');
  const [sale, ...others] = await sums(shop);
  expect(others).toEqual([]);
  expect(sale?.total).toBe(1890);
  expect(isFirst(sale?.key)).toBe(false);
});

test('an exchange is not kept, and its order stays', async ({
  page,
  context,
  shop,
  counter,
  goods,
  seller,
}) => {
  const sold = await sell(shop, seller, { product: goods.shirt });
  const exchange = exchangeScreen(page);
  await exchange.start(sold);
  await exchange.buy('103');
  await page.route(EXCHANGES, async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await counter.finish.click();
  await exchange.approveAs(ADMIN);
  await counter.dismissFailure();
  await expect(awayDialog(page)).toContainText('Uma troca não pode ser guardada');
  await expect(keepButton(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(exchange.card).toBeVisible();
  await counter.expectItems('Camiseta');
});
