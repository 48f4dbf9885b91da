import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { BusinessDay } from '../dates/business-day.ts';
import { cents } from '../money.ts';
import { runs } from '../testing/runs.ts';
import { type Movement, pairMovements } from './same-movement.ts';

const E = (which: number) => `E6070119020260302172${which}DY5AB1C2D3E`;
const line = (given: Partial<Movement> = {}): Movement => ({
  ...{ account: '', day: '2026-03-02' as BusinessDay, time: null, amount: cents(4200) },
  ...{ txid: null, end_to_end: null, kind: 'pix', memo: 'PIX RECEBIDO' },
  ...given,
});
const paired = (kept: Partial<Movement>[], read: Partial<Movement>[]) =>
  [...pairMovements(kept.map(line), read.map(line))]
    .flat()
    .toSorted((a, b) => a.read - b.read)
    .map(({ kept, read, isSure }) => `${kept}=${read}${isSure ? '' : '?'}`);

it.each<[string, Partial<Movement>, Partial<Movement>]>([
  ['other capitals and accents', { memo: 'PIX RECEBIDO M. S.' }, { memo: 'Pix recebido M. S.' }],
  ['a text that was completed', { memo: 'PIX M. D.' }, { memo: 'PIX RECEBIDO M. D. S. … B.' }],
  ['a text in one file only', { memo: '' }, { memo: 'PIX RECEBIDO M. S.' }],
  ['a time in one file only', { time: null }, { time: '14:22' }],
  ['the times of sending and of booking', { time: '14:22' }, { time: '14:25' }],
  ['an identifier in one file only', { end_to_end: E(1) }, { memo: 'TRANSF' }],
])('the same movement in another file is one: %s', (_why, one, other) => {
  expect(paired([one], [other])).toEqual(['0=0']);
  expect(paired([other], [one])).toEqual(['0=0']);
});

it.each<[string, Partial<Movement>, Partial<Movement>]>([
  ['other initials', { memo: 'PIX M. S.' }, { memo: 'PIX J. P.' }],
  ['another hour', { time: '10:00' }, { time: '15:00' }],
  ['another kind', { kind: 'card', memo: 'CIELO' }, { kind: 'pix', memo: 'PIX' }],
])('a line that may be another movement is asked about: %s', (_why, one, other) => {
  expect(paired([one], [other])).toEqual(['0=0?']);
});

it.each<[string, Partial<Movement>]>([
  ['another day', { day: '2026-03-03' as BusinessDay }],
  ['another amount', { amount: cents(4201) }],
  ['another account', { account: 'Itaú' }],
])('is another movement: %s', (_why, other) => {
  expect(paired([{}], [other])).toEqual([]);
});

test('identifiers prove that two lines are one, on whatever day it was booked, or two', () => {
  const monday = { day: '2026-03-04' as BusinessDay, account: 'Itaú', memo: 'PIX J. P.' };
  expect(paired([{ end_to_end: E(1) }], [{ ...monday, end_to_end: E(1) }])).toEqual(['0=0']);
  expect(paired([{ end_to_end: E(1) }], [{ end_to_end: E(2) }])).toEqual([]);
  expect(paired([{ txid: 'a' }, { txid: 'b' }], [{ txid: 'b', time: '09:00' }])).toEqual(['1=0']);
  expect(paired([{ txid: 'a' }], [{ txid: 'b' }])).toEqual([]);
});

test('twins of a file stay twins, and meet those of the other file', () => {
  expect(paired([], [{}, {}])).toEqual([]);
  expect(paired([{}], [{}, {}])).toEqual(['0=0']);
  expect(paired([{}, {}, {}], [{}, {}])).toEqual(['0=0', '1=1']);
  const both = [{ end_to_end: E(1) }, { end_to_end: E(2) }];
  expect(paired(both, [{}, {}])).toHaveLength(2);
  expect(paired(both, [{ end_to_end: E(2) }, { end_to_end: E(3) }])).toEqual(['1=0']);
});

test('of some that are possible the likest is it', () => {
  const kept = [
    { time: '10:00', memo: 'PIX A.' },
    { time: '11:00', memo: 'PIX B.' },
    { time: null, memo: 'PIX C.' },
  ];
  expect(paired(kept, [{ memo: 'PIX C.' }, { time: '10:00' }, { memo: 'PIX B. S.' }])).toEqual([
    '2=0',
    '0=1',
    '1=2',
  ]);
});

test('twins meet by their names, whatever words stand before them and in whatever order', () => {
  const kept = [{ memo: 'PIX RECEBIDO A. R.' }, { memo: 'PIX RECEBIDO E. G. C.' }];
  const read = [{ memo: 'Pix recebido C. … E. G. C.' }, { memo: 'Pix recebido C. … A. R.' }];
  expect(paired(kept, read)).toEqual(['1=0', '0=1']);
  expect(paired(read, kept)).toEqual(['1=0', '0=1']);
  // A name that was cut off is nearer than none.
  expect(
    paired([{ memo: 'PIX B. C. D.' }, { memo: 'PIX M. V. M.' }], [{ memo: 'PIX M. V.' }]),
  ).toEqual(['1=0']);
});

const some = fc.record({
  account: fc.constantFrom('', 'Itaú'),
  day: fc.constantFrom('2026-03-02', '2026-03-03').map((day) => day as BusinessDay),
  time: fc.option(fc.constantFrom('10:00', '10:05', '15:00')),
  amount: fc.constantFrom(1, 4200).map(cents),
  memo: fc.constantFrom('', 'PIX', 'PIX M. S.', 'PIX M.', 'PIX J. P.'),
});
const file = fc.array(some.map(line), { maxLength: 8 });
const countOf = (all: readonly Movement[]) => {
  const groups = Map.groupBy(all, ({ account, day, amount }) => `${account} ${day} ${amount}`);
  return new Map([...groups].map(([key, { length }]) => [key, length]));
};

test('whatever two files say, what is kept of a day and an amount is as many as the larger has', () => {
  fc.assert(
    fc.property(file, file, (kept, read) => {
      const pairs = [...pairMovements(kept, read)].flat();
      const known = new Set(pairs.map((pair) => pair.read));
      const all = countOf([...kept, ...read.filter((_, at) => !known.has(at))]);
      const [before, inFile] = [countOf(kept), countOf(read)];
      const larger = (key: string) => Math.max(before.get(key) ?? 0, inFile.get(key) ?? 0);
      // The same file again is known, and nothing of it is in doubt.
      const sure = [...pairMovements(read, read)].flat().filter(({ isSure }) => isSure);
      // Asked once a run: expect() takes longer than all that it is asked about.
      expect({
        kept: new Set(pairs.map((pair) => pair.kept)).size,
        known: known.size,
        wrong: [...all].filter(([key, count]) => count !== larger(key)),
        sure: sure.length,
      }).toEqual({ kept: pairs.length, known: pairs.length, wrong: [], sure: read.length });
    }),
    runs,
  );
}, 60_000);

test('twenty thousand lines of one day and one amount take steps by their number', () => {
  let steps = 0;
  const counting = (one: Movement) =>
    new Proxy(one, {
      get(of, name) {
        steps++;
        return Reflect.get(of, name);
      },
    });
  const many = (memo: string) =>
    Array.from({ length: 20_000 }, (_, at) =>
      counting(line({ memo, time: `${10 + (at % 10)}:00` })),
    );
  expect([...pairMovements(many('PIX A.'), many('PIX B.'))].flat()).toHaveLength(20_000);
  expect(steps).toBeLessThan(40_000 * 300);
}, 60_000);
