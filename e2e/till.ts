import { formatCents } from '@balcao/domain/money.ts';
import { DATE_SALES } from '@balcao/server/src/testing/past.ts';
import type { ApiUser } from './api.ts';
import { CPF } from './counter-screen.ts';
import { type Goods, type Shop, saleOf } from './fixtures.ts';

/** Matrículas of the students of many tests. */
export const JOAO = '20260000042';
export const BIA = '20260000043';

type Sold = {
  product: Goods;
  quantity?: number;
  /** Method and amount in reais; default: the exact amount in Pix. */
  payments?: readonly (readonly [method: string, amount: number])[];
  student?: { id: number };
  client?: { id: number };
  /** The time of the sale; default: now. */
  at?: string;
  /** Its Idempotency-Key. */
  key?: string;
};

/** Sells one product over the API, then moves the sale to `at` in the database. */
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
    ...(sold.key && { headers: { 'idempotency-key': sold.key } }),
  });
  if (at) await shop.sql(DATE_SALES, [[sale.id], [at]]);
  return sale;
}

export function newClient(shop: Shop, name = 'Maria das Dores Souza', cpf = CPF) {
  return shop.admin.call('createClient', { body: { cpf, name } });
}

/** Puts forty products with prices and names that take much room into the shop. */
export async function stockLongNames(shop: Shop): Promise<void> {
  await shop.sql(
    `INSERT INTO products (code, name, price_cents, active)
     SELECT 'P' || n, 'Moletom com capuz e bolso canguru do Colégio Ipê-Roxo' ||
       CASE WHEN n % 2 = 0 THEN ', forrado de flanela, tamanho ' || n ELSE '' END, 123456 + n, true
     FROM generate_series(1, 40) AS n`,
  );
}

/** Formats an amount like a page, with a plain space. */
export function shown(reais: number): string {
  return formatCents(Math.round(reais * 100) as Parameters<typeof formatCents>[0]).replace(
    '\u00a0',
    ' ',
  );
}

/** Returns the shop's day, 'YYYY-MM-DD', without the application's code. */
export function dayOf(instant: Date): string {
  // São Paulo has been at UTC−3 all year since 2019.
  return new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
}

/** Formats a day as dd/mm/yyyy. */
export function brazilian(day: string): string {
  return day.split('-').reverse().join('/');
}
