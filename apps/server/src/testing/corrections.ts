import { randomUUID } from 'node:crypto';
import type { Correction, NewExchange, NewRefund } from '@balcao/contract/sales/corrections.ts';
import type { PaymentMethod } from '@balcao/contract/shop/payment-methods.ts';
import { EXCHANGE_CREDIT, exchangeCredit } from '@balcao/domain/correction-payments.ts';
import { type Cents, cents, reaisFromCents, sumCents, ZERO } from '@balcao/domain/money.ts';
import { netLineTotals, refundWorth } from '@balcao/domain/refund-worth.ts';
import { CompiledQuery } from 'kysely';
import type { Db } from '../database/connection.ts';
import { createRefund } from '../features/corrections/corrections.service.ts';
import type { StoredSale } from '../features/sales/sale-record.ts';
import { loadSale } from '../features/sales/sales.repository.ts';
import { aSalePayload, type BuiltUser, type GivenItem } from './builders.ts';
import { DATE_SALES } from './past.ts';

/** Valid corrections; the caller gives only what matters. */

/** A sale that was made over HTTP. */
export async function storedSale(db: Db, id: number): Promise<StoredSale> {
  return (await loadSale(db, id)) as StoredSale;
}

type Units = { line: number; quantity: number };

/** Units by line of a sale of which nothing has come back; by default one of the first line. */
function worthOf(sale: StoredSale, units: readonly Units[]): Cents {
  const nets = netLineTotals(
    sale.items.map(({ total }) => total),
    sale.generalDiscount,
  );
  return sumCents(
    units.map(({ line, quantity: count }) => {
      const quantity = sale.items[line - 1]?.quantity ?? 0;
      return refundWorth({ netTotal: nets[line - 1] ?? ZERO, quantity, before: 0, units: count });
    }),
  );
}

/** Given back by the sale's first method. */
export function aRefundBody(
  sale: StoredSale,
  units: Units[] = [{ line: 1, quantity: 1 }],
): NewRefund {
  const worth = reaisFromCents(worthOf(sale, units));
  const method = sale.payments[0]?.method ?? '';
  return {
    items: units,
    reason: 'Não serviu',
    total: worth,
    payments: worth > 0 ? [{ method, amount: worth }] : [],
  };
}

/** A new sale of `items` is paid by what comes back; the rest either way, by `method`. */
export function anExchangeBody(
  sale: StoredSale,
  given: { items: readonly GivenItem[]; method: PaymentMethod; units?: Units[] },
): NewExchange {
  const { total, items, reason } = aRefundBody(sale, given.units);
  const worth = cents(Math.round(total * 100));
  const price = sumCents(
    given.items.map(({ product, quantity = 1 }) => cents(product.unitPrice * quantity)),
  );
  const credit = exchangeCredit(worth, price);
  const lines = [
    { method: { id: 0, name: EXCHANGE_CREDIT }, amount: credit },
    { method: given.method, amount: cents(price - credit) },
  ];
  const payments = lines.filter(({ amount }) => amount > 0);
  const {
    client: _client,
    student: _student,
    ...bought
  } = aSalePayload({ client: sale.client, items: given.items, payments });
  const rest = reaisFromCents(cents(worth - credit));
  return {
    items,
    reason,
    total,
    payments: rest > 0 ? [{ method: given.method.name, amount: rest }] : [],
    sale: bought,
  };
}

/** Units of a sale that came back, by default one of its first line; `at` as in dateCorrection(). */
export async function aRefund(
  db: Db,
  given: { sale: StoredSale; maker: BuiltUser; units?: Units[]; reason?: string; at?: Date },
): Promise<Correction> {
  const { sale, maker, units, reason, at } = given;
  const actor = { ...maker, admin: true };
  const request = { actor, saleId: sale.id, idempotencyKey: randomUUID() };
  const body = { ...aRefundBody(sale, units), ...(reason && { reason }) };
  const refund = await createRefund(db, { ...request, body });
  return at ? dateCorrection(db, refund, at) : refund;
}

/** Moves a correction, and the new sale of an exchange, to another moment, in no counted box: as the owner. */
export async function dateCorrection(
  db: Db,
  correction: Correction,
  at: Date,
): Promise<Correction> {
  const { id, exchange_sale } = correction;
  await db
    .updateTable('corrections')
    .set({ created_at: at, box_id: null })
    .where('id', '=', id)
    .execute();
  if (exchange_sale !== null)
    await db.executeQuery(CompiledQuery.raw(DATE_SALES, [[exchange_sale], [at]]));
  return { ...correction, created_at: at.toISOString() };
}
