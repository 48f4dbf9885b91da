import { readFile } from 'node:fs/promises';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { stock } from '../counter-screen.ts';
import { expect, expectAccessible, type Shop, test } from '../fixtures.ts';
import { A4, expectPiece, mm, paperOf, printed, ROLLS, show } from '../paper.ts';
import { timesPrinted } from '../print-dialog.ts';
import { dayOf, newClient, sell } from '../till.ts';

const SENTENCE =
  'Recebemos de Maria das Dores Souza, inscrito(a) no CPF sob o nº 529.982.247-25, a importância de ' +
  'R$ 56,70, referente a Caderno universitário: x3, pago por Pix R$ 20,00; Dinheiro R$ 50,00, ' +
  'estando assim quitado.';
const ITEM = 'Caderno universitário 3 R$ 18,90 R$ 56,70';
const SUMS = 'Total R$ 56,70 Pago R$ 70,00 Troco R$ 13,30';

async function threeNotebooks(shop: Shop) {
  const { notebook } = await stock(shop);
  const student = await shop.admin.call('createStudent', {
    body: { registration: '20260042', name: 'João Souza' },
  });
  const sale = await sell(shop, shop.admin, {
    product: notebook,
    quantity: 3,
    student,
    payments: [
      ['Pix', 20],
      ['Dinheiro', 50],
    ],
  });
  return { ...sale, created_at: '2026-03-02T15:34:00.000Z' };
}

test('receipt and slip fit both rolls, which the device keeps, and A4 in order; many items stay on one page', async ({
  page,
  shop,
}) => {
  const sale = await threeNotebooks(shop);
  const today = dayOf(new Date());
  const long = 'Anticonstitucionalissimamente'.repeat(3);
  const product = await shop.admin.call('createProduct', {
    body: { code: '9', name: long, price: 99_999.99, active: true },
  });
  const client = await newClient(shop, `Maria ${long}`, '11144477735');
  const huge = await sell(shop, shop.admin, { product, client, quantity: 50 });
  const closing = await shop.admin.call('closeBox', {
    body: { date: today, seller_id: shop.admin.id },
  });
  await shop.signIn(page, shop.admin, { at: null });

  for (const [setting, width] of ROLLS) {
    await show(page, '/pdf', sale);
    await paperOf(page).selectOption(setting);
    await expectPiece(page, width, [
      'RECIBO',
      `Nº ${sale.id}`,
      SENTENCE,
      'Caderno universitário 3 × R$ 18,90 R$ 56,70',
      SUMS,
      '02/03/2026 às 12:34 · Vendedor: Administrador · Aluno: João Souza, matrícula 20260042',
      'Não é documento fiscal',
      'Assinatura',
    ]);
    await expectAccessible(page);
    await show(page, '/pdf', huge);
    await expect(paperOf(page)).toHaveValue(setting);
    await expectPiece(page, width, ['R$ 4.999.999,50']);
    await show(page, '/pdfFechamento', closing);
    await expectPiece(page, width, ['FECHAMENTO', 'Total vendido R$ 5.000.056,20', '2 vendas']);
    await expectAccessible(page);
  }

  await paperOf(page).selectOption('a4');
  expect((await printed(page)).sizes).toEqual([A4]);

  // A4 has the text, then items, time, seller and student.
  await show(page, '/pdf', sale);
  const { sizes, text } = await printed(page);
  expect(sizes).toEqual([A4]);
  const order = [
    SENTENCE,
    '02/03/2026',
    'Assinatura',
    `Item Qtd. Unitário Total ${ITEM}`,
    SUMS,
    '02/03/2026 às 12:34 · Vendedor: Administrador · Aluno: João Souza, matrícula 20260042',
    'Não é documento fiscal',
    'CNPJ',
  ].map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(text).not.toContain('Desconto');

  const [item] = sale.products_data as [Sale['products_data'][number]];
  const discounted = { ...item, desc_percent: 10, desc_value: 5.67, total: 51.03 };
  const total = { total: 51.03, total_general: 50, desc_general: 1.03, student_data: null };
  await show(page, '/pdf', { ...sale, ...total, products_data: [discounted] });
  const less = (await printed(page)).text;
  expect(less).toContain(`${ITEM} Desconto −R$ 6,70 Total R$ 50,00`);
  expect(less).not.toContain('Aluno');

  // The PDF file of many items stays on one page.
  const count = 60;
  const products = Array.from({ length: count }, (_, index) => {
    return {
      ...item,
      product_info: { ...item.product_info, name: `Caderno de capa dura ${index + 1}` },
    };
  });
  await show(page, '/pdf', { ...sale, products_data: products });
  const file = await savedFile(page);
  const pdf = await getDocumentProxy(file.slice());
  expect(pdf.numPages).toBe(1);
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const heights = items.flatMap((each) => ('height' in each && each.str.trim() ? each.height : []));
  expect(Math.min(...heights)).toBeGreaterThan(5);
  const itsText = await textOf(file);
  for (let number = 1; number <= count; number++) {
    expect(itsText).toContain(`Caderno de capa dura ${number} 3 R$ 18,90`);
  }
});

