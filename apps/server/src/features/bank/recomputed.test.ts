import { type BusinessDay, businessDayOf, formatTime } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import { runs } from '@balcao/domain/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AnySale,
  anySales,
  openPlayground,
  type PlayedSale,
} from '../../testing/any-sales.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import {
  byTime,
  cardsOf,
  compared,
  isTwice,
  join,
  type Line,
  minuteOf,
  pixOf,
  returnsOf,
} from '../../testing/naive-bank.ts';
import { aStatement, aStatementLine } from '../../testing/valid-bank-calls.ts';

const anyLine = fc.record({
  of: fc.nat(24),
  part: fc.nat(2),
  kind: fc.constantFrom('pix', 'pix', 'pix', 'pix', 'back', 'sent', 'sent', 'card'),
  days: fc.constantFrom(0, 0, 1, 1, 2, 3, 4, 7, 8, -1),
  minutes: fc.option(fc.constantFrom(0, 0, -3, 3, -120, 120, -121, 121), { freq: 3 }),
  more: fc.constantFrom(0, 0, 0, 0, 1),
  named: fc.boolean(),
});
const anyLines = fc.array(anyLine, { minLength: 30, maxLength: 50 });
type AnyLine = typeof anyLine extends fc.Arbitrary<infer Line> ? Line : never;

const MEMOS = { pix: 'PIX RECEBIDO', back: 'DEV PIX', sent: 'PIX ENVIADO', card: 'CIELO' };

/** A line of the file that looks like a payment of a sale, or like what was given back. */
function lineOf(given: AnyLine, sales: readonly PlayedSale[]) {
  const { kind, days, minutes, more, named } = given;
  const returned = sales.filter(({ givenBack }) => kind === 'sent' && givenBack);
  const some = returned.length > 0 ? returned : sales;
  const sale = some[given.of % some.length] as PlayedSale;
  const places = [...sale.payments.keys()];
  const ofPix = places.filter((at) => sale.payments[at]?.method === 'Pix');
  const place = (ofPix[given.part % ofPix.length] ?? 0) as number;
  const moment = new Date(sale.createdAt.getTime() + (minutes ?? 0) * 60_000);
  const back = kind === 'sent' ? sale.givenBack : null;
  const day = back?.day ?? businessDayOf(moment);
  return aStatementLine({
    day: minutes === null || back ? addDays(day, days) : day,
    time: minutes === null ? null : formatTime(moment),
    amount: reaisFromCents(
      ((back?.amount ?? sale.payments[place]?.amount ?? 0) + more) as typeof sale.totalGeneral,
    ),
    txid: kind === 'pix' && named ? pixTxid(sale.key, place + 1) : null,
    // The server has to know a reversal by its words.
    kind: kind === 'back' ? 'pix' : kind,
    memo: MEMOS[kind],
  });
}

