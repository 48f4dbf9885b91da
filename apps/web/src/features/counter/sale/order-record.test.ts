import { expect, test } from 'vitest';
import { isDraft, type OrderRecord, resumes } from './order-record.ts';
import { EMPTY_DRAFT } from './sale-draft.ts';
import { aDraft } from './testing.ts';

test.each([
  ['an empty draft', EMPTY_DRAFT, true],
  ['a full draft', aDraft(), true],
  ['nothing', null, false],
  ['something else', 'x', false],
  ['no items', { ...aDraft(), items: undefined }, false],
  ['an item without a product', { ...aDraft(), items: [{ quantity: 1 }] }, false],
  [
    'an item at no price',
    { ...aDraft(), items: [{ product: { price: 'x' }, quantity: 1 }] },
    false,
  ],
  ['a part of an item', { ...aDraft(), items: [{ product: { price: 1 }, quantity: 1.5 }] }, false],
  ['too few payments', { ...aDraft(), payments: [] }, false],
  ['payments that are none', { ...aDraft(), payments: [null, null, null, null, null] }, false],
  ['no client', { ...aDraft(), client: null }, false],
])('%s is read as a draft: %#', (_, value, readable) => {
  expect(isDraft(JSON.parse(JSON.stringify(value)))).toBe(readable);
});

test.each([
  ['within two minutes', 1000, 1000 + 119_000, true],
  ['later', 1000, 1000 + 121_000, false],
  ['after the retries have ended', null, 1000, false],
])('an interrupted sale is sent again without asking: %s', (_, sendingSince, now, resumed) => {
  expect(resumes({ sendingSince } as OrderRecord, now)).toBe(resumed);
});
