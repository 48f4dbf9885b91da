import { CPF, chooseOnBar, counterScreen, SALE_MADE, test } from '../counter-screen.ts';
import { choose, expect, expectAccessible, openedBy } from '../fixtures.ts';
import { setPix } from '../pix-shop.ts';

test("the client's window follows the counter that opened it, and says nothing of the client", async ({
  page,
  shop,
  counter,
}) => {
  test.setTimeout(240_000);
  await setPix(shop);
  await page.reload();
  const calls: string[] = [];
  await counter.takeOrder({ name: 'Maria Souza' });
  // Opened in the middle of an order, it shows that.
  const client = await openedBy(page, () => chooseOnBar(page, 'Tela do cliente'));
  client.on('request', (request) => {
    if (/\/api\/(?!institution)/.test(request.url())) calls.push(request.url());
  });
  const screen = client.getByRole('main');
  await expect(screen).toContainText(/Faculdade/);
  const items = screen.getByRole('list', { name: 'Itens' }).getByRole('listitem');
  await expect(items).toHaveCount(1);
  await counter.scan('102');
  await expect(items).toHaveCount(2);
  await expect(items.last()).toHaveAttribute('data-newest');
  await expectAccessible(client);

  // Another counter of the same browser changes nothing here, and its own window shows its own order.
  const other = await page.context().newPage();
  await other.goto(`${shop.origin}/pdv`);
  await other.getByRole('combobox', { name: 'Cód', exact: true }).fill('102');
  await other.keyboard.press('Enter');
  const second = await openedBy(other, () => chooseOnBar(other, 'Tela do cliente'));
  await expect(second.getByRole('listitem')).toHaveCount(1);
  await expect(items).toHaveCount(2);
  await other.close();
  await expect(second.getByRole('img').first()).toBeVisible();

  await counter.closeOrder.click();
  await expect(screen).toContainText('FALTAM');
  await counter.pay(1, 'Pix', '1000');
  await expect(screen.getByRole('img', { name: 'QR code do Pix de R$ 10,00' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Conferi o pagamento no banco' }).click();
  await expect(screen.getByRole('img')).toHaveCount(0);
  await counter.pay(2, 'Dinheiro', '20000');
  await expect(screen).toContainText('TROCO');
  const seen = await screen.textContent();
  await counter.finishSale();
  await expect(screen.getByRole('status')).toHaveText('Obrigado!');
  await expect(screen).toContainText('TROCO');
  expect(seen).not.toContain('Maria');
  expect(seen?.replaceAll(/\D/g, '')).not.toContain(CPF);
  expect(calls).toEqual([]);
  expect(await client.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Maria');

  // The next order, and the counter that closes.
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  await counter.scan('103');
  await expect(items).toHaveText([/Camiseta da escola/]);
  await choose(page, 'Sair');
  await expect(items).toHaveCount(0);
  await expect(screen.getByRole('img').first()).toBeVisible();
});

test("the line just read is in sight in the client's window, and a copied tab writes nothing there", async ({
  page,
  shop,
  counter,
}) => {
  test.setTimeout(240_000);
  await shop.sql(
    `INSERT INTO products (code, name, price_cents, active)
     SELECT 'L' || n, 'Caderno de desenho nº ' || n, 1000, true FROM generate_series(1, 46) AS n`,
  );
  await page.reload();
  await counter.code.focus();
  for (let n = 1; n <= 46; n++) await counter.scan(`L${n}`);
  await expect(counter.items).toHaveCount(46);
  // Of a counter that was loaded again, no line is the newest.
  await page.reload();
  await expect(counter.items).toHaveCount(46);
  const client = await openedBy(page, () => chooseOnBar(page, 'Tela do cliente'));
  const items = client.getByRole('list', { name: 'Itens' }).getByRole('listitem');
  await expect(items).toHaveCount(46);
  for (const [width, height] of [
    [1366, 768],
    [1024, 720],
    [600, 900],
  ] as const) {
    await client.setViewportSize({ width, height });
    await expect(items.last()).toBeInViewport({ ratio: 0.9 });
  }

  // A tab that a script opens has a copy of what is stored, as a duplicated one has.
  const copying = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('/pdv'));
  const copy = await copying;
  const copied = counterScreen(copy);
  await expect(copied.items).toHaveCount(46);
  await expect.poll(() => copy.evaluate(() => sessionStorage.getItem('client-screen'))).toBe(null);
  await copied.scan('101');
  await expect(copied.items).toHaveCount(47);
  await counter.scan('102');
  await expect(items.last()).toContainText('Lápis');
  await expect(items).toHaveCount(47);
  await copy.close();
  // A reload is the same counter.
  await page.reload();
  await counter.scan('103');
  await expect(items).toHaveCount(48);
});
