import { formatCents } from '@balcao/domain/money.ts';
import type { ApiUser } from './api.ts';
import { CPF } from './counter-screen.ts';
import { type Goods, type Shop, saleOf } from './fixtures.ts';

type Sold = {
  product: Goods;
  quantity?: number;
  /** Method and amount in reais; without it, the exact amount in Pix. */
  payments?: readonly (readonly [method: string, amount: number])[];
  student?: { id: number };
  client?: { id: number };
  /** When it was made; now, if left out. */
  at?: string;
};

/** A sale of one product, over the API. What the API makes now is moved to `at` in the database. */
export async function sell(shop: Shop, seller: ApiUser, sold: Sold) {
  const { product, quantity = 1, at } = sold;
  const total = Math.round(product.price * quantity * 100) / 100;
  const payments = sold.payments ?? [['Pix', total] as const];
  const client = sold.client ?? (await newClient(shop));
  const sale = await seller.call('createSale', {
    body: saleOf({
      client,
      ...(sold.student && { student: sold.student }),
      items: [{ product, quantity }],
      payments: payments.map(([method, amount]) => ({ method, amount })),
    }),
  });
  if (at) await shop.sql('UPDATE sales SET created_at = $1 WHERE id = $2', [at, sale.id]);
  return sale;
}

export function newClient(shop: Shop, name = 'Maria das Dores Souza', cpf = CPF) {
  return shop.admin.call('createClient', { body: { cpf, name } });
}

/** As a page shows it, with the no-break space that tests need not write. */
export function shown(reais: number): string {
  return formatCents(Math.round(reais * 100) as Parameters<typeof formatCents>[0]).replace(
    '\u00a0',
    ' ',
  );
}

/** The shop's day of an instant, 'YYYY-MM-DD', worked out apart from the application's own code. */
export function dayOf(instant: Date): string {
  // São Paulo has been three hours behind Greenwich all year round since 2019.
  return new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
}

/** The same as dd/mm/yyyy. */
export function brazilian(day: string): string {
  return day.split('-').reverse().join('/');
}
