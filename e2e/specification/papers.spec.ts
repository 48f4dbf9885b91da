import type { Page } from '@playwright/test';
import { stock } from '../counter-screen.ts';
import { choose, expect, expectAccessible, openedBy, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { A4, printed } from '../paper.ts';
import { timesPrinted } from '../print-dialog.ts';
import { gate, problem } from '../sale-traffic.ts';
import { brazilian, dayOf, newClient, sell } from '../till.ts';

const today = () => dayOf(new Date());

/** Opens a report like the sales list: by the state of the history entry. */
async function openReport(page: Page, request: object): Promise<void> {
  await page.goto('/perfil');
  await page.evaluate((state) => history.replaceState(state, '', '/pdf-report'), {
    search: '',
    productsSelected: [],
    startDate: '2025-01-01',
    endDate: today(),
    ...request,
    __TSR_key: 'report',
    __TSR_index: 0,
  });
  await page.reload();
}

// Specification: 2.12
test('FECHAR CAIXA prints one A4 page with the net sums', async ({ page, shop }) => {
  const { shirt, notebook } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  await sell(shop, vera, { product: shirt, payments: [['Dinheiro', 50]] });
  await sell(shop, vera, {
    product: notebook,
    quantity: 10,
    payments: [
      ['Pix', 100],
      ['Dinheiro', 100],
    ],
  });
  await shop.signIn(page, vera);
  const slip = await openedBy(page, () => choose(page, 'FECHAR CAIXA'));
  await expect(slip.getByRole('heading', { name: 'FECHAMENTO' })).toBeVisible();
  await expect.poll(() => timesPrinted(slip)).toBe(1);
  await expect(slip.getByRole('main').locator('img')).toHaveCount(2);
  await expectAccessible(slip);

  const { sheets, sizes, text } = await printed(slip);
  expect(sheets).toHaveLength(1);
  expect(sizes).toEqual([A4]);
  for (const part of [
    'FECHAMENTO',
    brazilian(today()),
    'Vera Lúcia',
    'Total vendido R$ 231,00',
    // 42,00 + 189,00 − 100,00 in Pix: cash is net of change.
    'Dinheiro R$ 131,00',
    'Pix R$ 100,00',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('Imprimir');

  // A reload does not print again.
  await slip.reload();
  await expect(slip.getByRole('heading', { name: 'FECHAMENTO' })).toBeVisible();
  await slip.getByRole('button', { name: 'Imprimir' }).click();
  expect(await timesPrinted(slip)).toBe(1);
});

test('every paper has one bar: Esc leaves it, a file is made of it, and nothing of the bar is printed', async ({
  page,
  shop,
}) => {
  const { shirt } = await stock(shop);
  const sale = await sell(shop, shop.admin, { product: shirt });
  const body = { date: today(), seller_id: shop.admin.id };
  const closing = await shop.admin.call('closeBox', { body });
  await shop.signIn(page, shop.admin, { at: `/vendas?startDate=2025-01-01&endDate=${today()}` });
  const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true });
  const open = async (path: string, stored: object) => {
    await page.evaluate((data) => sessionStorage.setItem('data', data), JSON.stringify(stored));
    const paper = await openedBy(page, () => page.evaluate((at) => void window.open(at), path));
    await expect(paper.getByRole('article')).toBeVisible();
    return paper;
  };

  // Only the browser makes a file of it. What to choose is said before its dialog covers the page.
  const slip = await open('/pdfFechamento', closing);
  await button(slip, 'Salvar PDF').click();
  await expect(slip.getByRole('status')).toHaveText(
    'Na janela de impressão, escolha o destino “Salvar como PDF”.',
  );
  await expect.poll(() => timesPrinted(slip)).toBe(1);
  const { text } = await printed(slip);
  for (const word of ['Fechar', 'Salvar', 'Imprimir', 'Papel A4']) expect(text).not.toContain(word);
  await expectAccessible(slip);
  const closed = slip.waitForEvent('close');
  // The page may close before the key is released.
  await slip.keyboard.press('Escape').catch(() => {});
  await closed;

  const receipt = await open('/pdf', sale);
  await expect(button(receipt, 'Salvar PDF')).toBeVisible();
  // In the list of papers Esc closes the list.
  await receipt.getByLabel('Papel deste aparelho').press('Escape');
  await expect(button(receipt, 'Imprimir')).toBeVisible();
  const gone = receipt.waitForEvent('close');
  await button(receipt, 'Fechar')
    .click()
    .catch(() => {});
  await gone;

  // The report has no tab of its own.
  await button(page, 'Gerar relatorio').click();
  await expect(button(page, 'Salvar PDF')).toBeVisible();
  await button(page, 'Exportar').click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(button(page, 'Voltar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/vendas\?/);
});

/** The title of each paper that has nothing to show, and what another one stores. */
const EMPTY = [
  ['/pdf', 'Nenhum recibo para mostrar', '{"date":"2026-01-31","total_final":12}'],
  ['/pdfDevolucao', 'Nenhum comprovante para mostrar', '{"id":1,"total_general":12}'],
  ['/pdfFechamento', 'Nenhum fechamento para mostrar', '{"id":1,"total_general":12}'],
  ['/pdfMovimento', 'Nenhum comprovante para mostrar', '{"payment_methods":{}}'],
  ['/pdfCaixa', 'Nenhum relatório para mostrar', '{"payment_methods":{}}'],
  ['/pdf-report', 'Nenhum relatório para mostrar', ''],
] as const;

test('a paper without anything to show says so and leads back', async ({ page, shop }) => {
  await shop.signIn(page, shop.admin);
  for (const [path, title, other] of EMPTY) {
    for (const stored of [null, other]) {
      await page.evaluate(
        (data) => (data === null ? sessionStorage.clear() : sessionStorage.setItem('data', data)),
        stored,
      );
      await goTo(page, path);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      // The screen is the same for every paper and whatever is stored.
      if (path === '/pdf' && stored === null) await expectAccessible(page);
      await page.getByRole('link', { name: 'Voltar' }).click();
      await expect(page).toHaveURL(/\/vendas$/);
    }
  }
});

// Specification: 2.14
test('the period report groups by seller and sums what was kept', async ({ page, shop }) => {
  const { shirt, pencil } = await stock(shop);
  const vera = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const ana = await shop.newUser({ name: 'Ana', login: 'ana' });
  const student = await shop.admin.call('createStudent', {
    body: { registration: '20260042', name: 'João' },
  });
  const other = await newClient(shop, 'Zilda Reis', '11144477735');
  await sell(shop, vera, {
    product: shirt,
    student,
    payments: [
      ['Pix', 20],
      ['Dinheiro', 50],
    ],
    at: '2025-08-15T12:00:00-03:00',
  });
  await sell(shop, ana, { product: pencil, quantity: 2, client: other });
  const nobody = await shop.newUser({ name: 'Sem Nome', login: 'x' });
  await sell(shop, nobody, { product: shirt });
  await shop.sql("UPDATE sales SET seller_name = ' ' WHERE seller_id = $1", [nobody.id]);
  // Another server may keep no copy of the name.
  await page.route('**/api/pdv/sales/**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"name":" "', '"name":null');
    await route.fulfill({ response, body });
  });

  // Opened by the button, because remains of earlier pages must not reach the paper.
  await shop.signIn(page, shop.admin, { at: `/vendas?startDate=2025-01-01&endDate=${today()}` });
  await expect(page.getByRole('cell', { name: 'Desconhecido' })).toBeVisible();
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { name: 'Fechamento do Caixa' })).toBeVisible();
  const institution = await shop.admin.call('readInstitution');
  for (const text of [
    `Emissão: ${brazilian(today())}`,
    institution.graduation_unit,
    `Período: 01/01/2025 a ${brazilian(today())}`,
  ]) {
    await expect(main).toContainText(text);
  }
  const group = page.getByRole('table').filter({ hasText: 'Matrícula' });
  await expect(group).toHaveCount(3);
  await expect(group.nth(0)).toContainText('Ana');
  await expect(group.nth(1)).toContainText('Desconhecido');
  await expect(group.nth(2)).toContainText('Vera Lúcia');
  await expect(group.nth(2).getByRole('columnheader')).toHaveText([
    'Vera Lúcia',
    'Matrícula',
    'Nome',
    'Mês/Ano',
    'Produtos',
    'Pago',
    'Forma Pagto',
  ]);
  const line = group.nth(2).getByRole('row').filter({ hasText: '20260042' });
  await expect(line.getByRole('cell')).toHaveText([
    '20260042',
    'Maria das Dores Souza',
    '08/2025',
    'Camiseta da escola',
    'R$ 42,00',
    'Pix, Dinheiro',
  ]);
  await expect(group.nth(2).getByRole('row').last()).toHaveText(/Total\s*R\$\s42,00/);
  await expectAccessible(page);

  const { text, sizes } = await printed(page);
  expect(sizes).toEqual([A4]);
  // The change of 28,00 came out of the cash: 50 − 28 = 22.
  expect(text).toMatch(
    /Total Geral R\$ 87,10 Ana Formas de Pagamento: Pix R\$ 3,10 Desconhecido Formas de Pagamento: Pix R\$ 42,00 Vera Lúcia Formas de Pagamento: Dinheiro R\$ 22,00 Pix R\$ 20,00/,
  );
  expect(text).toMatch(
    /Formas de Pagamento: Dinheiro R\$ 22,00 Pix R\$ 65,10 Total Geral R\$ 87,10/,
  );
  expect(text).not.toContain('Voltar');
  expect(text).toContain('Página 1 de 1');

  // Filtered by a product: what it took of the whole sales.
  await openReport(page, { productsSelected: [pencil.id] });
  const took = page.getByRole('table', { name: 'Só os produtos do filtro' });
  await expect(took).toContainText(/Ana\s*R\$\s3,10\s*Total dos produtos\s*R\$\s3,10/);
  await openReport(page, { endDate: '2025-01-31' });
  await expect(main).toContainText('Sem dados');
});

