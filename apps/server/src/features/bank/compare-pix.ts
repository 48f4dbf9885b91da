import type { bankEndpoints, ComparedPage, ComparedPix, PixSum } from '@balcao/contract/bank.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import { type PixState, pixStates } from '@balcao/domain/bank/pix-states.ts';
import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addMonths, type Period } from '@balcao/domain/dates/periods.ts';
import { centsFromReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { periodOf } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { type PixPayment, pixPayments, pixReturns, shownPayment } from './pix-payments.ts';
import { coveredDays, looseLines, looseSentLines } from './statements.repository.ts';
import { bankLineOf } from './statements.service.ts';

/** Throws invalid_day and period_too_long. */
export function boundedPeriod(
  query: { startDate: string; endDate: string },
  within: 'querystring' | 'body' = 'querystring',
): Period {
  const { from, to } = periodOf(query, within) as { from: BusinessDay; to: BusinessDay };
  if (to > addMonths(from, 12))
    throw new Refusal('period_too_long', { field: `${within}/endDate` });
  return { from, to };
}

/**
 * The Pix of a period, of the shop and of the bank, in the order of their days. A pair is of the day of its sale. A
 * payment that was undone is there only if the bank received it.
 */
export async function comparedPix(db: Db, days: Period): Promise<ComparedPix[]> {
  const covered = await coveredDays(db, 'pix', days);
  const payments = await pixPayments(db, days);
  const expected = payments.filter(({ undone, bank }) => undone === null || bank !== null);
  return compared(expected, covered, await looseLines(db, days));
}

/** What the shop gave back by Pix in a period, and the Pix that went out. A pair is of the day of its return. */
export async function comparedReturns(db: Db, days: Period): Promise<ComparedPix[]> {
  const covered = await coveredDays(db, 'sent', days);
  return compared(await pixReturns(db, days), covered, await looseSentLines(db, days));
}

function compared(
  payments: readonly PixPayment[],
  covered: ReadonlySet<BusinessDay>,
  loose: Awaited<ReturnType<typeof looseLines>>,
): ComparedPix[] {
  const ofShop = payments.map((payment) => ({
    ...{ when: payment.at.toISOString(), state: stateOf(payment, covered) },
    ...{ payment: shownPayment(payment), line: payment.bank && bankLineOf(payment.bank) },
  }));
  const ofBank = loose.map(({ state, ...line }) => ({
    when: new Date(`${line.day}T${line.time ?? '00:00'}:00-03:00`).toISOString(),
    ...{ state, payment: null, line: bankLineOf(line) },
  }));
  return [...ofShop, ...ofBank]
    .sort((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : 0))
    .map(({ when: _, ...row }) => row);
}

function stateOf(
  { undone, bank, amount, at }: PixPayment,
  covered: ReadonlySet<BusinessDay>,
): PixState {
  if (undone !== null) return 'undone';
  if (bank) return bank.amount_cents === amount ? 'found' : 'differs';
  return covered.has(businessDayOf(at)) ? 'missing' : 'uncovered';
}

/** What was undone, the shop expects no more. */
export function sumsOf(rows: readonly ComparedPix[]): PixSum[] {
  const sum = (amounts: readonly (number | undefined)[]) =>
    reaisFromCents(sumCents(amounts.map((amount) => centsFromReais(amount ?? 0))));
  return pixStates.map((state) => {
    const ofState = rows.filter((row) => row.state === state);
    return {
      ...{ state, count: ofState.length },
      shop: state === 'undone' ? 0 : sum(ofState.map(({ payment }) => payment?.amount)),
      bank: sum(ofState.map(({ line }) => line?.amount)),
    };
  });
}

/** A page of what `rowsOf` compares. */
export async function comparedPage(
  db: Db,
  { state, ...query }: QueryOf<typeof bankEndpoints.comparePix>,
  rowsOf: typeof comparedPix,
): Promise<ComparedPage> {
  const rows = await rowsOf(db, boundedPeriod(query));
  const slice = sliceOf(query);
  const listed = rows.filter((row) => !state || row.state === state);
  const page = listed.slice(slice.offset, slice.offset + slice.limit);
  return { ...pageOf(page, listed.length, slice), sums: sumsOf(rows) };
}
