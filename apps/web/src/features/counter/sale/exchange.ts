import { EXCHANGE_CREDIT, exchangeCredit } from '@balcao/domain/correction-payments.ts';
import { type Cents, cents, formatCents } from '@balcao/domain/money.ts';
import { type MoneyRow, rowsOf, rowsProblem } from '../../corrections/forms/money-rows.ts';
import { givenBackBy } from '../../corrections/record/given-back.ts';
import type { StartedExchange } from '../../corrections/record/started-exchange.ts';
import { NO_PAYMENTS, type PaymentRow } from './payment-lines.ts';

/** Items of an earlier sale that come back, and pay the new sale as far as their worth goes. */
export type Exchange = StartedExchange & {
  /** How the client gets what the new sale leaves of the worth. null: the way the earlier sale was paid. */
  readonly givenBack: readonly MoneyRow[] | null;
};

/** The rows of the new sale: the credit, and below it what the client pays. Nothing if the credit is enough. */
export function withCredit(
  rows: readonly PaymentRow[],
  { worth }: Exchange,
  total: Cents,
): readonly PaymentRow[] {
  const credit = { method: EXCHANGE_CREDIT, amount: exchangeCredit(worth, total) };
  return [credit, ...(worth >= total ? NO_PAYMENTS : rows).slice(1)];
}

/** What the client gets back. */
export function toGiveBack({ worth }: Exchange, total: Cents): Cents {
  return cents(Math.max(0, worth - total));
}

/** Rows with methods of the shop; one that the shop no longer has is left to be chosen. */
export function givenBackRows(
  exchange: Exchange,
  total: Cents,
  methods: readonly string[],
): readonly MoneyRow[] {
  const back = toGiveBack(exchange, total);
  if (back === 0) return [];
  return exchange.givenBack ?? rowsOf(givenBackBy(exchange.sale, back), methods);
}

/** Why the sale cannot be finished yet; undefined when it can. */
export function givenBackProblem(
  exchange: Exchange,
  total: Cents,
  methods: readonly string[],
): string | undefined {
  const back = toGiveBack(exchange, total);
  const problem = rowsProblem(givenBackRows(exchange, total, methods), back);
  return problem && `Para devolver ${formatCents(back)}: ${problem}`;
}
