import { cents } from '@balcao/domain/money.ts';
import { brCode } from '@balcao/domain/pix/br-code.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import type { Locator } from '@playwright/test';
import { SALE_MADE, salesIn } from '../counter-screen.ts';
import { choose, expect, expectAccessible, type Shop } from '../fixtures.ts';
import { printed } from '../paper.ts';
import { NOT_FOUND, RECEIVER, test } from '../pix-shop.ts';
import { problem } from '../sale-traffic.ts';
import { scanned } from '../scanned.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';
import { sell } from '../till.ts';

const keyOfLastSale = async (shop: Shop) =>
  (await shop.sql<{ key: string }>('SELECT idempotency_key AS key FROM sales ORDER BY id DESC'))[0]
    ?.key ?? '';

test('a Pix amount shows its code and is confirmed by a key', async ({ page, shop, counter }) => {
  const { keyboard } = page;
  const line = (row: number) => counter.payment.getByRole('group', { name: `Pix ${row}` });
  const qr = (row: number) => line(row).getByRole('img', { name: /^QR code do Pix de R\$/ });
  const found = (row: number) =>
    line(row).getByRole('checkbox', { name: 'Conferi o pagamento no banco' });
  await counter.takeOrder({ codes: ['101', '103'] });
  await counter.closeOrder.press('Enter');

  // Nothing is shown before the method has an amount.
  await counter.method(1).fill('pix');
  await keyboard.press('Enter');
  await expect(counter.amount(1)).toBeFocused();
  await expect(line(1)).toHaveCount(0);
  await keyboard.type('1890');
  await expect(qr(1)).toBeVisible();
  const box = await qr(1).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(200);
  await expect(line(1)).toContainText('O Balcão não vê o banco');
  await expectAccessible(page);

  // Another method has none; a second Pix has its own amount and txid.
  await keyboard.press('Enter');
  await expect(found(1)).toBeFocused();
  const first = await scanned(qr(1));
  await keyboard.press('Space');
  await expect(found(1)).toBeChecked();
  await expect(qr(1)).toHaveCount(0);
  await keyboard.press('Enter');
  await expect(counter.method(2)).toBeFocused();
  await keyboard.type('pix');
  await keyboard.press('Enter');
  await keyboard.type('2000');
  await expect(qr(2)).toBeVisible();
  const second = await scanned(qr(2));
  await counter.pay(3, 'Dinheiro', '3000');
  await expect(line(3)).toHaveCount(0);

  // The specification's checks come first; then the unconfirmed line takes the focus.
  await counter.amount(3).fill('1');
  await keyboard.press('F9');
  await expect(counter.payment.getByRole('alert')).toContainText('não é suficiente');
  await counter.amount(3).fill('3000');
  await keyboard.press('F9');
  await expect(counter.payment.getByRole('alert')).toHaveText(NOT_FOUND);
  await expect(found(2)).toBeFocused();
  expect(await salesIn(shop)).toBe(0);

  // A scanner confirms nothing, and neither does a key held down.
  const keys = await keysOf(page);
  await keys(codeAndEnter('abc'), 10);
  await expect(found(2)).not.toBeChecked();

  // Another amount has to be found again, also after a reload; a touch confirms too.
  await found(2).click();
  await expect(found(2)).toBeChecked();
  await counter.amount(1).fill('1990');
  await expect(found(1)).not.toBeChecked();
  await counter.amount(1).fill('1890');
  await expect(found(1)).not.toBeChecked();
  await page.reload();
  await expect(found(2)).toBeChecked();
  await expect(found(1)).not.toBeChecked();
  await found(1).press('Space');
  await counter.finishSale();

  // The sale keeps the key, and the codes were made from it.
  const key = await keyOfLastSale(shop);
  const code = (amount: number, row: number) =>
    brCode(RECEIVER, { amount: cents(amount), txid: pixTxid(key, row) });
  expect([first, second]).toEqual([code(1890, 1), code(2000, 2)]);
  expect(first).toContain('5916Colegio Sao Joao6008Brasilia');
});

