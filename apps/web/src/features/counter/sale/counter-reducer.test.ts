import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { counterReducer } from './counter-reducer.ts';
import { type CounterAction, type CounterState, FRESH_COUNTER } from './counter-state.ts';
import { aDraft, aProduct } from './testing.ts';

const pencil = aProduct();
const paper = aProduct({ id: 2, code: '002', name: 'Água', price: cents(300) });
const after = (state: CounterState, ...actions: CounterAction[]) =>
  actions.reduce(counterReducer, state);
const enter = (product = pencil): CounterAction => ({ type: 'item-entered', product });
const type = (typed: string): CounterAction => ({ type: 'quantity-typed', typed });
const answer = (sum: boolean): CounterAction => ({ type: 'duplicate-answered', sum });
const quantities = (state: CounterState) =>
  state.draft.items.map((item) => [item.product.id, item.quantity]);

test('a duplicate waits for an answer, and a scan meanwhile is not one', () => {
  const asked = after(FRESH_COUNTER, enter(), enter());
  expect(asked.duplicate).toEqual({ product: pencil, quantity: 1 });
  expect(after(asked, enter(paper))).toBe(asked);
  expect(quantities(after(asked, answer(true)))).toEqual([[1, 2]]);
  const left = after(asked, answer(false));
  expect(quantities(left)).toEqual([[1, 1]]);
  expect(left.duplicate).toBeNull();
  expect(left.entry.product).toBeNull();
});

test('a scanned product takes the quantity that waits for one, and leaves another item waiting', () => {
  const scan: CounterAction = { type: 'item-scanned', product: paper };
  const three = after(FRESH_COUNTER, type('3'), scan);
  expect(quantities(three)).toEqual([[2, 3]]);
  expect(three.entry).toEqual({ product: null, quantity: '1' });

  const asked = after(three, { type: 'product-chosen', product: pencil }, type('3'), scan);
  expect(asked.duplicate).toEqual({ product: paper, quantity: 1 });
  const summed = after(asked, answer(true));
  expect(quantities(summed)).toEqual([[2, 4]]);
  expect(summed.entry).toEqual({ product: pencil, quantity: '3' });
});

test('a sum past the limits changes nothing and says why', () => {
  const state = after(FRESH_COUNTER, type('9999'), enter(), enter(), answer(true));
  expect(quantities(state)).toEqual([[1, 9999]]);
  expect(state.entryProblem).toContain('9.999');
});

test('an order is closed only when it is complete, and then stays as it is', () => {
  const refused = after(FRESH_COUNTER, { type: 'order-closed' });
  expect(refused.flag).toBe(0);
  const closed = after({ ...FRESH_COUNTER, draft: aDraft() }, { type: 'order-closed' });
  expect(closed.flag).toBe(1);
  expect(after(closed, { type: 'item-removed', productId: 1 })).toBe(closed);
  expect(after(closed, enter(paper))).toBe(closed);
  expect(after(closed, { type: 'order-reopened' }).flag).toBe(0);
});

test('a look-up of other digits, or of a client who is gone, finds nobody', () => {
  const typed = after(FRESH_COUNTER, {
    type: 'digits-typed',
    party: 'client',
    typed: '529.982.247-25',
    maxDigits: 11,
  });
  const found = { id: 6, name: 'Outra' };
  const late = { type: 'person-found', party: 'client', found, keepName: false } as const;
  expect(after(typed, { ...late, digits: '11144477735' })).toBe(typed);
  const known = after(typed, { ...late, digits: '52998224725' });
  expect(known.draft.client).toEqual({ digits: '52998224725', name: 'Outra', registered: found });
  expect(after(known, { type: 'client-gone' }).draft.client.registered).toBeNull();
});
