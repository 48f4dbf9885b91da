import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { isFilled } from '../sale/counter-state.ts';
import { EMPTY_DRAFT } from '../sale/sale-draft.ts';
import { EMPTY_ENTRY, type Entry } from '../sale/sale-item.ts';
import { aDraft, aProduct } from '../sale/testing.ts';
import { draftOfTaken, parkedOrder } from './park-and-take.ts';
import { waitingSince } from './parked-list.tsx';

const paper = aProduct({ id: 2 });

test('an order is parked by ids and quantities, with the line that is being edited, without prices', () => {
  const edited = { product: paper, quantity: 7, place: 1 };
  const entry = { product: paper, quantity: '2', edited };
  const order = parkedOrder({ key: 'k', draft: aDraft(), entry });
  expect(order).toEqual({
    key: 'k',
    client: { cpf: '52998224725', name: 'José' },
    student: { registration: '', name: '' },
    items: [
      { product: 1, quantity: 3 },
      { product: 2, quantity: 2 },
    ],
    payments: [{ method: 'Dinheiro', amount: 5 }],
  });
  const itemsWith = (given: Partial<Entry>) =>
    parkedOrder({ key: 'k', draft: aDraft(), entry: { ...entry, ...given } }).items.slice(1);
  // A quantity that is no quantity leaves the line as it was.
  for (const quantity of ['', '-', '99999']) {
    expect(itemsWith({ quantity })).toEqual([{ product: 2, quantity: 7 }]);
  }
  // A product that was only chosen was not added.
  expect(
    parkedOrder({ key: 'k', draft: aDraft(), entry: { ...EMPTY_ENTRY, product: paper } }).items,
  ).toHaveLength(1);
});

test('a client who was offered is parked by id, and is registered when the order is taken up', () => {
  const digits = '•••.982.247-••';
  const client = {
    digits,
    name: 'José',
    registered: { id: 5, name: 'José' },
    complete: true,
  } as const;
  const order = parkedOrder({ key: 'k', draft: aDraft({ client }), entry: EMPTY_ENTRY });
  expect(order.client).toEqual({ cpf: '', name: 'José', id: 5 });
  const taken = { id: 7, client: { id: 5, cpf: digits, name: 'José' }, items: [], payments: [] };
  const student = { registration: '', name: '' };
  expect(draftOfTaken({ ...taken, student }).client).toEqual(client);
});

test('a line that was scanned again while it was edited has both quantities', () => {
  const edited = { product: aProduct(), quantity: 4, place: 0 };
  const entry = { product: aProduct(), quantity: '2', edited };
  expect(parkedOrder({ key: 'k', draft: aDraft(), entry }).items).toEqual([
    { product: 1, quantity: 5 },
  ]);
});

test('an empty counter has nothing to park, and payments alone are nothing', () => {
  const { payments } = aDraft();
  expect(isFilled({ draft: { ...EMPTY_DRAFT, payments }, entry: EMPTY_ENTRY })).toBe(false);
  expect(isFilled({ draft: aDraft({ items: [] }), entry: EMPTY_ENTRY })).toBe(true);
  const chosen = { ...EMPTY_ENTRY, product: paper };
  expect(isFilled({ draft: EMPTY_DRAFT, entry: chosen })).toBe(false);
  const entry = { ...chosen, edited: { product: paper, quantity: 1, place: 0 } };
  expect(isFilled({ draft: EMPTY_DRAFT, entry })).toBe(true);
});

test('an order that was taken up has its lines at their prices of then, and nobody looked up yet', () => {
  const product = { id: 1, code: '001', name: 'Lápis preto', price: 1.25 };
  const draft = draftOfTaken({
    id: 7,
    client: { cpf: '52998224725', name: 'José' },
    student: { registration: '', name: '' },
    items: [{ quantity: 3, product }],
    payments: [
      { method: 'Pix', amount: 1.5 },
      { method: 'Dinheiro', amount: null },
    ],
  });
  const none = { method: null, amount: null };
  expect(draft.payments).toEqual([
    { method: 'Pix', amount: 150 },
    { method: 'Dinheiro', amount: null },
    none,
    none,
    none,
  ]);
  expect(draft.client).toEqual({
    digits: '52998224725',
    name: 'José',
    registered: null,
  });
  expect(draft.items).toEqual([{ product: { ...product, price: cents(125) }, quantity: 3 }]);
});

test.each([
  ['2026-11-22T12:05:00Z', 'desde 09:05', false],
  ['2026-11-22T02:59:00Z', 'desde ontem, 23:59', true],
  ['2026-11-20T12:00:00Z', 'desde 20/11/2026, 09:00', true],
])('since when an order waits: %s', (parkedAt, text, old) => {
  expect(waitingSince(parkedAt, new Date('2026-11-22T12:30:00Z'))).toEqual({ text, old });
});