test('what has to be confirmed is in sight, and FINALIZAR VENDA keeps its place', async ({
  page,
  counter,
}) => {
  const found = counter.payment.getByRole('checkbox', { name: 'Conferi o pagamento no banco' });
  const alert = counter.payment.getByRole('alert');
  const paid = counter.payment.getByText('VALOR PAGO', { exact: true });
  const place = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await counter.prepareSale();
  for (const [width, height] of [
    [1366, 650],
    [911, 433],
    [390, 844],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await found.focus();
    await page.keyboard.press('F9');
    await expect(alert).toHaveText(NOT_FOUND);
    await expect(found).toBeFocused();
    // The foot lies over what is under it, and its figures stand at its top.
    const box = await place(found);
    expect(box.y, `${width}`).toBeGreaterThan(0);
    expect(box.y + box.height, `${width}`).toBeLessThan((await place(paid)).y);
    const before = await place(counter.finish);
    await found.click();
    await expect(found).toBeChecked();
    await expect(alert).toHaveCount(0);
    const moved = (await place(counter.finish)).y - before.y;
    expect(Math.abs(moved), `${width}`).toBeLessThan(1);
    await found.click();
    await expect(found).not.toBeChecked();
  }
});

// back-office-users.spec.ts copies over plain HTTP.
test('the code is copied', async ({ context, counter }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await counter.prepareSale();
  const line = counter.payment.getByRole('group', { name: 'Pix 1' });
  const code = await scanned(line.getByRole('img'));
  await expect(line.getByLabel('Pix copia e cola')).toHaveValue(code ?? '');
  await line.getByRole('button', { name: 'Copiar' }).click();
  await expect(line.getByRole('status')).toHaveText('Código copiado.');
  const another = await context.newPage();
  await another.goto('/favicon.svg');
  expect(await another.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test('what does not load can be retried', async ({ page, counter, expectConsoleError }) => {
  expectConsoleError(/Failed to load resource|could not be loaded/);
  const retry = (within: Locator) => within.getByRole('button', { name: 'Tentar de novo' });
  await page.route('**/api/pdv/pix/', (route) => route.fulfill(problem(500, 'internal')));
  const library = /\/assets\/qr-(?!code-)[^/]*\.js$/;
  await page.route(library, (route) => route.abort());
  await page.reload();
  await counter.prepareSale();
  const notice = counter.payment.getByRole('alert').filter({ hasText: 'os dados do Pix' });
  await expect(notice).toContainText('Não foi possível carregar os dados do Pix.');
  await page.unroute('**/api/pdv/pix/');
  await retry(notice).click();
  await expect(notice).toHaveCount(0);
  const line = counter.payment.getByRole('group', { name: 'Pix 1' });
  await expect(line.getByRole('alert')).toContainText('O QR code não pôde ser montado.');
  await page.unroute(library);
  await retry(line).click();
  await expect(line.getByRole('img')).toBeVisible();
});

test('the slip lists Pix as the bank has it', async ({ page, shop, counter, seller, goods }) => {
  // Figures are wider than the letters.
  const key = '99999999-9999-4999-8999-999999999999';
  await sell(shop, seller, { product: goods.notebook, payments: [['Pix', 20]], key });
  await counter.takeOrder();
  await counter.closeOrder.press('Enter');
  // Enter for the method, for all that is left to pay, and after the payment that was found at the bank.
  await page.keyboard.type('pix');
  await page.keyboard.press('Enter');
  await expect(counter.amount(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(counter.payment.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(counter.finish).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  const opened = page.waitForEvent('popup');
  await choose(page, 'FECHAR CAIXA');
  const slip = await opened;
  const paper = slip.getByRole('article');
  await expect(paper).toContainText('Total vendido');
  const list = slip.getByRole('table', { name: 'Pagamentos Pix' });
  await expect(list).toHaveCount(0);
  await slip.getByRole('button', { name: 'Listar pagamentos Pix' }).click();
  const txid = pixTxid(await keyOfLastSale(shop), 1);
  await expect(list.getByRole('row')).toContainText([
    'Hora',
    'R$ 20,00',
    new RegExp(`\\d\\d:\\d\\d.*${txid}.*18,90`),
    /2 pagamentos Pix\s*R\$\s38,90/,
    /Sem o troco, como no fechamento\s*R\$\s37,80/,
  ]);
  await expectAccessible(slip);

  // On a roll too, still one piece.
  await slip.getByLabel('Papel deste aparelho').selectOption('58');
  const { sizes, text } = await printed(slip);
  expect(sizes).toHaveLength(1);
  expect(text).toContain(txid);
  expect(text).toContain(pixTxid(key, 1));
  expect(text).toContain('2 pagamentos Pix R$ 38,90');
});
