import { row } from '../back-office.ts';
import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { timesPrinted } from '../print-dialog.ts';
import { brazilian, dayOf, sell } from '../till.ts';

// Specification: 2.7, 2.11, 2.12, 2.13, 2.14
test('papers carry their logos; the receipt is signed', async ({ page, context, shop }) => {
  const { shirt } = await stock(shop);
  const sale = await sell(shop, shop.admin, { product: shirt });
  const today = dayOf(new Date());
  await shop.admin.call('closeBox', { body: { date: today, seller_id: shop.admin.id } });
  await shop.signIn(page, shop.admin);
  const kept = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('data') ?? 'null'));
  const { institutions } = await shop.admin.call('readInstitution');
  const logos = institutions.map(({ logo }) => logo);

  const [receipt] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: `Imprimir recibo da venda ${sale.id}` }).click(),
  ]);
  const paper = receipt.getByRole('article');
  await expect(receipt).toHaveURL(/\/pdf$/);
  await expect(paper.getByRole('heading', { name: 'RECIBO' })).toBeVisible();
  await expect(paper).toContainText('Camiseta da escola: x1');
  await expect(paper).toContainText(brazilian(today));
  expect(await timesPrinted(receipt)).toBe(0);
  for (const [index, logo] of logos.entries()) {
    await expect(paper.locator('img').nth(index)).toHaveAttribute('src', logo ?? '');
  }
  await expect(paper.locator('img')).toHaveCount(2);
  await expect(paper.getByText('Assinatura')).toBeVisible();
  expect(await kept()).toEqual({ ...sale, closed: true });

  await goTo(page, '/gerenciarFechamentos');
  const [closing] = await shop.admin.call('listClosings', {
    query: { startDate: today, endDate: today },
  });
  const [slip] = await Promise.all([
    context.waitForEvent('page'),
    row(page, 'R$ 42,00')
      .getByRole('button', { name: /^Fechamento/ })
      .click(),
  ]);
  await expect(slip).toHaveURL(/\/pdfFechamento$/);
  await expect(slip.getByRole('article').locator('img')).toHaveCount(2);
  expect(await kept()).toEqual(closing);

  await goTo(page, `/vendas?startDate=${today}&endDate=${today}`);
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  const report = page.getByRole('article', { name: 'Relatório' });
  await expect(report.locator('img')).toHaveAttribute('src', logos[0] ?? '');
});

test('the example school is said to be one', async ({ page, shop }) => {
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  const { shirt } = await stock(shop);
  const sale = await sell(shop, vera, { product: shirt });
  const notice = page.getByRole('region', { name: 'Escola de exemplo' });
  const onPaper = page.getByText('Este papel mostra uma escola de exemplo.');
  const showReceipt = async () => {
    await page.evaluate((data) => sessionStorage.setItem('data', JSON.stringify(data)), sale);
    await page.goto('/pdf');
    await expect(page.getByRole('article').getByRole('heading', { name: 'RECIBO' })).toBeVisible();
  };

  await shop.signIn(page, vera, { at: '/perfil' });
  await expect(page.getByRole('contentinfo')).toContainText('Balcão Demonstração');
  await expect(notice).toBeHidden();
  await showReceipt();
  await expect(onPaper).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(onPaper).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => localStorage.clear());

  await shop.signIn(page, shop.admin, { at: '/categorias' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('link').click();
  await expect(page).toHaveURL(/\/configuracoes$/);
  await expect(notice).toBeVisible();
  const named = (name: string) => ({ name, cnpj: '11222333000181' });
  await shop.admin.call('editInstitution', {
    body: {
      ...{ company_name: 'Loja', city: 'Recife', graduation_unit: 'Centro' },
      ...{ college: named('Faculdade'), school: named('Colégio') },
    },
  });
  await page.reload();
  await expect(page.getByRole('form', { name: 'Instituições' })).toBeVisible();
  await expect(notice).toBeHidden();
  await showReceipt();
  await expect(onPaper).toBeHidden();
});
