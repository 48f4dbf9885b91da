import { expect, test } from 'vitest';
import { EMPTY_ENTRY } from './counter-state.ts';
import { EMPTY_DRAFT } from './sale-draft.ts';
import { isOrder, type OrderRecord, resumes } from './stored-order.ts';
import { aDraft } from './testing.ts';

const anOrder = (draft: unknown) => ({ key: 'k1', sent: [], entry: EMPTY_ENTRY, draft });

test.each([
  ['an empty draft', anOrder(EMPTY_DRAFT), true],
  ['a full draft', anOrder(aDraft()), true],
  ['nothing', null, false],
  ['something else', 'x', false],
  ['no key', { ...anOrder(aDraft()), key: undefined }, false],
  ['no items', anOrder({ ...aDraft(), items: undefined }), false],
  ['an item without a product', anOrder({ ...aDraft(), items: [{ quantity: 1 }] }), false],
  ['no price', anOrder({ ...aDraft(), items: [{ product: { price: 'x' }, quantity: 1 }] }), false],
  [
    'half an item',
    anOrder({ ...aDraft(), items: [{ product: { price: 1 }, quantity: 1.5 }] }),
    false,
  ],
  ['too few payments', anOrder({ ...aDraft(), payments: [] }), false],
  ['empty payments', anOrder({ ...aDraft(), payments: [null, null, null, null, null] }), false],
  ['no client', anOrder({ ...aDraft(), client: null }), false],
])('a stored order is read, and nothing else: %s', (_, value, readable) => {
  expect(isOrder(JSON.parse(JSON.stringify(value)))).toBe(readable);
});

test.each([
  ['within two minutes', 1000, 1000 + 119_000, true],
  ['later', 1000, 1000 + 121_000, false],
  ['after the retries have ended', null, 1000, false],
])('an interrupted sale is sent again without asking: %s', (_, sendingSince, now, resumed) => {
  expect(resumes({ sendingSince } as OrderRecord, now)).toBe(resumed);
});
