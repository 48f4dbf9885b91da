import type { Locator, Page } from '@playwright/test';
import type { ApiUser } from './api.ts';
import { test as base, expect, type Shop } from './fixtures.ts';

export const SALE_MADE = 'Venda realizada com sucesso! Imprimindo recibo...';
export const SALE_FAILED =
  'Ocorreu um erro interno ao realizar a venda. Por favor, contate o suporte.';

/** An invented CPF with valid check digits. */
export const CPF = '52998224725';

/** 'R$ 1.234,56' with the no-break space of a field's value; comparisons of texts ignore it. */
export const brl = (amount: string) => `R$\u00a0${amount}`;

/** The sale counter, with everything found by role and label. */
export function counterScreen(page: Page) {
  const group = (name: string) => page.getByRole('group', { name, exact: true });
  const [client, student, products] = [group('CLIENTE'), group('ALUNO'), group('PRODUTOS')];
  const payment = group('FINANCEIRO');
  // The list under a searchable field has the field's name too.
  const field = (section: Locator, name: string) =>
    section.getByRole('combobox', { name, exact: true });
  const rowsOf = (section: 'tbody' | 'tfoot') => page.getByRole('table').locator(section);

  return {
    client,
    student,
    products,
    payment,
    cpf: client.getByLabel('CPF'),
    clientName: client.getByLabel('Nome'),
    registration: student.getByLabel('Matrícula'),
    studentName: student.getByLabel('Nome'),
    code: field(products, 'Cód'),
    productName: field(products, 'Produto'),
    quantity: products.getByLabel('Qtd.'),
    entrySubtotal: products.getByLabel('Subtotal'),
    add: products.getByRole('button', { name: 'Adicionar' }),
    items: rowsOf('tbody').getByRole('row'),
    sums: rowsOf('tfoot').getByRole('cell'),
    sortByName: page.getByRole('columnheader', { name: 'Produto' }).getByRole('button'),
    item: (name: string) => page.getByRole('row').filter({ hasText: name }),
    closeOrder: page.getByRole('button', { name: 'FECHAR PEDIDO' }),
    editOrder: page.getByRole('button', { name: 'EDITAR PEDIDO' }),
    finish: page.getByRole('button', { name: 'FINALIZAR VENDA' }),
    method: (row: number) => field(payment, `Forma de recebimento ${row}`),
    amount: (row: number) => payment.getByLabel(`Valor recebido ${row}`, { exact: true }),
    /** The step around a section while it waits. */
    resting: (section: Locator) => section.locator('xpath=ancestor::fieldset[@disabled]'),
    figure: (label: string) => payment.getByLabel(label, { exact: true }),

    /** Expects lines with these texts, from the top down. */
    async expectItems(...texts: string[]) {
      await expect(this.items).toHaveCount(texts.length);
      await expect(this.items).toContainText(texts);
    },

    async scan(code: string) {
      await this.code.fill(code);
      await this.code.press('Enter');
    },

    async takePeople({ cpf = CPF, name = 'Maria Souza' } = {}) {
      await this.cpf.fill(cpf);
      await this.clientName.fill(name);
    },

    /** Fills step 1, for tests of what comes after it. */
    async takeOrder({ cpf = CPF, name = 'Maria Souza', codes = ['101'] } = {}) {
      await this.takePeople({ cpf, name });
      for (const code of codes) await this.scan(code);
      await expect(this.items).toHaveCount(codes.length);
    },

    async pay(row: number, method: string, centavos: string) {
      await this.method(row).fill(method);
      await page.getByRole('option', { name: method, exact: true }).click();
      await this.amount(row).fill(centavos);
    },

    /** A notebook for R$ 18,90, up to FINALIZAR VENDA. */
    async prepareSale(method = 'Pix', centavos = '1890') {
      await this.takeOrder();
      await this.closeOrder.click();
      await this.pay(1, method, centavos);
    },

    async finishSale() {
      await this.finish.click();
      await expect(page.getByText(SALE_MADE)).toBeVisible();
    },

    /** Waits for the fresh page after a sale: what leads elsewhere as it begins to load may never end (Chromium 150). */
    async loadedAnew() {
      await expect(page.getByText(SALE_MADE)).toBeHidden();
      await expect(this.cpf).toBeFocused();
    },

    /** Waits for the message of a failed sale and closes it. */
    async dismissFailure() {
      await expect(page.getByText(SALE_FAILED)).toBeVisible();
      await page.keyboard.press('Escape');
    },
  };
}