test('a device that asks prints when it has its answer', async ({ page, shop }) => {
  const sale = await threeNotebooks(shop);
  await shop.signIn(page, shop.admin, { at: null });
  const open = async (setting: string) => {
    await page.evaluate((paper) => {
      sessionStorage.setItem('print', '1');
      localStorage.setItem('paper', paper);
    }, setting);
    await show(page, '/pdf', sale);
  };
  await open('58');
  await expect.poll(() => timesPrinted(page)).toBe(1);
  expect(mm((await printed(page)).sizes[0]?.width ?? 0)).toBeCloseTo(58, 0);

  await open('ask');
  const question = page.getByRole('group', { name: 'Imprimir em' });
  await expect(question.getByRole('button', { name: 'A4' })).toBeFocused();
  expect(await timesPrinted(page)).toBe(0);
  await expectAccessible(page);
  await question.getByRole('button', { name: '80 mm' }).press('Enter');
  expect(await timesPrinted(page)).toBe(1);
  expect(mm((await printed(page)).sizes[0]?.width ?? 0)).toBeCloseTo(80, 0);
  // It asks again the next time, and what another version has stored means A4.
  await page.reload();
  await expect(paperOf(page)).toHaveValue('ask');
  await open('letter');
  await expect(paperOf(page)).toHaveValue('a4');
  await expect.poll(() => timesPrinted(page)).toBe(1);
});

/** The PDF file of the receipt that is shown. */
async function savedFile(page: Page, name: string | RegExp = /^Recibo/): Promise<Uint8Array> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Salvar PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(name);
  return new Uint8Array(await readFile(await download.path()));
}

/** The texts of a PDF file, with single spaces. */
async function textOf(file: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(file), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

test('the receipt is saved as PDF or shared', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/Failed to load resource|The PDF file could not be made/);
  const sale = await threeNotebooks(shop);
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('shares')) return;
    const shared: File[] = [];
    let refused = false;
    Object.assign(window, { shared });
    Object.defineProperties(Navigator.prototype, {
      canShare: { value: () => true },
      share: {
        value: async ({ files }: { files: File[] }) => {
          if (!refused) {
            refused = true;
            throw new DOMException('too late', 'NotAllowedError');
          }
          shared.push(...files);
        },
      },
    });
  });
  await shop.signIn(page, shop.admin, { at: null });
  await show(page, '/pdf', { ...sale, reprinted_at: '2026-03-03T12:00:00.000Z' });
  await expect(page.getByRole('button', { name: 'Compartilhar' })).toHaveCount(0);
  await page.route('**/receipt-pdf*', (route) => route.abort());
  await page.getByRole('button', { name: 'Salvar PDF' }).click();
  await expect(page.getByRole('alert')).toHaveText('O PDF não pôde ser feito. Tente de novo.');
  await page.unroute('**/receipt-pdf*');
  // A browser that remembers that the code was not there loads the page anew; Chromium does so most of the time.
  const loaded = Promise.race([page.waitForEvent('load'), page.waitForEvent('download')]);
  await page.getByRole('button', { name: 'Salvar PDF' }).click();
  await loaded;
  const file = await savedFile(page, `Recibo ${sale.id}.pdf`);
  const pdf = await getDocumentProxy(file.slice());
  expect(pdf.numPages).toBe(1);
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  expect([mm(width), mm(height)].map(Math.round)).toEqual([210, 297]);
  const text = await textOf(file.slice());
  // The same words as on the paper, in the same order.
  const words = (from: string) => from.slice(from.indexOf('RECIBO')).replace(/\s+/g, '');
  expect(words(text)).toBe(words((await printed(page)).text));
  expect(text).toContain(SENTENCE);
  expect(text).toContain('2ª via');

  await page.evaluate(() => sessionStorage.setItem('shares', '1'));
  await page.reload();
  const share = page.getByRole('button', { name: 'Compartilhar' });
  await share.click();
  // Making the file took longer than the browser remembers a touch.
  await expect(page.getByRole('alert')).toContainText('toque de novo em Compartilhar');
  await share.click();
  await expect
    .poll(() =>
      page.evaluate(() =>
        (window as unknown as { shared: File[] }).shared.map(({ name, type }) => [name, type]),
      ),
    )
    .toEqual([[`Recibo ${sale.id}.pdf`, 'application/pdf']]);
});

test.describe('on a phone that can share files', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the buttons below a receipt are accessible', async ({ page, shop }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'canShare', { value: () => true }),
    );
    const sale = await threeNotebooks(shop);
    await shop.signIn(page, shop.admin, { at: null });
    await show(page, '/pdf', sale);
    for (const name of ['Salvar PDF', 'Compartilhar']) {
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
  });
});
