import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { counterReducer } from './counter-reducer.ts';
import { type CounterAction, type CounterState, FRESH_COUNTER } from './counter-state.ts';
import { aDraft, aProduct } from './testing.ts';

const pencil = aProduct();
const paper = aProduct({ id: 2, code: '002', name: 'Água', price: cents(300) });
const after = (state: CounterState, ...actions: CounterAction[]) =>
  actions.reduce(counterReducer, state);
const scan = (product = pencil): CounterAction => ({ type: 'item-entered', product });
const quantities = (state: CounterState) =>
  state.draft.items.map((item) => [item.product.id, item.quantity]);

test('an entered item empties the fields and puts the quantity back to 1', () => {
  const state = after(
    FRESH_COUNTER,
    { type: 'product-chosen', product: pencil },
    { type: 'quantity-typed', typed: '3' },
    { type: 'item-entered' },
  );
  expect(quantities(state)).toEqual([[1, 3]]);
  expect(state.entry).toEqual({ product: null, quantity: '1' });
});

test('without a product, or with quantity 0, nothing is added', () => {
  expect(after(FRESH_COUNTER, { type: 'item-entered' }).entryProblem).toBe('Escolha um produto.');
  const none = after(FRESH_COUNTER, { type: 'quantity-typed', typed: '-2' }, scan());
  expect(none.draft.items).toEqual([]);
  expect(none.entryProblem).toBe('A quantidade precisa ser maior que zero.');
});

test('a duplicate waits for an answer, and a scan meanwhile is not one', () => {
  const asked = after(FRESH_COUNTER, scan(), scan());
  expect(asked.duplicate).toEqual({ product: pencil, quantity: 1 });
  expect(after(asked, scan(paper))).toBe(asked);
  const summed = after(asked, { type: 'duplicate-answered', sum: true });
  expect(quantities(summed)).toEqual([[1, 2]]);
  const left = after(asked, { type: 'duplicate-answered', sum: false });
  expect(quantities(left)).toEqual([[1, 1]]);
  expect(left.duplicate).toBeNull();
  expect(left.entry.product).toBeNull();
});

test('a scanned product takes the quantity that waits for one, and leaves another item waiting', () => {
  const typed: CounterAction = { type: 'quantity-typed', typed: '3' };
  const scanned: CounterAction = { type: 'item-scanned', product: paper };
  const three = after(FRESH_COUNTER, typed, scanned);
  expect(quantities(three)).toEqual([[2, 3]]);
  expect(three.entry).toEqual({ product: null, quantity: '1' });

  const waiting = after(three, { type: 'product-chosen', product: pencil }, typed);
  const asked = after(waiting, scanned);
  expect(asked.duplicate).toEqual({ product: paper, quantity: 1 });
  const summed = after(asked, { type: 'duplicate-answered', sum: true });
  expect(quantities(summed)).toEqual([[2, 4]]);
  expect(summed.entry).toEqual({ product: pencil, quantity: '3' });
});

test('a sum past the limits changes nothing and says why', () => {
  const full = after(FRESH_COUNTER, { type: 'quantity-typed', typed: '9999' }, scan(), scan());
  const state = after(full, { type: 'duplicate-answered', sum: true });
  expect(quantities(state)).toEqual([[1, 9999]]);
  expect(state.entryProblem).toContain('9.999');
});

test('editing takes the line out and loads it into the fields', () => {
  const state = after(FRESH_COUNTER, { type: 'quantity-typed', typed: '4' }, scan(), {
    type: 'item-edited',
    productId: 1,
  });
  expect(state.draft.items).toEqual([]);
  expect(state.entry).toEqual({ product: pencil, quantity: '4' });
});

test('the order by name toggles, holds for what is added, and ends with a move by hand', () => {
  const sorted = after(FRESH_COUNTER, scan(), { type: 'sort-toggled' }, scan(paper));
  expect(quantities(sorted)).toEqual([
    [2, 1],
    [1, 1],
  ]);
  expect(after(sorted, { type: 'sort-toggled' }).sort).toBe('desc');
  const moved = after(sorted, { type: 'item-moved', productId: 1, overProductId: 2 });
  expect(moved.sort).toBeNull();
  expect(quantities(moved)[0]).toEqual([1, 1]);
});

test('an order is closed only when it is complete, and then stays as it is', () => {
  const refused = after(FRESH_COUNTER, { type: 'order-closed' });
  expect(refused.flag).toBe(0);
  expect(refused.obstacle?.field).toBe('cpf');
  const closed = after({ ...FRESH_COUNTER, draft: aDraft() }, { type: 'order-closed' });
  expect(closed.flag).toBe(1);
  expect(after(closed, { type: 'item-removed', productId: 1 })).toBe(closed);
  expect(after(closed, scan(paper))).toBe(closed);
  expect(after(closed, { type: 'order-reopened' }).flag).toBe(0);
});

test('a message about what is missing goes when something is typed', () => {
  const refused = after(FRESH_COUNTER, { type: 'order-closed' });
  const typed = after(refused, { type: 'name-typed', who: 'client', name: 'J' });
  expect(typed.obstacle).toBeNull();
});
