import { moveCash, shopWithBox } from '../cash-box.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { A4, expectPiece, paperOf, printed, ROLLS, show } from '../paper.ts';
import { sell } from '../till.ts';

test('the papers of a counted box fit A4 and both rolls', async ({ page, shop }) => {
  const long = 'Envelope trazido pela secretaria e conferido por duas pessoas. '.repeat(3).trim();
  const { seller, goods, box } = await shopWithBox(shop, {
    settings: { count_every_method: true },
    float: 90_000,
  });
  await sell(shop, seller, { product: goods.shirt, quantity: 9_999 });
  const supply = await moveCash(seller, 'supply', 9_000, long);
  await moveCash(seller, 'withdrawal', 1.5, 'Selo');
  const report = await shop.admin.call('readBox', { params: { id: `${box.id}` } });
  const params = { id: `${box.id}` };
  await shop.admin.call('countBox', { params, body: { cash: 99_000 } });
  const { closing } = await shop.admin.call('settleBox', { params, body: { reason: long } });
  await shop.signIn(page, shop.admin, { at: null });

  const papers = [
    ['/pdfMovimento', supply, ['SUPRIMENTO', 'R$ 9.000,00', `Motivo: ${long}`, 'Vera Lúcia']],
    [
      '/pdfCaixa',
      { ...report, seen_at: '2026-03-02T15:34:00.000Z' },
      ['RELATÓRIO X', '02/03/2026 às 12:34', 'Dinheiro que deve haver agora R$ 98.998,50'],
    ],
    [
      '/pdfFechamento',
      closing,
      [
        `Caixa nº ${box.id}`,
        'Total vendido R$ 419.958,00',
        'Selo −R$ 1,50',
        'Dinheiro esperado R$ 98.998,50',
        'sobram R$ 1,50',
        'faltam R$ 419.958,00',
        `Motivo da diferença: ${long}`,
        'Conferido por',
      ],
    ],
  ] as const;
  for (const [path, stored, parts] of papers) {
    await show(page, path, stored);
    await paperOf(page).selectOption('a4');
    const { sizes, text } = await printed(page);
    expect(sizes, path).toEqual([A4]);
    for (const part of parts) expect(text).toContain(part);
    await expectAccessible(page);
    for (const [setting, width] of ROLLS) {
      await paperOf(page).selectOption(setting);
      await expectPiece(page, width, parts);
    }
    await expectAccessible(page);
  }
});
