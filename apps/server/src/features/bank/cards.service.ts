import type {
  bankEndpoints,
  CardDay,
  CardSettings,
  Cards,
  CardTerms,
} from '@balcao/contract/bank.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import {
  earliestSold,
  netOfFee,
  paidState,
  settlementDay,
} from '@balcao/domain/bank/card-settlement.ts';
import { holidayText, isDayOrDate, type LocalHoliday } from '@balcao/domain/dates/holidays.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import { reaisFromCents, subtractCents, sumCents, ZERO } from '@balcao/domain/money.ts';
import { percentHundredths } from '@balcao/domain/sale-total.ts';
import type { Db } from '../../database/connection.ts';
import { findSettings } from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { editPart } from '../audit/edit-part.ts';
import { paymentMethods } from '../payment-methods/payment-methods.service.ts';
import {
  allTerms,
  receivedFromCards,
  replaceTerms,
  type TermsRow,
  takenByDay,
} from './cards.repository.ts';
import { coveredDays, lockBank } from './statements.repository.ts';

const termsOf = ({ payment_method_id, days, business_days, fee_hundredths }: TermsRow) => ({
  ...{ method: payment_method_id, days, business_days },
  fee: fee_hundredths / 100,
});

export async function readCardTerms(db: Db): Promise<CardSettings> {
  const { local_holidays: holidays } = await findSettings(db);
  return { terms: (await allTerms(db)).map(termsOf), holidays };
}

/** The terms of each of these methods as a text; '' for one that is no card. */
const textsOf = (terms: readonly CardTerms[], methods: Iterable<number>) =>
  Object.fromEntries(
    Array.from(methods, (id) => {
      const of = terms.find(({ method }) => method === id);
      return [`${id}`, of ? `${of.business_days} ${of.days} ${of.fee}` : ''];
    }),
  );

/** With `shown`, what a form was shown, only what it changed. Throws changed_meanwhile, invalid_day and unknown_payment_method. */
export async function editCardTerms(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  { shown, ...typed }: BodyOf<typeof bankEndpoints.editCardTerms>,
): Promise<CardSettings> {
  const holidays = localHolidays(typed.holidays);
  return inTransaction(db, async (tx) => {
    await lockBank(tx);
    const rows = await allTerms(tx);
    const { results } = await paymentMethods.list(tx, { page_size: '1000' });
    const known = new Map([
      ...results.map(({ id, name }) => [id, name] as const),
      ...rows.map(({ payment_method_id, name }) => [payment_method_id, name] as const),
    ]);
    const given = typed.terms.map(({ method }) => method);
    if (given.some((id) => !known.has(id)) || new Set(given).size < given.length) {
      throw new Refusal('unknown_payment_method', { field: 'body/terms' });
    }
    const texts = ({ terms, holidays }: CardSettings): Record<string, string> => ({
      ...textsOf(terms, known.keys()),
      holidays: `${holidays}`,
    });
    const sent = texts({ ...typed, holidays });
    const before = rows.map(termsOf);
    await editPart(tx, actor, 'bank.terms_edited', {
      ...{ typed: sent, shown: shown && `${new URLSearchParams(texts(shown))}` },
      words: { ...Object.fromEntries(known), holidays: 'os feriados locais' },
      fields: ({ local_holidays }) => texts({ terms: before, holidays: local_holidays }),
      stored: async (after, { local_holidays }) => {
        const terms = [...known.keys()].flatMap((id) =>
          (after[id] === sent[id] ? typed.terms : before).filter(({ method }) => method === id),
        );
        await replaceTerms(
          tx,
          terms.map(({ method, fee, ...of }) => ({
            ...{ ...of, payment_method_id: method },
            fee_hundredths: percentHundredths(fee),
          })),
        );
        return { local_holidays: after.holidays === sent.holidays ? holidays : local_holidays };
      },
      audited: async () => {
        const { terms, holidays } = await readCardTerms(tx);
        return {
          terms: terms.map(({ method, ...of }) => ({ name: known.get(method), method, ...of })),
          holidays,
        };
      },
    });
    return readCardTerms(tx);
  });
}

/** Each once, those of every year first. Throws invalid_day. */
function localHolidays(days: readonly string[]): LocalHoliday[] {
  return [...new Set(days)].sort().map((day) => {
    if (isDayOrDate(day)) return day;
    throw new Refusal('invalid_day', {
      field: 'body/holidays',
      detail: `${holidayText(day)} não existe no calendário.`,
    });
  });
}

/** What cards should pay on each day of a period, and what the bank received from them. */
export async function comparedCards(db: Db, { from, to }: Period): Promise<Cards> {
  const terms = new Map((await allTerms(db)).map((row) => [row.payment_method_id, row]));
  if (terms.size === 0) return { has_terms: false, days: [] };
  const { local_holidays: local } = await findSettings(db);
  const taken = await takenByDay(db, [...terms.keys()], { from: earliestSold(from, local), to });
  const expected = taken.map(({ method, day, cents, sales }) => {
    const of = terms.get(method) as TermsRow;
    const { fee, net } = netOfFee(cents, of.fee_hundredths);
    return {
      ...{ method: of.name, day, gross: cents, fee, net },
      // Without a fee there is nothing to round.
      sales: of.fee_hundredths === 0 ? 0 : sales,
      settles: settlementDay(day, of, local),
    };
  });
  const parts = Map.groupBy(expected, ({ settles }) => settles);
  const received = new Map(
    (await receivedFromCards(db, { from, to })).map(({ day, cents }) => [day, cents]),
  );
  const covered = await coveredDays(db, 'card', { from, to });
  const days = [...new Set([...parts.keys(), ...received.keys()])]
    .filter((day) => day >= from && day <= to)
    .sort()
    .map((day): CardDay => {
      const ofDay = parts.get(day) ?? [];
      const paid = {
        gross: sumCents(ofDay.map(({ gross }) => gross)),
        expected: sumCents(ofDay.map(({ net }) => net)),
        received: received.get(day) ?? ZERO,
        sales: ofDay.reduce((sum, { sales }) => sum + sales, 0),
      };
      return {
        ...{ day, sales: paid.sales },
        expected: reaisFromCents(paid.expected),
        received: reaisFromCents(paid.received),
        difference: reaisFromCents(subtractCents(paid.received, paid.expected)),
        state: covered.has(day) ? paidState(paid) : 'uncovered',
        parts: ofDay.map((part) => ({
          method: part.method,
          sold: { day: part.day, gross: reaisFromCents(part.gross), fee: reaisFromCents(part.fee) },
          net: reaisFromCents(part.net),
        })),
      };
    });
  return { has_terms: true, days };
}

/** Those with a statement that do not fit it. */
export const unsettledDays = ({ days }: Cards) => days.filter(({ state }) => state === 'differs');
