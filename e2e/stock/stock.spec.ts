import { readFile } from 'node:fs/promises';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { row, rows } from '../back-office.ts';
import { correctionScreen } from '../correction-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { deliver, goods, onHand, type } from '../stock-goods.ts';
import { sell } from '../till.ts';

test('the list by model, its filters, a loss, what to buy, and all of it on a phone', async ({
  page,
  shop,
}) => {
  const { shirt, notebook } = await goods(shop);
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  const lastYear = new Date().getFullYear() - 1;
  await sell(shop, vera, {
    product: shirt('M'),
    quantity: 25,
    at: `${lastYear}-03-10T10:00-03:00`,
  });
  await deliver(shop, [
    [shirt('4'), 3],
    [shirt('M'), 10],
    [shirt('GG'), 1],
    [notebook, 40],
  ]);
  await sell(shop, vera, { product: shirt('GG'), quantity: 1 });
  await sell(shop, vera, { product: shirt('M'), quantity: 5 });
  const sale = await sell(shop, vera, { product: notebook, quantity: 3 });
  await shop.signIn(page, shop.admin, { at: '/estoque' });
  await expect(row(page, 'Camiseta Colégio').getByRole('cell')).toHaveText([
    /^Camiseta Colégio/,
    '4 3',
    'M 5',
    'GG 0, em falta',
    '8',
    /^R\$\s336,00 a preço de venda$/,
    '6 vendidos em 30 dias',
    'dura ~40 dias',
  ]);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Produto',
    '4',
    'M',
    'GG',
    'Total',
    'A preço de venda',
    'Vendidos em 30 dias',
    'Dura',
  ]);
  const sums = page.getByRole('status').filter({ hasText: 'a preço de venda' });
  await expect(sums).toHaveText(/^4 produtos, 45 peças, R\$\s1\.035,30 a preço de venda$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Camiseta Colégio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Camiseta Colégio' });
  await dialog.getByRole('button', { name: 'M', exact: true }).click();
  await dialog.getByLabel('Mínimo').pressSequentially('12');
  await dialog.getByRole('button', { name: 'Salvar mínimo' }).click();
  const adjust = dialog.getByRole('button', { name: /^Perda/ });
  await adjust.press('Enter');
  await expect(dialog.getByLabel('O que foi')).toBeFocused();
  await dialog.getByLabel('Quantas saíram').pressSequentially('2');
  await dialog.getByLabel('Motivo').pressSequentially('Molhadas');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('row', { name: /Perda: Molhadas/ })).toContainText('3');
  await expect(adjust).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Abaixo do mínimo' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 'Camiseta')).toContainText('3, abaixo do mínimo');
  await page.getByLabel('Um produto por linha').check();
  await expect(rows(page)).toContainText(['Camiseta Colégio M']);

  // Of two notebooks that come back, none is sold again.
  await goTo(page, `/vendas?sale=${sale.id}`);
  const screen = correctionScreen(page, sale);
  await screen.button('Devolver').click();
  await screen.units('Caderno universitário').pressSequentially('2');
  await screen.dialog.getByRole('checkbox', { name: /^Avariado/ }).check();
  await screen.button('Defeito').click();
  await expectAccessible(page);
  await screen.button('DEVOLVER').click();
  await expect(screen.dialog.getByText('2 × Caderno universitário (avariado)')).toBeVisible();
  expect(await onHand(shop, notebook)).toBe(37);

  await goTo(page, '/painel');
  await page.getByRole('link', { name: '1 produto em falta' }).click();
  await expect(page.getByRole('heading', { name: 'ESTOQUE' })).toBeVisible();
  await expect(row(page, 'Camiseta Colégio')).toContainText('em falta');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Ir para', { exact: true }).pressSequentially('compr');
  await page.keyboard.press('Enter');
  const year = lastYear + 1;
  await page.getByLabel('Início').fill(`${year}-03-01`);
  await page.getByLabel('Fim').fill(`${year}-03-31`);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  const toBuy = page.getByLabel('Comprar de Camiseta Colégio M');
  await expect(toBuy).toHaveValue('22');
  await toBuy.fill('20');
  await page.reload();
  await expect(toBuy).toHaveValue('20');
  // And two of the size that is out, by the pace of now.
  await expect(page.getByRole('status')).toContainText('2 produtos, 21 peças');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'Lista de compras: CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/estoque', '/estoque/comprar', '/estoque/entrada', '/estoque/contagem']) {
    await goTo(page, path);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
  await shop.signIn(page, vera, { at: '/estoque' });
  await expect(row(page, 'Camiseta Colégio')).toContainText('GG 0, em falta');
  await expect(page.getByRole('link', { name: 'Entrada' })).toHaveCount(0);
});

