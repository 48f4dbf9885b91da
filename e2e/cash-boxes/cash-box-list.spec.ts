import { randomUUID } from 'node:crypto';
import { row, rows } from '../back-office.ts';
import { boxScreen, moveCash, shopWithBox } from '../cash-box.ts';
import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, openedBy, test } from '../fixtures.ts';
import { dayOf, sell } from '../till.ts';

test('an administrator sees and closes the boxes of others', async ({ page, shop }) => {
  const { seller, goods, box } = await shopWithBox(shop);
  await sell(shop, seller, { product: goods.shirt, payments: [['Dinheiro', 42]] });
  await sell(shop, seller, { product: goods.notebook });
  await moveCash(seller, 'supply', 50, 'Troco do banco');
  const ana = await shop.newUser({ name: 'Ana', login: 'ana' });
  const left = await ana.call('openBox', { body: { float: 80 } });
  await shop.sql(`UPDATE cash_boxes SET opened_at = opened_at - interval '1 day' WHERE id = $1`, [
    left.id,
  ]);
  await shop.signIn(page, shop.admin, { at: '/gerenciarFechamentos' });
  const open = page.getByRole('table', { name: 'Caixas abertos' }).getByRole('row');
  await expect(open).toHaveCount(3);
  await expect(open.nth(1)).toContainText('Ana');
  await expect(open.nth(1)).toContainText('ficou aberto desde outro dia');
  await expect(open.nth(2)).toContainText('Vera Lúcia');
  await expectAccessible(page);

  const report = await openedBy(page, () =>
    page.getByRole('button', { name: `Ver relatório do caixa nº ${box.id}` }).click(),
  );
  await expect(report).toHaveURL(/\/pdfCaixa$/);
  const paper = report.getByRole('article');
  for (const [what, amount] of [
    ['Fundo de troco', '100,00'],
    ['Dinheiro das vendas, já sem o troco', '42,00'],
    ['Pix', '18,90'],
    ['Suprimento: Troco do banco', '50,00'],
    ['Dinheiro que deve haver agora', '192,00'],
  ] as const) {
    await expect(paper.getByRole('row').filter({ hasText: what })).toContainText(`R$ ${amount}`);
  }
  await expectAccessible(report);
  await report.close();

  // An administrator needs no approval, only a reason.
  const ui = boxScreen(page);
  await page.getByRole('button', { name: `Contar e fechar o caixa nº ${left.id}` }).click();
  await ui.countSum('7000');
  await expect(ui.result).toContainText('faltam R$ 10,00');
  await ui.count.getByLabel('Motivo da diferença').fill('Não se sabe');
  const slip = await openedBy(page, () => page.keyboard.press('Enter'));
  await expect(slip.getByRole('article')).toContainText('faltam R$ 10,00');
  await ui.closed.getByRole('button', { name: 'Pronto' }).click();
  await expect(open).toHaveCount(2);
  await seller.call('countBox', { params: { id: `${box.id}` }, body: { cash: 195 } });

  await page.goto(`/gerenciarFechamentos?startDate=2026-01-01&endDate=${dayOf(new Date())}`);
  await expect(page.getByText('Caixas abertos')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Data',
    'Vendedor',
    'Caixa',
    'Fundo',
    'Diferença',
    'Valor Vendido',
    'Fechamento',
  ]);
  await expect(row(page, 'Ana')).toContainText(/nº \d+R\$\s80,00faltam R\$\s10,00/);
  await expect(row(page, 'Vera')).toContainText(/R\$\s100,00sobram R\$\s3,00R\$\s60,90/);
  const sum = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::*');
  await expect(sum('Faltas')).toHaveText('R$ 10,00');
  await expect(sum('Sobras')).toHaveText('R$ 3,00');
  await expect(sum('Total do período')).toHaveText('R$ 60,90');

  // A float that is not what the count before left is told with both sums.
  const next = await ana.call('openBox', { body: { float: 60 } });
  await page.reload();
  await expect(open.nth(1)).toContainText(/R\$\s60,00a contagem anterior deixou R\$\s70,00/);
  const again = await openedBy(page, () =>
    page.getByRole('button', { name: `Ver relatório do caixa nº ${next.id}` }).click(),
  );
  await expect(again.getByRole('article')).toContainText(
    /R\$\s60,00; a contagem anterior deixou R\$\s70,00/,
  );
  await again.close();
  await ana.call('countBox', { params: { id: `${next.id}` }, body: { cash: 60 } });
  await page.reload();
  await expect(row(page, 'Ana').first()).toContainText(/deixou R\$\s70,00confere/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('without boxes the list tells of corrections since', async ({ page, shop }) => {
  const { shirt } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const sale = await sell(shop, vera, { product: shirt });
  const close = () =>
    shop.admin.call('closeBox', { body: { date: dayOf(new Date()), seller_id: vera.id } });
  await close();
  const refund = {
    items: [{ line: 1, quantity: 1 }],
    reason: 'Tamanho',
    total: 42,
    payments: [{ method: 'Pix', amount: 42 }],
  };
  const { login: username, password } = shop.admin;
  const { approval } = await vera.call('approve', {
    body: { username, password, action: 'refund', subject: sale.id, request: refund },
  });
  await vera.call('createRefund', {
    params: { id: `${sale.id}` },
    headers: { 'idempotency-key': randomUUID() },
    body: { ...refund, approval },
  });
  await shop.signIn(page, shop.admin, { at: '/gerenciarFechamentos' });
  await expect(row(page, 'Vera')).toContainText('R$ 42,00');
  await expect(row(page, 'Vera')).toContainText(
    /Depois do fechamento: 1 devolução ou correção\. O dia soma agora R\$\s0,00\./,
  );
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  for (const word of ['Caixas abertos', 'Faltas']) {
    await expect(page.getByText(word)).toHaveCount(0);
  }

  // The next slip says what was sold and what came back.
  await close();
  await page.reload();
  const opened = await openedBy(page, () =>
    row(page, 'Vera')
      .getByRole('button', { name: /^Fechamento/ })
      .click(),
  );
  const paper = opened.getByRole('article');
  await expect(paper).toContainText(/Vendido\s*R\$\s42,00/);
  await expect(paper).toContainText(/Devolvido\s*−R\$\s42,00/);
  await expect(paper).toContainText(/Total líquido\s*R\$\s0,00/);
  await expect(paper).toContainText('Devoluções e trocas: 1');
});
