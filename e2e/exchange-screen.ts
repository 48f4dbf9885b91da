import type { Page } from '@playwright/test';
import type { ApiUser } from './api.ts';
import { CPF, counterScreen, openCounter, type stock } from './counter-screen.ts';
import { test as base, expect, type Goods, type Shop } from './fixtures.ts';
import { newClient, sell } from './till.ts';

export const SHIRT = 'Camiseta da escola';

type Opened = {
  counter: ReturnType<typeof counterScreen>;
  exchange: ReturnType<typeof exchangeScreen>;
  goods: Awaited<ReturnType<typeof stock>>;
  seller: ApiUser;
  /** Two shirts for R$ 84,00: R$ 30,00 by Pix, and R$ 54,00 in cash. */
  sold: { id: number };
};

/** The exchange at the counter, with everything found by role and label. */
export function exchangeScreen(page: Page) {
  const counter = counterScreen(page);
  const card = page.getByRole('group', { name: /^TROCA/ });
  const dialog = page.getByRole('dialog', { name: /venda nº/i });
  const approval = page.getByRole('dialog', { name: 'Autorização de administrador' });
  const payment = counter.payment;
  return {
    card,
    dialog,
    approval,
    drop: card.getByRole('button', { name: 'Desistir da troca' }),
    credit: payment.getByRole('textbox', { name: 'Valor recebido 1', exact: true }),
    backMethod: (row: number) =>
      payment.getByRole('combobox', { name: `Forma de pagamento ${row}`, exact: true }),
    back: (row: number) => payment.getByRole('textbox', { name: `Valor ${row}`, exact: true }),
    /** Opens the sale's dialog at the counter, by its number. */
    async open(sale: { id: number }) {
      await counter.scan(`V${sale.id}`);
      await dialog.getByRole('button', { name: 'Trocar', exact: true }).click();
    },
    /** Chooses what comes back, and goes to the counter. */
    async choose(units: number) {
      await dialog.getByRole('spinbutton', { name: /^Quantidade que volta/ }).fill(`${units}`);
      await dialog.getByRole('button', { name: 'Tamanho errado' }).click();
      await dialog.getByRole('button', { name: 'ESCOLHER OS NOVOS' }).click();
    },
    async start(sale: { id: number }, units = 1) {
      await this.open(sale);
      await this.choose(units);
      await expect(card).toBeVisible();
    },
    async approveAs({ login, password }: { login: string; password: string }) {
      await approval.getByLabel('Login').fill(login);
      await approval.getByLabel('Senha').fill(password);
      await approval.getByRole('button', { name: 'AUTORIZAR' }).click();
    },
    /** Enters these codes and closes the order. */
    async buy(...codes: string[]) {
      for (const code of codes) await counter.scan(code);
      await expect(counter.items).toHaveCount(codes.length);
      await counter.closeOrder.click();
    },
  };
}

/** Two shirts, with a student, as the papers show them. */
export async function twoShirts(shop: Shop, seller: ApiUser, shirt: Goods) {
  const student = await seller.call('createStudent', {
    body: { registration: '20260000042', name: 'João Souza' },
  });
  return sell(shop, seller, {
    product: shirt,
    quantity: 2,
    student,
    client: await newClient(shop, 'Maria das Dores Souza', CPF),
    payments: [
      ['Pix', 30],
      ['Dinheiro', 60],
    ],
  });
}

/** Tests that begin at an open counter, after a sale that something comes back of. */
export const test = base.extend<Opened & { opened: Omit<Opened, 'exchange' | 'sold'> }>({
  opened: async ({ page, shop }, use) => use(await openCounter(page, shop)),
  counter: async ({ opened }, use) => use(opened.counter),
  goods: async ({ opened }, use) => use(opened.goods),
  seller: async ({ opened }, use) => use(opened.seller),
  exchange: async ({ page }, use) => use(exchangeScreen(page)),
  sold: async ({ shop, opened }, use) =>
    use(await twoShirts(shop, opened.seller, opened.goods.shirt)),
});

/** What the database has of exchanges and their sales. */
export async function exchangesIn(shop: Shop) {
  const { results } = await shop.admin.call('listCorrections', { query: { page_size: '100' } });
  return results.toReversed();
}
