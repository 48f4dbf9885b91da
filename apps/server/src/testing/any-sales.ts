import { randomUUID } from 'node:crypto';
import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import { type Cents, cents, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { correctPayments, createRefund } from '../features/corrections/corrections.service.ts';
import { createExchange } from '../features/corrections/exchange.ts';
import type { StoredSale } from '../features/sales/sale-record.ts';
import { Refusal } from '../request/refusal.ts';
import { aPaymentMethod, aProduct, aUser, manySales } from './builders.ts';
import { anExchangeBody, aRefundBody, dateCorrection } from './corrections.ts';
import type { Counter } from './counter.ts';

/** Sales as they come, for tests that compute what the product says of them a second time. */

const FATES = [
  'kept',
  'kept',
  'kept',
  'kept',
  'deleted',
  'payments',
  'refund',
  'refund',
  'exchange',
] as const;

/** Few amounts and times, so that many are alike; around midnight, and with change that is more than the cash. */
const sale = fc.record({
  day: fc.nat(9),
  minute: fc.constantFrom(0, 1, 600, 603, 720, 1_438, 1_439),
  seller: fc.nat(1),
  parts: fc.array(
    fc.record({
      method: fc.constantFrom(0, 0, 0, 1, 2, 3),
      amount: fc.constantFrom(1, 700, 1_234, 4_990, 5_000).map(cents),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  change: fc.constantFrom(0, 0, 1, 60),
  fate: fc.constantFrom(...FATES),
  /** Days until it. */
  later: fc.nat(9),
});
export const anySales = (minLength: number, maxLength: number) =>
  fc.array(sale, { minLength, maxLength });
export type AnySale = typeof sale extends fc.Arbitrary<infer Sale> ? Sale : never;

/** `key`: of its Pix. `givenBack`: by a return. */
export type PlayedSale = StoredSale & {
  key: string;
  givenBack: { day: BusinessDay; amount: Cents } | null;
};

const MINUTE_MS = 60_000;

/** A shop that sells for Pix, cash and two cards, and `play`, which makes the sales from a day on. */
export async function openPlayground({ shop, vera, client, pix, cash }: Counter) {
  const { db, pool } = shop.owner;
  const debit = await aPaymentMethod(db, { name: 'Cartão de débito' });
  const credit = await aPaymentMethod(db, { name: 'Cartão de crédito' });
  const methods = [pix, cash, debit, credit] as const;
  const methodOf = (place: number) => methods[place % methods.length] as typeof pix;
  const sellers = [vera, await aUser(db, { name: 'Ivo' })] as const;
  const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
  const products = new Map<Cents, Awaited<ReturnType<typeof aProduct>>>();
  const productOf = async (price: Cents) => {
    const product = products.get(price) ?? (await aProduct(db, { price }));
    products.set(price, product);
    return product;
  };

  async function play(given: readonly AnySale[], from: BusinessDay): Promise<PlayedSale[]> {
    const keys = given.map(() => randomUUID()).sort();
    const made = [];
    for (const [place, { day, minute, seller, parts, change }] of given.entries()) {
      const paid = sumCents(parts.map(({ amount }) => amount));
      const total = cents(paid - Math.min(change, paid - 1));
      const prices = total > 1 ? [1, total - 1] : [total];
      const items = await Promise.all(
        prices.map(async (price) => ({ product: await productOf(cents(price)) })),
      );
      const midnight = Date.parse(`${addDays(from, day)}T00:00:00-03:00`);
      made.push({
        ...{ client, items, key: keys[place] as string, seller: sellers[seller] ?? vera },
        payments: parts.map(({ method, amount }) => ({ method: methodOf(method), amount })),
        createdAt: new Date(midnight + minute * MINUTE_MS),
      });
    }
    const sales = await manySales(pool, made);
    const played: PlayedSale[] = [];
    for (const [place, sale] of sales.entries()) {
      const plan = given[place] as AnySale;
      played.push({ ...sale, key: keys[place] as string, givenBack: await befall(sale, plan) });
    }
    return played;
  }

  async function befall(sale: StoredSale, { fate, later, parts }: AnySale) {
    const at = new Date(sale.createdAt.getTime() + later * 24 * 60 * MINUTE_MS + MINUTE_MS);
    const asked = {
      ...{ actor: { ...(sellers[later % 2] ?? vera), admin: true }, saleId: sale.id },
      idempotencyKey: randomUUID(),
    };
    const units = [{ line: sale.items.length, quantity: 1 }];
    const other = methodOf((parts[0]?.method ?? 0) + 1 + (later % 3));
    switch (fate) {
      case 'deleted':
        await sql`
          UPDATE sales SET deleted_at = ${at}, deleted_by = ${chief.id} WHERE id = ${sale.id}`.execute(
          db,
        );
        return null;
      case 'payments': {
        // Of several lines the first one stays.
        const lines = sale.payments.filter(({ net }) => net > 0);
        const payments = lines.map(({ method, net }, line) => ({
          method: line === 0 && lines.length > 1 ? method : other.name,
          amount: reaisFromCents(net),
        }));
        const body = { reason: 'Forma errada', payments };
        const corrected = correctPayments(db, { ...asked, body });
        await corrected.then(
          (correction) => dateCorrection(db, correction, at),
          (error) => {
            if (!(error instanceof Refusal && error.code === 'same_payments')) throw error;
          },
        );
        return null;
      }
      case 'refund': {
        const refund = await createRefund(db, { ...asked, body: aRefundBody(sale, units) });
        const { total } = await dateCorrection(db, refund, at);
        return { day: businessDayOf(at), amount: cents(Math.round(total * 100)) };
      }
      case 'exchange': {
        const items = [{ product: await productOf(cents(later % 2 ? 9_000 : 40)) }];
        const body = anExchangeBody(sale, { items, method: other, units });
        const { correction } = await createExchange(db, { ...asked, body });
        await dateCorrection(db, correction, at);
        return null;
      }
      default:
        return null;
    }
  }

  return { chief, debit, credit, play };
}
