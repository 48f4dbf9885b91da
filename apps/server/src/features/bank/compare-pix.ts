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
import { type PixPayment, pixPayments } from './pix-payments.ts';
import { coveredDays, looseLines } from './statements.repository.ts';
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
export async function comparedPix(db: Db, { from, to }: Period): Promise<ComparedPix[]> {
  const covered = await coveredDays(db, 'pix', { from, to });
  const payments = await pixPayments(db, { from, to });
  const ofShop = payments.flatMap((payment) => {
    const { bank, undone, at } = payment;
    if (undone !== null && bank === null) return [];
    return {
      ...{ when: at.toISOString(), state: stateOf(payment, covered) },
      ...{ payment: shown(payment), line: bank && bankLineOf(bank) },
    };
  });
  const ofBank = (await looseLines(db, { from, to })).map(({ state, ...line }) => ({
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

const shown = ({ sale, correction, line, at, amount, undone }: PixPayment) => ({
  ...{ sale, correction, line, undone },
  at: at.toISOString(),
  amount: reaisFromCents(amount),
});

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

export async function comparePix(
  db: Db,
  { state, ...query }: QueryOf<typeof bankEndpoints.comparePix>,
): Promise<ComparedPage> {
  const rows = await comparedPix(db, boundedPeriod(query));
  const slice = sliceOf(query);
  const listed = rows.filter((row) => !state || row.state === state);
  const page = listed.slice(slice.offset, slice.offset + slice.limit);
  return { ...pageOf(page, listed.length, slice), sums: sumsOf(rows) };
}
