import { EXCHANGE_CREDIT, exchangeCredit } from '@balcao/domain/correction-payments.ts';
import { type Cents, cents, formatCents, ZERO } from '@balcao/domain/money.ts';
import { type SaleTotals, saleTotals } from '@balcao/domain/sale-total.ts';
import { type MoneyRow, rowsOf, rowsProblem } from '../../corrections/forms/money-rows.ts';
import { givenBackBy } from '../../corrections/record/given-back.ts';
import type { StartedExchange } from '../../corrections/record/started-exchange.ts';
import { amountsOf, NO_PAYMENTS, type PaymentRow } from './payment-lines.ts';
import { NOBODY, type Person } from './person.ts';
import { type SaleItem, totalsOf } from './sale-item.ts';

/** The parts of a sale as the seller has typed them. */
export type SaleDraft = {
  readonly client: Person;
  readonly student: Person;
  readonly items: readonly SaleItem[];
  readonly payments: readonly PaymentRow[];
  /** The names of the lists of material that put items into it. */
  readonly lists?: readonly string[];
  /** Codes that were read and did not go in, until they are put away or one goes in after all. */
  readonly missed?: readonly string[];
  /** The parked order of somebody else that it was: the sale names them too. */
  readonly parkedOrder?: number;
  /** The sale is of the client and the student of the earlier sale, and `client` and `student` are nobody. */
  readonly exchange?: Exchange;
};

export const EMPTY_DRAFT: SaleDraft = {
  client: NOBODY,
  student: NOBODY,
  items: [],
  payments: NO_PAYMENTS,
};

type Figures = Pick<SaleDraft, 'items' | 'payments' | 'exchange'>;

/** The figures of the draft, by the same rule as the server's. */
export function draftTotals(draft: Figures): SaleTotals {
  return totalsWith(draft.items, paymentRows(draft));
}

/** The payments of the sale. In an exchange the first row is its credit. */
export function paymentRows({ items, payments, exchange }: Figures): readonly PaymentRow[] {
  if (!exchange) return payments;
  return withCredit(payments, exchange, totalsWith(items, []).totalGeneral);
}

function totalsWith(items: readonly SaleItem[], rows: readonly PaymentRow[]): SaleTotals {
  return saleTotals({
    items: items.map(totalsOf),
    generalDiscount: ZERO,
    payments: amountsOf(rows),
  });
}

/** Items of an earlier sale that come back, and pay the new sale as far as their worth goes. */
export type Exchange = StartedExchange & {
  /** How the client gets what the new sale leaves of the worth. null: the way the earlier sale was paid. */
  readonly givenBack: readonly MoneyRow[] | null;
  /** The counter held an order, which was parked for it. */
  readonly afterParking?: true;
};

/** The rows of the new sale: the credit, and below it what the client pays. Nothing if the credit is enough. */
function withCredit(
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

/** Not before something is bought: an exchange gives nothing back for nothing. */
export function givesBack(exchange: Exchange, { totalGeneral }: SaleTotals): boolean {
  return totalGeneral > 0 && toGiveBack(exchange, totalGeneral) > 0;
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