// Specification: 2.14, 7.3
test('a report shows its progress, and no gaps', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 500|The sales of the period could not be loaded/);
  const { shirt } = await stock(shop);
  const client = await newClient(shop);
  const sales = [];
  for (let count = 0; count < 120; count++) {
    sales.push(await sell(shop, shop.admin, { product: shirt, client }));
  }
  await shop.signIn(page, shop.admin, { at: null });

  // The second page waits and then fails.
  const door = gate();
  let failures = 1;
  const second = '**/api/pdv/sales/?*page=2*';
  await page.route(second, async (route) => {
    await door.opened;
    if (failures-- > 0) return route.fulfill(problem(500, 'internal_error'));
    return route.continue();
  });
  await openReport(page, {});
  await expect(page.getByRole('status')).toHaveText('Buscando dados, aguarde...');
  await expect(page.getByText('99 de 120 vendas')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^82/);
  await expectAccessible(page);
  door.open();
  await expect(page.getByRole('alert')).toContainText(
    'Nem todas as vendas puderam ser carregadas.',
  );
  await expect(page.getByText('99 de 120 vendas')).toBeVisible();
  await expectAccessible(page);

  // A sale that is deleted after its page was read must not count.
  await shop.admin.call('deleteSale', { params: { id: `${sales.at(-1)?.id}` } });
  await page.getByRole('button', { name: 'Continuar' }).click();
  // 119 × 42,00
  await expect(page.getByText('R$ 4.998,00').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Camiseta da escola' })).toHaveCount(119);
});
