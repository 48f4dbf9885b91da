import type { PaymentKey, ShopPayment } from '@balcao/contract/bank.ts';
import { expectedPix } from '@balcao/domain/bank/expected-pix.ts';
import type { ShopPayment as MatchablePayment } from '@balcao/domain/bank/match-pix.ts';
import { initialsIn, initialsOf } from '@balcao/domain/bank/short-memo.ts';
import { businessDayOf, formatTime } from '@balcao/domain/dates/business-day.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import type { Db } from '../../database/connection.ts';
import { unhurried } from '../../request/unhurried.ts';
import { readPix } from '../institution/institution.service.ts';
import {
  type PixLineRow,
  pixLines,
  returnedLines,
  type SalesOf,
} from './pix-payments.repository.ts';

export type PixPayment = Omit<PixLineRow, 'line'> & {
  line: number;
  undone: ShopPayment['undone'];
};

/** Every Pix payment that sales have or had, the earliest first. */
export async function pixPayments(db: Db, of: SalesOf): Promise<PixPayment[]> {
  const rows = await pixLines(db, of, (await readPix(db))?.method);
  const sales = Map.groupBy(rows, ({ sale }) => sale);
  const payments: PixPayment[] = [];
  for await (const named of unhurried(sales.values())) {
    const { null: paid = [], ...corrected } = Object.groupBy(
      named,
      ({ correction }) => `${correction}`,
    );
    // Numbers as keys come in their order.
    const corrections = Object.values(corrected).map((lines = []) => lines.filter(isPayment));
    for (const { line, stands } of expectedPix(paid.filter(isPayment), corrections)) {
      payments.push({ ...line, undone: line.deleted ? 'deleted' : stands ? null : 'corrected' });
    }
  }
  return payments;
}

/** What was given back by Pix, the earliest first. */
export async function pixReturns(db: Db, of: SalesOf): Promise<PixPayment[]> {
  const rows = await returnedLines(db, of, (await readPix(db))?.method);
  return rows.map((row) => ({ ...row, undone: null }));
}

const isPayment = (row: PixLineRow): row is PixLineRow & { line: number } => row.line !== null;

export const isSame = (a: PaymentKey, b: PaymentKey) =>
  a.sale === b.sale && a.correction === b.correction && a.line === b.line;

export const shownPayment = ({ sale, correction, line, at, amount, undone }: PixPayment) => ({
  ...{ sale, correction, line, undone },
  at: at.toISOString(),
  amount: reaisFromCents(amount),
});

/** With its place in the list as its id. */
export function matchable(payment: PixPayment, id: number): MatchablePayment {
  const { at, amount, correction, idempotency_key, line, client } = payment;
  const txid = correction === null ? pixTxid(idempotency_key, line) : null;
  const name = initialsOf(initialsIn(client));
  return { id, day: businessDayOf(at), time: formatTime(at), amount, txid, name };
}
