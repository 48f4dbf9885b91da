import type { bankEndpoints, CardDay, Cards, CardTerms } from '@balcao/contract/bank.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import {
  LONGEST_SETTLEMENT,
  netOfFee,
  settlementDay,
} from '@balcao/domain/bank/card-settlement.ts';
import { addDays, type Period } from '@balcao/domain/dates/periods.ts';
import { centsOfSum, reaisFromCents, subtractCents, sumCents, ZERO } from '@balcao/domain/money.ts';
import { percentHundredths } from '@balcao/domain/sale-total.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { changedFields } from '../../request/shown-row.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { paymentMethods } from '../payment-methods/payment-methods.service.ts';
import { allTerms, replaceTerms, type TermsRow, takenByDay } from './card-terms.repository.ts';
import { coveredDays, lockBank, receivedFromCards } from './statements.repository.ts';

const termsOf = ({ payment_method_id, days, business_days, fee_hundredths }: TermsRow) => ({
  ...{ method: payment_method_id, days, business_days },
  fee: fee_hundredths / 100,
});

export async function readCardTerms(db: Db): Promise<{ terms: CardTerms[] }> {
  return { terms: (await allTerms(db)).map(termsOf) };
}

/** The terms of each of these methods as a text; '' for one that is no card. */
const textsOf = (terms: readonly CardTerms[], methods: Iterable<number>) =>
  Object.fromEntries(
    Array.from(methods, (id) => {
      const of = terms.find(({ method }) => method === id);
      return [`${id}`, of ? `${of.business_days} ${of.days} ${of.fee}` : ''];
    }),
  );

/** With `shown`, the terms that a form was shown, only what it changed. Throws changed_meanwhile and unknown_payment_method. */
export async function editCardTerms(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  { terms: typed, shown }: BodyOf<typeof bankEndpoints.editCardTerms>,
): Promise<{ terms: CardTerms[] }> {
  return inTransaction(db, async (tx) => {
    await lockBank(tx);
    const audited = (rows: TermsRow[]) => ({
      terms: rows.map(({ name, ...row }) => ({ name, ...termsOf(row as TermsRow) })),
    });
    const before = await allTerms(tx);
    const { results } = await paymentMethods.list(tx, { page_size: '1000' });
    const known = new Map([
      ...results.map(({ id, name }) => [id, name] as const),
      ...before.map(({ payment_method_id, name }) => [payment_method_id, name] as const),
    ]);
    const given = typed.map(({ method }) => method);
    if (given.some((id) => !known.has(id)) || new Set(given).size < given.length) {
      throw new Refusal('unknown_payment_method', { field: 'body/terms' });
    }
    const now = before.map(termsOf);
    const texts = (of: readonly CardTerms[]) => textsOf(of, known.keys());
    const seen = shown && `${new URLSearchParams(texts(shown))}`;
    const changed = changedFields(texts(now), texts(typed), seen, Object.fromEntries(known));
    const terms = [...known.keys()].flatMap((id) =>
      (`${id}` in changed ? typed : now).filter(({ method }) => method === id),
    );
    await replaceTerms(
      tx,
      terms.map(({ method, fee, ...of }) => ({
        ...{ ...of, payment_method_id: method },
        fee_hundredths: percentHundredths(fee),
      })),
    );
    const after = await allTerms(tx);
    await recordAudit(tx, actor, 'bank.terms_edited', {
      before: audited(before),
      after: audited(after),
    });
    return { terms: after.map(termsOf) };
  });
}

/** Days without weekends, and the weekend before the first one. */
const EARLIEST = LONGEST_SETTLEMENT * 1.4 + 7;

/** What cards should pay on each day of a period, and what the bank received from them. */
export async function comparedCards(db: Db, { from, to }: Period): Promise<Cards> {
  const terms = new Map((await allTerms(db)).map((row) => [row.payment_method_id, row]));
  if (terms.size === 0) return { has_terms: false, days: [] };
  const sold = { from: addDays(from, -Math.ceil(EARLIEST)), to };
  const expected = (await takenByDay(db, [...terms.keys()], sold)).map(({ method, day, cents }) => {
    const of = terms.get(method) as TermsRow;
    const { fee, net } = netOfFee(cents, of.fee_hundredths);
    return { method: of.name, day, gross: cents, fee, net, settles: settlementDay(day, of) };
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
      const [should, came] = [sumCents(ofDay.map(({ net }) => net)), received.get(day) ?? ZERO];
      return {
        ...{ day, covered: covered.has(day) },
        expected: reaisFromCents(should),
        received: reaisFromCents(came),
        difference: reaisFromCents(subtractCents(came, should)),
        parts: ofDay.map((part) => ({
          method: part.method,
          sold: { day: part.day, gross: reaisFromCents(part.gross), fee: reaisFromCents(part.fee) },
          net: reaisFromCents(part.net),
        })),
      };
    });
  return { has_terms: true, days };
}

/** The days that do not fit, of those with a statement. */
export const unsettledDays = ({ days }: Cards) =>
  days.filter(({ covered, difference }) => covered && centsOfSum(difference) !== 0);
