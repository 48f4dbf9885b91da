import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { chooseOnBar, counterScreen } from '../counter-screen.ts';
import { expect, openedBy } from '../fixtures.ts';
import { button, type Picture, type Stage } from './picture.ts';

const windowOf = (page: Page) => page.context().pages().at(-1) as Page;

const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });

/** Uniforms of the sample shop, with few of some sizes. */
async function fillShelves(admin: Stage['admin']): Promise<void> {
  const { products } = await admin.call('readStock', { query: { all: 'true' } });
  const uniforms = products.filter(({ name }) => /^(Camiseta|Moletom|Bermuda)/.test(name));
  const lines = uniforms.map(({ id }, place) => ({
    product: id,
    quantity: 2 + ((place * 7) % 31),
  }));
  await admin.call('createDelivery', { ...keyed(), body: { supplier: 'Malharia Sul', lines } });
  const body = { products: uniforms.map(({ id }) => id), minimum: 5 };
  await admin.call('setMinimum', { body });
}

/** A shelf that one person has counted. */
async function countShelf(admin: Stage['admin']): Promise<number> {
  const { products } = await admin.call('readStock');
  const shelf = products.filter(({ name }) => name.startsWith('Camiseta')).slice(0, 8);
  const scope = shelf.map(({ id }) => id);
  const body = { name: 'Estante 2', blind: true, products: scope };
  const { id } = await admin.call('beginCount', { ...keyed(), body });
  const lines = shelf.slice(1).map(({ id: product, on_hand }, place) => ({
    ...{ key: randomUUID(), product },
    quantity: Math.max(0, (on_hand ?? 0) + (place % 3) - 1),
  }));
  await admin.call('addCountLines', { params: { id: `${id}` }, body: { lines } });
  return id;
}

/** A list with uniforms and material of the sample shop. */
async function makeList(admin: Stage['admin']): Promise<void> {
  const { products } = await admin.call('readStock', { query: { all: 'true' } });
  const wanted = [/^Camiseta manga curta Colégio M$/, /^Caderno/, /^Lápis/, /^Borracha/, /^Cola/];
  const items = wanted.flatMap((name, place) => {
    const found = products.find((product) => product.active && name.test(product.name));
    return found ? { product: found.id, quantity: place === 0 ? 2 : place } : [];
  });
  const fields = { name: '3º ano 2027', code: '3ANO27', valid_from: null, valid_to: null };
  await admin.call('createMaterialList', { body: { ...fields, active: true, items } });
}

/** The pictures of stock, lists, the client's window and the practice. */
export const stockPictures: Record<string, Picture> = {
  estoque: {
    steps: async ({ page, admin, enter }) => {
      await fillShelves(admin);
      await enter('administrator', '/estoque');
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  entrada: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/estoque/entrada');
      await page.getByLabel('Fornecedor').fill('Malharia Sul');
      await page.getByLabel('Documento').fill('NF 4.512');
      for (const [code, pieces] of [
        ['10110', '24'],
        ['10404', '12'],
        ['304', '40'],
      ] as const) {
        await page.getByRole('combobox', { name: 'Código ou nome' }).fill(code);
        await page.keyboard.press('Enter');
        await expect(page.getByLabel('Qtd.')).toBeFocused();
        await page.keyboard.type(pieces);
        await page.keyboard.press('Enter');
      }
      await expect(page.getByRole('status').filter({ hasText: '76 peças' })).toBeVisible();
    },
  },
  diferencas: {
    steps: async ({ page, admin, enter }) => {
      const id = await countShelf(admin);
      await enter('administrator', `/estoque/contagem/${id}`);
      await button(page, 'Ver diferenças').click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  comprar: {
    steps: async ({ page, enter }) => {
      await enter('administrator', '/estoque/comprar');
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  lista: {
    steps: async ({ page, admin, enter }) => {
      await makeList(admin);
      await enter('seller', '/pdv');
      await counterScreen(page).takeOrder({ name: 'Helena Nogueira Prado', codes: ['349'] });
      await counterScreen(page).code.fill('3ANO27');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: '3º ano 2027' })).toBeVisible();
      for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    },
    of: (page) => page.getByRole('dialog', { name: '3º ano 2027' }),
  },
  'tela-do-cliente': {
    steps: async ({ page }) => {
      await page.keyboard.press('Enter');
      const counter = counterScreen(page);
      await expect(counter.items.nth(2)).toBeVisible();
      const client = await openedBy(page, () => chooseOnBar(page, 'Tela do cliente'));
      await counter.closeOrder.click();
      await counter.pay(1, 'Dinheiro', '50000');
      await expect(client.getByText('TROCO')).toBeVisible();
    },
    of: (page) => windowOf(page).getByRole('main'),
  },
  treino: {
    steps: async ({ page, enter }) => {
      await enter('seller', '/ajuda');
      const practice = await openedBy(page, () =>
        page.getByRole('link', { name: 'Treinar a venda' }).click(),
      );
      const counter = counterScreen(practice);
      await counter.cpf.fill('11144477735');
      await expect(counter.clientName).toHaveValue('Ana do Treino');
      await counter.scan('101');
      await expect(counter.items).toHaveCount(1);
      await practice.evaluate(() => window.scrollTo(0, 0));
    },
    of: (page) => windowOf(page).locator('body'),
  },
};