test('what to buy is of what is followed, by a year before, the pace or the minimum, and a search hides nothing that was typed', async ({
  page,
  shop,
}) => {
  const { shirt, notebook, pencil } = await goods(shop);
  const copies = await shop.admin.call('createProduct', {
    body: { code: '900', name: 'Boletim, 2ª via', price: 3, active: true },
  });
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  const year = new Date().getFullYear();
  const at = `${year - 1}-03-10T10:00-03:00`;
  await sell(shop, vera, { product: shirt('M'), quantity: 25, at });
  await sell(shop, vera, { product: copies, quantity: 15, at });
  await deliver(shop, [
    [shirt('M'), 10],
    [shirt('P'), 2],
    [notebook, 9],
    [pencil, 4],
  ]);
  await sell(shop, vera, { product: notebook, quantity: 8 });
  const least = { products: [shirt('P').id], minimum: 6 };
  await shop.admin.call('setMinimum', { body: least });

  const address = `/estoque/comprar?startDate=${year}-03-01&endDate=${year}-03-31`;
  await shop.signIn(page, shop.admin, { at: address });
  const toBuy = (name: string) => page.getByLabel(`Comprar de ${name}`);
  const sums = page.getByRole('status');
  await expect(rows(page)).toContainText([
    /^Caderno universitário.*7, pelo ritmo: 8 em 30 dias/,
    /^Camiseta Colégio P.*4, pelo mínimo: 6/,
    /^Camiseta Colégio M.*15, pelo ano anterior/,
  ]);
  await expect(sums).toContainText('3 produtos, 26 peças.');
  await expectAccessible(page);

  const search = async (text: string) => {
    await page.getByLabel('Buscar produto').click();
    await page.keyboard.press('Control+a');
    await type(page, text);
  };
  const order = async (name: string, quantity: string) => {
    await toBuy(name).focus();
    await page.keyboard.type(quantity);
  };
  await search('camiseta');
  await expect(rows(page)).toHaveCount(2);
  await order('Camiseta Colégio P', '12');
  await expect(sums).toContainText('3 produtos, 34 peças ao todo.');
  // A search finds also what nothing proposes.
  await search('lapis');
  await expect(rows(page)).toHaveCount(1);
  await order('Lápis HB', '3');
  await search('boletim');
  await expect(page.getByText('Nenhum com estoque é assim.')).toBeVisible();
  await page.getByRole('button', { name: 'Mostrar os que não têm estoque' }).press('Enter');
  await expect(row(page, 'Boletim')).toContainText('15, pelo ano anterior');
  await order('Boletim, 2ª via', '2');
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  // What is not followed comes last, and what somebody asked for stays.
  await expect(rows(page)).toContainText(['Caderno', 'Colégio P', 'Colégio M', 'Lápis', 'Boletim']);
  await page.getByLabel('Mostrar os que não têm estoque').press('Space');
  await expect(rows(page)).toHaveCount(5);
  await search('camiseta');
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByLabel('Buscar produto')).toHaveValue('camiseta');
  await expect(toBuy('Camiseta Colégio P')).toHaveValue('12');
  await expect(sums).toContainText('5 produtos, 39 peças ao todo.');

  const asked = [
    [notebook, '7'],
    [shirt('P'), '12'],
    [shirt('M'), '15'],
    [pencil, '3'],
    [copies, '2'],
  ] as const;
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const paper = page.getByRole('table', { name: 'LISTA DE COMPRAS', includeHidden: true });
  await expect(paper.getByRole('row', { includeHidden: true })).toHaveText([
    'ProdutoCódigoQtd.',
    ...asked.map(([{ name, code }, quantity]) => `${name}${code}${quantity}`),
    '5 produtos, 39 peças',
  ]);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'Lista de compras: CSV' }).click();
  const file = await readFile(await (await downloaded).path(), 'utf8');
  const lines = file.trim().split(/\r?\n/).slice(1).sort();
  expect(lines.map((line) => [line.split(';')[0], line.split(';').at(-1)])).toEqual(
    asked.map(([{ code }, quantity]) => [code, quantity]).sort(),
  );
});

test('the stock at the end of a day, with its worth, and the paper of it', async ({
  page,
  shop,
}) => {
  const { notebook, pencil } = await goods(shop);
  await deliver(shop, [
    [notebook, 40],
    [pencil, 10],
  ]);
  await shop.signIn(page, shop.admin, { at: '/estoque' });
  const sums = page.getByRole('status').filter({ hasText: 'a preço de venda' });
  await expect(sums).toHaveText(/^2 produtos, 50 peças, R\$\s771,50 a preço de venda$/);
  // Two days ago nothing had come yet.
  const day = page.getByLabel('No fim do dia');
  await day.fill(businessDayOf(new Date(Date.now() - 2 * 86_400_000)));
  await expect(page.getByText('Nenhum produto com estoque é assim')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeDisabled();
  await page.getByRole('button', { name: 'Mostrar todos' }).click();
  await expect(day).toHaveValue('');
  await expect(sums).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const paper = page.getByRole('table', { name: 'ESTOQUE', includeHidden: true }).first();
  await expect(paper.getByRole('row', { includeHidden: true })).toHaveText([
    /Produto.*Em estoque.*Preço.*A preço de venda/,
    /Caderno universitário101.*40.*18,90.*756,00/,
    /Lápis HB102.*10.*1,55.*15,50/,
    /2 produtos, 50 peças.*771,50/,
  ]);
});
