import type { bankEndpoints, ComparedPage, ComparedPix, PixSum } from '@balcao/contract/bank.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import { type PixState, pixStates } from '@balcao/domain/bank/pix-states.ts';
import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addMonths, type Period } from '@balcao/domain/dates/periods.ts';
import { centsFromReais, reaisFromCents, sumCents, ZERO } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { periodOf } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { unhurried } from '../../request/unhurried.ts';
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

type LooseLines = Awaited<ReturnType<typeof looseLines>>;

async function compared(
  payments: readonly PixPayment[],
  covered: ReadonlySet<BusinessDay>,
  loose: LooseLines,
): Promise<ComparedPix[]> {
  const rows: ComparedPix[] = [];
  for await (const row of unhurried(inOrder(payments, covered, loose))) rows.push(row);
  return rows;
}

/** Both come in the order of their days. Of one moment, the shop's are first. */
function* inOrder(
  payments: readonly PixPayment[],
  covered: ReadonlySet<BusinessDay>,
  loose: LooseLines,
): Generator<ComparedPix> {
  const looseRow = ({ state, ...line }: LooseLines[number]) => ({
    ...{ state, payment: null, line: bankLineOf(line) },
  });
  const left = loose.values();
  let next = left.next();
  for (const payment of payments) {
    for (; !next.done && momentOf(next.value) < payment.at; next = left.next()) {
      yield looseRow(next.value);
    }
    const line = payment.bank && bankLineOf(payment.bank);
    yield { state: stateOf(payment, covered), payment: shownPayment(payment), line };
  }
  for (; !next.done; next = left.next()) yield looseRow(next.value);
}

const momentOf = ({ day, time }: LooseLines[number]) =>
  new Date(`${day}T${time ?? '00:00'}:00-03:00`);

function stateOf(
  { undone, bank, amount, at }: PixPayment,
  covered: ReadonlySet<BusinessDay>,
): PixState {
  if (undone !== null) return 'undone';
  if (bank) return bank.amount_cents === amount ? 'found' : 'differs';
  return covered.has(businessDayOf(at)) ? 'missing' : 'uncovered';
}

/** What was undone, the shop expects no more. */
export async function sumsOf(rows: readonly ComparedPix[]): Promise<PixSum[]> {
  const sums = new Map(pixStates.map((state) => [state, { count: 0, shop: ZERO, bank: ZERO }]));
  for await (const { state, payment, line } of unhurried(rows)) {
    const sum = sums.get(state);
    if (!sum) continue;
    const expected = state === 'undone' ? 0 : (payment?.amount ?? 0);
    sum.count++;
    sum.shop = sumCents([sum.shop, centsFromReais(expected)]);
    sum.bank = sumCents([sum.bank, centsFromReais(line?.amount ?? 0)]);
  }
  return Array.from(sums, ([state, { count, shop, bank }]) => ({
    ...{ state, count },
    ...{ shop: reaisFromCents(shop), bank: reaisFromCents(bank) },
  }));
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
  return { ...pageOf(page, listed.length, slice), sums: await sumsOf(rows) };
}