/** The menus of the bar above the counter, and what stands in them. */
const BAR_MENUS = [
  [/nº \d+ (· )?R\$/, ['Recibo', 'Devolver, trocar ou corrigir']],
  [/^Caixa nº/, ['Suprimento', 'Sangria']],
  ['Mais opções', ['Grade', 'Som de leitura que não entra', 'Tela do cliente', 'Atalhos']],
] as const;

export type BarItem = (typeof BAR_MENUS)[number][1][number];

/** The button of the menu on the bar in which this item stands. */
export function barMenu(page: Page, item: BarItem): Locator {
  const menu = BAR_MENUS.find(([, items]) => (items as readonly BarItem[]).includes(item));
  return page.getByRole('main').getByRole('button', { name: menu?.[0] ?? item });
}

/** Opens its menu on the bar, and returns the item. */
export async function barItem(page: Page, item: BarItem): Promise<Locator> {
  await barMenu(page, item).click();
  return page.getByRole('menu').getByText(item, { exact: true });
}

/** Presses an item of a menu on the bar. */
export const chooseOnBar = async (page: Page, item: BarItem) => (await barItem(page, item)).click();

/** Three things to sell; the prices are R$ 18,90, R$ 1,55 and R$ 42,00. */
export async function stock(shop: Pick<Shop, 'admin'>) {
  const product = (code: string, name: string, price: number) =>
    shop.admin.call('createProduct', { body: { code, name, price, active: true } });
  return {
    notebook: await product('101', 'Caderno universitário', 18.9),
    pencil: await product('102', 'Lápis HB nº 2', 1.55),
    shirt: await product('103', 'Camiseta da escola', 42),
  };
}

/** The number of sales in the database. */
export async function salesIn(shop: Shop): Promise<number> {
  const [row] = await shop.sql<{ count: number }>('SELECT count(*)::int AS count FROM sales');
  return row?.count ?? -1;
}

/** The key that a style sheet draws over a button or beside a label. */
export const keyDrawnOver = (control: Locator) =>
  control.evaluate((element) => {
    const { content } = getComputedStyle(element.closest('[data-key]') ?? element, '::after');
    return /^"(.*)"$/.exec(content)?.[1];
  });

/** Collects the texts that an element shows from now on. */
export const textsShownIn = (element: Locator) =>
  element.evaluateHandle((shown) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(shown.textContent)).observe(shown, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    return texts;
  });

export type Opened = {
  counter: ReturnType<typeof counterScreen>;
  goods: Awaited<ReturnType<typeof stock>>;
  seller: ApiUser;
};

/** The counter of a shop with something to sell, opened by a seller. */
export async function openCounter(page: Page, shop: Shop): Promise<Opened> {
  const [goods, seller] = await Promise.all([
    stock(shop),
    shop.newUser({ name: 'Vera Lúcia', login: 'vera' }),
  ]);
  // Before the products are there, every code is unknown.
  const listed = page.waitForEvent('requestfinished', (sent) => /productsAll/.test(sent.url()));
  await Promise.all([listed, shop.signIn(page, seller)]);
  await expect(page).toHaveURL(/\/pdv$/);
  return { counter: counterScreen(page), goods, seller };
}

/** Tests that begin at an open counter. */
export const test = base.extend<Opened & { opened: Opened }>({
  opened: async ({ page, shop }, use) => use(await openCounter(page, shop)),
  counter: async ({ opened }, use) => use(opened.counter),
  goods: async ({ opened }, use) => use(opened.goods),
  seller: async ({ opened }, use) => use(opened.seller),
});
