import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, type Goods, type Shop, saleOf, test } from '../fixtures.ts';
import { A4, printed, show } from '../paper.ts';
import { timesPrinted } from '../print-dialog.ts';
import { newClient } from '../till.ts';

async function sell(shop: Shop, items: { product: Goods; quantity: number }[], change: number) {
  const client = await newClient(shop);
  const total = items.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  const cash = Math.round((total - 10 + change) * 100) / 100;
  const payments = [
    { method: 'Pix', amount: 10 },
    { method: 'Dinheiro', amount: cash },
  ];
  return shop.admin.call('createSale', { body: saleOf({ client, items, payments }) });
}

// Specification: 2.13, 9.6
test('the receipt is one A4 page with everything on it', async ({ page, shop }) => {
  const { notebook, pencil } = await stock(shop);
  const sale = await sell(
    shop,
    [
      { product: notebook, quantity: 1 },
      { product: pencil, quantity: 2 },
    ],
    8,
  );
  const institution = await shop.admin.call('readInstitution');
  await shop.signIn(page, shop.admin, { at: null });
  await show(page, '/pdf', sale);
  await expectAccessible(page);

  const paper = await printed(page);
  const { text } = paper;
  expect(paper.sizes).toEqual([A4]);
  const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' });
  for (const part of [
    'RECIBO',
    'Maria das Dores Souza',
    '529.982.247-25',
    'R$ 22,00',
    'Caderno universitário: x1, Lápis HB nº 2: x2',
    'Pix R$ 10,00; Dinheiro R$ 20,00, estando assim quitado.',
    'Pago R$ 30,00',
    'Troco R$ 8,00',
    `${institution.city}, ${today.format(new Date(sale.created_at))}`,
    ...institution.institutions.flatMap(({ name, cnpj }) => [name, `CNPJ ${cnpj}`]),
  ]) {
    expect(text).toContain(part);
  }
  expect(institution.institutions).toHaveLength(2);
  // The button is not printed, and the print dialog opens at once only after a sale.
  expect(text).not.toContain('Imprimir');
  expect(await timesPrinted(page)).toBe(0);
  await page.getByRole('button', { name: 'Imprimir' }).click();
  expect(await timesPrinted(page)).toBe(1);

  // Printed from a phone it is the same paper.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'RECIBO' })).toBeVisible();
  const { pdf: _, ...again } = await printed(page);
  expect(again).toEqual({ sheets: paper.sheets, sizes: paper.sizes, text });

  // There is no clause about what there is not; the day is the sale's.
  await show(page, '/pdf', {
    ...sale,
    client_data: { ...sale.client_data, name: 'Cliente anonimizado', cpf: '' },
    payment_method1: null,
    payment_method2: null,
    troco: 0,
    created_at: '2026-03-02T15:00:00.000Z',
  });
  await expect(page.getByRole('article')).toContainText(
    'Recebemos de Cliente anonimizado, a importância de R$ 22,00, ' +
      'referente a Caderno universitário: x1, Lápis HB nº 2: x2, estando assim quitado.',
  );
  await expect(page.getByRole('article')).toContainText(', 02/03/2026');
});

test('sixty products still fit on one page, all of them', async ({ page, shop }) => {
  const products = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      shop.admin.call('createProduct', {
        body: {
          code: `${index}`,
          name: `Livro de exercícios do ${index + 1}º capítulo, com respostas`,
          price: 12.5,
          active: true,
        },
      }),
    ),
  );
  const items = products.map((product) => ({ product, quantity: 3 }));
  const sale = await sell(shop, items, 0);
  await shop.signIn(page, shop.admin, { at: null });
  await show(page, '/pdf', sale);
  // Head and margins give way to the text.
  const letters = await page
    .getByRole('article')
    .evaluate((sheet) => Number.parseFloat(getComputedStyle(sheet).fontSize) * 0.75);
  expect(letters).toBeGreaterThanOrEqual(6.5);
  const { sizes, text } = await printed(page);
  expect(sizes).toEqual([A4]);
  for (const { name } of products) {
    expect(text).toContain(`${name}: x3`);
    expect(text).toContain(`${name} 3 R$ 12,50 R$ 37,50`);
  }
  expect(text).toContain('R$ 2.250,00');
  expect(text).not.toMatch(/troco|pago R\$/i);
  expect(text).toContain('estando assim quitado.');
});
