import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Shop } from './fixtures.ts';

export const SIZES = ['4', '14', 'P', 'M', 'GG'] as const;

/** A shirt in five sizes, a notebook and a pencil. */
export async function goods(shop: Shop) {
  const make = (code: string, name: string, price: number) =>
    shop.admin.call('createProduct', { body: { code, name, price, active: true } });
  const shirts = new Map<string, Awaited<ReturnType<typeof make>>>();
  for (const size of SIZES)
    shirts.set(size, await make(`7891000${size}`, `Camiseta Colégio ${size}`, 42));
  return {
    shirt: (size: (typeof SIZES)[number]) => shirts.get(size) as Awaited<ReturnType<typeof make>>,
    notebook: await make('101', 'Caderno universitário', 18.9),
    pencil: await make('102', 'Lápis HB', 1.55),
  };
}

export const deliver = (shop: Shop, lines: readonly (readonly [{ id: number }, number])[]) =>
  shop.admin.call('createDelivery', {
    headers: { 'idempotency-key': randomUUID() },
    body: { lines: lines.map(([{ id }, quantity]) => ({ product: id, quantity })) },
  });

export const beginCount = (shop: Shop) =>
  shop.admin.call('beginCount', {
    headers: { 'idempotency-key': randomUUID() },
    body: { name: 'Estante 2', blind: true, products: null },
  });

export const onHand = async (shop: Shop, { id }: { id: number }) => {
  const { products } = await shop.admin.call('readOnHand');
  return products.find(({ product }) => product === id)?.on_hand;
};

/** Types key by key, as a person does. */
export const type = async (page: Page, text: string) => {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};
