import { expect, test } from 'vitest';
import { isDraft } from './pending-sale.ts';
import { EMPTY_DRAFT } from './sale-draft.ts';
import { aDraft } from './testing.ts';

const stored = (value: unknown) => JSON.parse(JSON.stringify(value));

test('what was stored of a sale is read again', () => {
  for (const draft of [EMPTY_DRAFT, aDraft()]) expect(isDraft(stored(draft))).toBe(true);
});

test.each([
  ['nothing', null],
  ['something else', 'x'],
  ['no items', { ...aDraft(), items: undefined }],
  ['an item without a product', { ...aDraft(), items: [{ quantity: 1 }] }],
  ['an item at no price', { ...aDraft(), items: [{ product: { price: 'x' }, quantity: 1 }] }],
  ['a part of an item', { ...aDraft(), items: [{ product: { price: 1 }, quantity: 1.5 }] }],
  ['too few payments', { ...aDraft(), payments: [] }],
  ['a payment that is none', { ...aDraft(), payments: [null, null, null, null, null] }],
  ['no client', { ...aDraft(), client: null }],
])('%s is no draft', (_what, value) => {
  expect(isDraft(value)).toBe(false);
});
