import type { Correction } from '@balcao/contract/sales/corrections.ts';
import { twoShirts } from '../correction-screen.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { A4, expectPiece, mm, paperOf, printed, ROLLS, show } from '../paper.ts';

const keyed = (key: number) => ({
  'idempotency-key': `00000000-0000-4000-8000-${`${key}`.padStart(12, '0')}`,
});

/** One of each kind; amounts as the server answers them. */
async function papers(shop: Shop) {
  const { sale } = await twoShirts(shop);
  const params = { id: `${sale.id}` };
  const payments = await shop.admin.call('correctPayments', {
    params,
    headers: keyed(1),
    body: { reason: 'Era débito', payments: [{ method: 'Cartão de débito', amount: 84 }] },
  });
  const refund = await shop.admin.call('createRefund', {
    params,
    headers: keyed(2),
    body: {
      items: [{ line: 1, quantity: 1 }],
      reason: 'Tamanho errado',
      total: 42,
      payments: [
        { method: 'Cartão de débito', amount: 30 },
        { method: 'Dinheiro', amount: 12 },
      ],
    },
  });
  const exchange: Correction = {
    ...refund,
    kind: 'exchange',
    approved_by: 'Ana Administradora',
    exchange_sale: 4990,
    payments: [
      { method: 'Troca', amount: -30 },
      { method: 'Dinheiro', amount: -12 },
    ],
  };
  return { sale, payments, refund, exchange };
}

test('the papers of returns, exchanges and corrections on A4 and rolls', async ({ page, shop }) => {
  const { sale, payments, refund, exchange } = await papers(shop);
  await shop.signIn(page, shop.admin, { at: null });
  const common = ['Cliente', 'Maria das Dores Souza', 'Feito por Administrador', 'CNPJ'];
  const expected = [
    [
      refund,
      'COMPROVANTE DE DEVOLUÇÃO',
      `nº ${sale.id}, de `,
      'João Souza',
      'Camiseta da escola 1 R$ 42,00',
      'Total do que voltou R$ 42,00',
      'Devolvido em Cartão de débito R$ 30,00',
      'Devolvido em Dinheiro R$ 12,00',
      'Motivo Tamanho errado',
      'Vendedor: Administrador',
    ],
    [
      exchange,
      'COMPROVANTE DE TROCA',
      'Venda nova nº 4990',
      'Crédito usado na venda nova R$ 30,00',
      'Devolvido em Dinheiro R$ 12,00',
      'Autorizado por Ana Administradora',
    ],
    [
      payments,
      'COMPROVANTE DE CORREÇÃO DE PAGAMENTO',
      'Antes: Pix R$ 30,00',
      'Antes: Dinheiro R$ 54,00',
      'Agora: Cartão de débito R$ 84,00',
      'Motivo Era débito',
    ],
  ] as const;
  for (const [correction, title, ...parts] of expected) {
    const all = [title, `Nº ${correction.id}`, ...parts, ...common];
    await show(page, '/pdfDevolucao', correction);
    await paperOf(page).selectOption('a4');
    const { sizes, text } = await printed(page);
    expect(sizes).toEqual([A4]);
    for (const part of all) expect(text).toContain(part);
    expect(text).not.toContain('2ª via');
    await expectAccessible(page);
    // The long return and the receipt below have the others on rolls.
    for (const [setting, width] of correction === payments ? ROLLS : []) {
      await paperOf(page).selectOption(setting);
      await expectPiece(page, width, all);
    }
  }
  // After its receipt in one tab: on a roll below it, on A4 on a sheet of its own.
  const [receipt] = (await shop.admin.call('listSales', { query: {} })).results;
  await show(page, '/pdf', { ...receipt, exchange });
  for (const [setting, width] of ROLLS) {
    await paperOf(page).selectOption(setting);
    await expectPiece(page, width, ['RECIBO', 'COMPROVANTE DE TROCA', 'Venda nova nº 4990']);
  }
  await paperOf(page).selectOption('a4');
  const { sizes, sheets } = await printed(page);
  expect(sizes).toEqual([A4, A4]);
  expect(sheets[1]).toContain('COMPROVANTE DE TROCA');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a long return fits its papers', async ({ page, shop }) => {
  const { refund } = await papers(shop);
  await shop.signIn(page, shop.admin, { at: null });
  const long = 'Anticonstitucionalissimamente'.repeat(3);
  const [item] = refund.items as [Correction['items'][number]];
  const many: Correction = {
    ...refund,
    client_name: `Maria ${long}`,
    reason: long,
    seller_name: long,
    items: Array.from({ length: 30 }, (_, index) => ({
      ...item,
      product_info: { ...item.product_info, name: `${index} ${long}`.slice(0, 60) },
    })),
  };
  for (const [setting, width] of [['a4', 210], ...ROLLS] as const) {
    await show(page, '/pdfDevolucao', many);
    await paperOf(page).selectOption(setting);
    if (setting === 'a4') expect((await printed(page)).sizes).toEqual([A4]);
    else await expectPiece(page, width, ['COMPROVANTE DE DEVOLUÇÃO', 'Vendedor: Anti']);
  }
});

test('the barcode of a receipt has whole bars and room beside', async ({ page, shop }) => {
  const { sale } = await twoShirts(shop);
  await shop.signIn(page, shop.admin, { at: '/vendas' });
  const [stored] = (await shop.admin.call('listSales', { query: {} })).results;
  const huge = { ...stored, id: 123_456_789 };
  for (const [setting, width] of [['a4', 210], ...ROLLS] as const) {
    for (const shown of [stored, huge]) {
      await show(page, '/pdf', shown);
      await paperOf(page).selectOption(setting);
      const code = `V${shown?.id}`;
      const bars = page.getByRole('img', { name: `Código de barras ${code}` });
      await page.emulateMedia({ media: 'print' });
      const [box, sheet] = [
        await bars.boundingBox(),
        await page.getByRole('article').boundingBox(),
      ];
      await page.emulateMedia({ media: null });
      if (!box || !sheet) throw new Error('The barcode is not shown');
      const modules = await bars.evaluate((svg: SVGSVGElement) => svg.viewBox.baseVal.width);
      const module = mm((box.width / 96) * 72) / modules;
      expect(module).toBeCloseTo(0.375, 2);
      expect(mm((box.height / 96) * 72)).toBeGreaterThan(7.5);
      const left = mm(((box.x - sheet.x) / 96) * 72);
      const right = mm(((sheet.x + sheet.width - box.x - box.width) / 96) * 72);
      expect(Math.min(left, right)).toBeGreaterThan(10 * module);
      expect(Math.round(mm((sheet.width / 96) * 72))).toBe(width);
    }
  }
  expect(stored?.id).toBe(sale.id);
});