test('Pix, returns and cards beside the bank are what a naive reading of rows and file says', async () => {
  const counter = await openTestCounter();
  const { shop } = counter;
  const { pool } = shop.owner;
  const { chief, debit, credit, play } = await openPlayground(counter);
  const token = await tokenOf(shop, chief.login);
  await pool.query(
    `INSERT INTO card_terms (payment_method_id, days, business_days, fee_hundredths)
    VALUES ($1, 2, true, 199), ($2, 30, false, 350)`,
    [debit.id, credit.id],
  );

  async function shown(name: 'comparePix' | 'compareReturns', startDate: string, endDate: string) {
    const query = { startDate, endDate, page_size: '1000' };
    const { results, sums } = (await shop.call(name, { token, query })).body;
    const inCents = (reais: number | undefined) =>
      reais === undefined ? null : centsFromReais(reais);
    const rows = results.map(({ state, payment, line }) =>
      JSON.stringify([
        ...[state, payment?.sale ?? null, payment?.correction ?? null, inCents(payment?.amount)],
        ...[line?.day ?? null, inCents(line?.amount)],
      ]),
    );
    const counted = sums.filter(({ count }) => count > 0);
    return {
      answer: {
        rows: rows.sort(),
        sums: Object.fromEntries(
          counted.map(({ state, count, shop: ours, bank }) => [
            state,
            [count, centsFromReais(ours), centsFromReais(bank)],
          ]),
        ),
      },
      results,
    };
  }

  let year = 2_000;
  async function check(given: readonly AnySale[], givenLines: AnyLine[], others: number) {
    // Each in a year of its own, and in weeks without a holiday.
    const from = `${++year}-07-03` as BusinessDay;
    const [first, last, end] = [addDays(from, 1), addDays(from, 12), addDays(from, 50)];
    const sales = await play(given, from);
    const file = givenLines
      .map((line) => lineOf(line, sales))
      .filter(({ day }) => day >= first && day <= last);
    const read = (lines: typeof file, until = last) =>
      shop.call('addStatement', { token, body: aStatement(lines, [first, until]) });
    expect((await read(file)).body).toMatchObject({ in_doubt: [], added: file.length });
    // A part of it again, as another file.
    const part = file.filter(({ day }) => day < last);
    expect((await read(part, addDays(last, -1))).body).toMatchObject({ in_doubt: [], added: 0 });

    const lines = file
      .map((line): Line => {
        const minute = line.time && minuteOf(line.day, line.time);
        const is = line.memo === MEMOS.back ? 'reversal' : (line.kind as Line['is']);
        const amount = centsFromReais(line.amount);
        return { day: line.day, minute: minute || null, amount, txid: line.txid, is };
      })
      .sort(byTime);
    const [pix, sent] = [
      lines.filter(({ is }) => is === 'pix'),
      lines.filter(({ is }) => is === 'sent'),
    ];
    const [payments, returns] = [
      await pixOf(shop.owner, from, end),
      await returnsOf(shop.owner, from, end),
    ];
    // What is too far from the file's days is no business of it, whatever it names.
    const near = payments.filter(({ day }) => day >= addDays(first, -3) && day <= addDays(last, 1));
    const joined = (undone: boolean) => near.filter((payment) => payment.undone === undone);
    for (const undone of [false, true]) {
      join(
        pix.filter(({ of }) => !of),
        joined(undone),
      );
    }
    join(sent, returns, true);
    const covered = (day: string) => day >= first && day <= last;
    const expected = () => ({
      pix: compared(
        lines.filter(({ is }) => is === 'pix' || is === 'reversal'),
        payments,
        false,
        covered,
      ),
      returns: compared(sent, returns, true, covered),
    });
    const answers = async () => ({
      pix: await shown('comparePix', from, end),
      returns: await shown('compareReturns', from, end),
    });
    const before = await answers();
    expect({ pix: before.pix.answer, returns: before.returns.answer }).toEqual(expected());

    // Some that nobody knows are not the shop's.
    const strangers = [...before.pix.results, ...before.returns.results]
      .filter(({ state }) => state === 'unknown')
      .slice(0, others);
    for (const { line } of strangers) {
      const params = { id: `${line?.id}` };
      await shop.call('setNotOurs', { token, params, body: { word: 'Outra' } });
      const isSent = before.returns.results.some((row) => row.line?.id === line?.id);
      const some = isSent ? sent : pix;
      const found = some.find(
        (one) =>
          !(one.of || one.isOther || isTwice(one, some, isSent)) &&
          one.day === line?.day &&
          one.amount === centsFromReais(line.amount),
      );
      if (found) found.isOther = true;
    }
    const after = await answers();
    expect({ pix: after.pix.answer, returns: after.returns.answer }).toEqual(expected());

    const cards = (
      await shop.call('compareCards', { token, query: { startDate: from, endDate: end } })
    ).body.days;
    const came = Map.groupBy(
      lines.filter(({ is }) => is === 'card'),
      ({ day }) => day,
    );
    const should = new Map(
      (await cardsOf(shop.owner, from, end)).map(({ day, expected: sum }) => [day, sum]),
    );
    expect(cards.map((day) => [day.day, day.expected, day.received, day.difference])).toEqual(
      [...new Set([...came.keys(), ...should.keys()])].sort().map((day) => {
        const received = (came.get(day) ?? []).reduce((sum, { amount }) => sum + amount, 0);
        const due = should.get(day) ?? 0;
        return [day, due / 100, received / 100, (received - due) / 100];
      }),
    );
  }

  const numRuns = Math.ceil(runs.numRuns / 750);
  await fc.assert(fc.asyncProperty(anySales(15, 25), anyLines, fc.nat(2), check), {
    ...{ ...runs, numRuns },
    // An example takes a second; the seed repeats it.
    endOnFailure: true,
  });
}, 240_000);
