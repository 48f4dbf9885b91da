import { expect, test } from 'vitest';
import type { BusinessDay } from '../dates/business-day.ts';
import { daysLeft, isOfStock, proposedPurchase } from './stock.ts';

test('how long pieces last', () => {
  expect([daysLeft(12, 30), daysLeft(5, 0), daysLeft(-3, 10), daysLeft(10, -1)]).toEqual([
    ...[12, null, 0, null],
  ]);
});

test('what to buy: what sold a year before, else by the pace of now, and at least the minimum, less what is there', () => {
  const month = (given: Partial<Parameters<typeof proposedPurchase>[0]>, days = 30) => {
    const product = { year_ago: 0, pace: 0, minimum: null, on_hand: null, ...given };
    const { basis, quantity } = proposedPurchase(product, days);
    return [basis, quantity];
  };
  expect(month({ year_ago: 10, on_hand: 4, pace: 50, minimum: 90 })).toEqual(['year_ago', 6]);
  expect(month({ year_ago: 10, on_hand: -2 })).toEqual(['year_ago', 10]);
  expect(month({ year_ago: 3, on_hand: 9 })).toEqual(['year_ago', 0]);
  expect(month({ year_ago: 7 })).toEqual(['year_ago', 7]);
  // More came back than was sold: nothing was sold.
  expect(month({ year_ago: -1, pace: 12, on_hand: 5 })).toEqual(['pace', 7]);
  expect(month({ pace: 12, on_hand: 5 }, 61)).toEqual(['pace', 19]);
  expect(month({ pace: 1 }, 31)).toEqual(['pace', 1]);
  expect(month({ pace: 12, minimum: 12 })).toEqual(['pace', 12]);
  expect(month({ pace: 12, minimum: 13, on_hand: 3 })).toEqual(['minimum', 10]);
  expect(month({ pace: -4, minimum: 5 })).toEqual(['minimum', 5]);
  for (const given of [{}, { pace: -4 }, { minimum: 0 }]) expect(month(given)).toEqual([null, 0]);
  // Slower than one piece in these days.
  expect(month({ pace: 1 }, 7)).toEqual([null, 0]);
});

test('missing, below the minimum, and not sold for a year', () => {
  const today = '2026-11-26' as BusinessDay;
  const shelf = { on_hand: 3, minimum: null, last_sold: null };
  const found = (row: Parameters<typeof isOfStock>[0]) =>
    (['missing', 'below', 'unsold'] as const).filter((filter) => isOfStock(row, filter, today));
  expect(found(shelf)).toEqual(['unsold']);
  expect(found({ ...shelf, minimum: 3, last_sold: '2025-11-27T12:00:00.000Z' })).toEqual([]);
  expect(found({ ...shelf, minimum: 4, last_sold: '2025-11-26T12:00:00.000Z' })).toEqual([
    ...['below', 'unsold'],
  ]);
  expect(found({ ...shelf, on_hand: 0, minimum: 1 })).toEqual(['missing', 'below']);
  expect(found({ ...shelf, on_hand: null, minimum: 1 })).toEqual([]);
});
