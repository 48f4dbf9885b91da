import { expect, it } from 'vitest';
import { hundredthsTyped, ruleWords, tally } from './price-words.ts';

it.each([
  ['7', 700],
  [' 7,5 % ', 750],
  ['7.05', 705],
  ['0', 0],
  ['1000', 100_000],
  ['1000,01', null],
  ['7,555', null],
  ['', null],
  ['-7', null],
  ['7 reais', null],
])('reads %j as a rise of %s hundredths', (typed, hundredths) => {
  expect(hundredthsTyped(typed, 'up')).toBe(hundredths);
});

it.each([
  ['7', -700],
  ['0', 0],
  ['99,99', -9_999],
  ['100', null],
])('reads %j as a fall of %s hundredths', (typed, hundredths) => {
  expect(hundredthsTyped(typed, 'down')).toBe(hundredths);
});

it('says what a rule does', () => {
  const rule = { percent: 7.5, ending: 90, rounding: 'nearest' } as const;
  expect(ruleWords(rule)).toBe('+7,5 %, final ,90 (o mais próximo)');
  expect(ruleWords({ ...rule, percent: -2, ending: 0, rounding: 'up' })).toBe(
    '−2 %, final ,00 (para cima)',
  );
  expect(ruleWords({ ...rule, ending: null })).toBe('+7,5 %');
  expect(ruleWords({ price: 9.9 })).toBe('Preço de R$\u00a09,90');
});

it('counts what rises, falls, stays and cannot', () => {
  const planned = (price: number, new_price: number | null) => ({
    ...{ id: 1, code: '1', name: 'Lápis', price, new_price },
    obstacle: new_price === null ? ('free' as const) : null,
  });
  const all = [planned(1, 2), planned(2, 3), planned(2, 1), planned(1, 1), planned(0.3, null)];
  expect(tally(all)).toEqual({ rises: 2, falls: 1, stays: 1, cannot: 1 });
});
