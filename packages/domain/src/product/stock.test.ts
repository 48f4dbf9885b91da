import { expect, test } from 'vitest';
import type { BusinessDay } from '../dates/business-day.ts';
import { daysLeft, isOfStock, suggestedPurchase } from './stock.ts';

test('how long pieces last, and how many to buy', () => {
  expect([daysLeft(12, 30), daysLeft(5, 0), daysLeft(-3, 10), daysLeft(10, -1)]).toEqual([
    ...[12, null, 0, null],
  ]);
  expect([suggestedPurchase(10, 4), suggestedPurchase(10, -2), suggestedPurchase(3, 9)]).toEqual([
    ...[6, 10, 0],
  ]);
  expect(suggestedPurchase(7, null)).toBe(7);
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
