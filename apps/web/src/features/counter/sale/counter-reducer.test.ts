import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { counterReducer } from './counter-reducer.ts';
import {
  type CounterAction,
  type CounterState,
  freshCounter,
  type Party,
} from './counter-state.ts';
import { isInDoubt } from './person.ts';
import { A_SALE, aDraft, anExchange, aProduct } from './testing.ts';

const FRESH_COUNTER = freshCounter();
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

test('a quantity typed right after a code is that of its line at the close too, and not after another code', () => {
  const close: CounterAction = { type: 'order-closed' };
  expect(quantities(after(FRESH_COUNTER, enter(), type('3'), close))).toEqual([[1, 3]]);
  expect(quantities(after(FRESH_COUNTER, enter(), close))).toEqual([[1, 1]]);
  const wrong = after(FRESH_COUNTER, enter(), type('1,5'), close);
  expect(wrong).toMatchObject({ phase: 'typing', entryProblem: expect.any(String) });
  expect(quantities(wrong)).toEqual([[1, 1]]);

  const unknown: CounterAction = { type: 'code-unknown', code: '9', inactiveName: undefined };
  const left = after(FRESH_COUNTER, enter(), unknown, type('3'), { type: 'item-entered' });
  expect(quantities(left)).toEqual([[1, 1]]);
  expect(left.entryProblem).toBe('Escolha um produto.');
});

test('without a code right before, a quantity wants a product', () => {
  const count: CounterAction[] = [type('4'), { type: 'item-entered' }];
  const refused = (state: CounterState) => {
    expect(state.entryProblem).toBe('Escolha um produto.');
    expect(state.entry.quantity).toBe('1');
    return quantities(state);
  };
  expect(refused(after(FRESH_COUNTER, ...count))).toEqual([]);
  // Another change of the list lies between.
  const removed = after(FRESH_COUNTER, enter(), { type: 'item-removed', productId: 2 });
  expect(refused(after(removed, ...count))).toEqual([[1, 1]]);
  // So many were asked for with the code.
  const three = after(FRESH_COUNTER, { type: 'item-entered', product: pencil, quantity: '3' });
  expect(refused(after(three, ...count))).toEqual([[1, 3]]);
});

test('a line is counted one by one, and what was removed comes back to its place', () => {
  const count = (productId: number, by: 1 | -1): CounterAction => ({
    type: 'item-counted',
    productId,
    by,
  });
  const undo: CounterAction = { type: 'undone' };
  const two = after(FRESH_COUNTER, enter(), enter(paper), count(1, 1));
  expect(quantities(two)).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(two.newest).toEqual({ productId: 1 });
  // Below one it is removed.
  const one = after(two, count(1, -1), count(1, -1));
  expect(quantities(one)).toEqual([[2, 1]]);
  expect(quantities(after(one, undo))).toEqual([
    [1, 1],
    [2, 1],
  ]);
  // Until the list changes again.
  expect(quantities(after(one, count(2, 1), undo))).toEqual([[2, 2]]);
  const most = after(FRESH_COUNTER, { type: 'item-entered', product: pencil, quantity: '9999' });
  expect(after(most, count(1, 1))).toMatchObject({
    draft: most.draft,
    entryProblem: 'A quantidade máxima de um produto é 9.999.',
  });
});

test('an emptied counter can be undone until something else is on it', () => {
  const draft = aDraft();
  const full: CounterState = { ...FRESH_COUNTER, draft, phase: 'paying' };
  const emptied = after(full, { type: 'order-emptied' });
  expect(emptied).toMatchObject({ phase: 'typing', draft: { items: [] } });
  expect(emptied.key).not.toBe(full.key);
  expect(after(emptied, { type: 'undone' })).toMatchObject({ phase: 'typing', draft, undo: null });
  const next = after(emptied, { type: 'name-typed', party: 'client', name: 'Ana' });
  expect(after(next, { type: 'undone' })).toBe(next);
});

test('a part that was taken off comes back, and what else was done since stays', () => {
  const student = { digits: '99', name: 'Rui', registered: null };
  const undo = { words: 'Rui saiu do pedido.', parts: { student } };
  const state = after({ ...FRESH_COUNTER, undo }, enter());
  const back = after(state, { type: 'undone' });
  expect(back.draft).toMatchObject({ student, items: [{ quantity: 1 }] });
  const other = after(state, { type: 'name-typed', party: 'student', name: 'Eva' });
  expect(after(other, { type: 'undone' }).draft.student.name).toBe('Eva');
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

test('reads that did not go in stay with their order until they are put away or go in', () => {
  const miss = (code: string): CounterAction => ({ type: 'read-missed', code });
  const codes = ['1', '2', '3', '002', '4', '002'];
  const missed = after(after(FRESH_COUNTER, enter()), ...codes.map(miss));
  expect(missed.draft.missed).toEqual(['2', '3', '002', '4', '002']);
  expect(after(missed, enter(paper)).draft.missed).toEqual(['2', '3', '4']);
  expect(after(missed, { type: 'missed-put-away' }).draft.missed).toEqual([]);
  const emptied = after(missed, { type: 'order-emptied' });
  expect(emptied.draft.missed).toBeUndefined();
  expect(after(emptied, { type: 'undone' }).draft.missed).toEqual(missed.draft.missed);
});

test('an item that is being edited returns when something else takes its place, and at the close', () => {
  const two = after(FRESH_COUNTER, type('2'), enter(), type('5'), enter(paper));
  const editing = after(two, { type: 'item-edited', productId: 1 });
  expect(quantities(editing)).toEqual([[2, 5]]);
  const book = aProduct({ id: 3, code: '003', name: 'Livro' });
  // The new product does not inherit the quantity beside the edited one.
  expect(quantities(after(editing, enter(book)))).toEqual([
    [1, 2],
    [2, 5],
    [3, 1],
  ]);
  const chosen = after(editing, type('4'), { type: 'product-chosen', product: book });
  expect(quantities(chosen)).toEqual([
    [1, 4],
    [2, 5],
  ]);
  expect(chosen.entry).toEqual({ product: book, quantity: '1', stays: pencil.name });
  expect(quantities(after(editing, type('7'), { type: 'edit-cancelled' }))).toEqual([
    [1, 2],
    [2, 5],
  ]);
  const cleared = after(editing, { type: 'product-chosen', product: null });
  expect(quantities(after(cleared, enter(book)))).toEqual([
    [1, 2],
    [2, 5],
    [3, 1],
  ]);
  // Scanned itself, it is in the list again, so the scan asks.
  const scanned = after(editing, { type: 'item-scanned', product: pencil });
  expect(scanned.duplicate).toEqual({ product: pencil, quantity: 1 });
  expect(quantities(after(scanned, answer(true)))).toEqual([
    [1, 3],
    [2, 5],
  ]);
  const other = after(editing, type('0'), { type: 'item-edited', productId: 2 });
  expect(quantities(other)).toEqual([[1, 2]]);
  const whole = { ...editing, draft: { ...aDraft(), items: editing.draft.items } };
  const closed = after(whole, { type: 'order-closed' });
  expect(closed.phase).toBe('paying');
  expect(quantities(closed)).toEqual([
    [1, 2],
    [2, 5],
  ]);
  expect(quantities(after(editing, type('3'), enter()))).toEqual([
    [1, 3],
    [2, 5],
  ]);
});

test('a code typed anew takes no quantity from a product that was chosen and left', () => {
  const left = after(FRESH_COUNTER, { type: 'product-chosen', product: pencil }, type('4'));
  expect(quantities(after(left, enter(paper)))).toEqual([[2, 1]]);
});

test('a sum past the limits changes nothing and says why', () => {
  const state = after(FRESH_COUNTER, type('9999'), enter(), enter(), answer(true));
  expect(quantities(state)).toEqual([[1, 9999]]);
  expect(state.entryProblem).toContain('9.999');
});

test('an order is closed only when it is complete, and then stays as it is', () => {
  const refused = after(FRESH_COUNTER, { type: 'order-closed' });
  expect(refused.phase).toBe('typing');
  const closed = after({ ...FRESH_COUNTER, draft: aDraft() }, { type: 'order-closed' });
  expect(closed.phase).toBe('paying');
  expect(after(closed, { type: 'item-removed', productId: 1 })).toBe(closed);
  expect(after(closed, enter(paper))).toBe(closed);
  expect(after(closed, { type: 'order-reopened' }).phase).toBe('typing');
});

test('a look-up of other digits, or of a client who is gone, finds nobody', () => {
  const typed = after(FRESH_COUNTER, {
    type: 'digits-typed',
    party: 'client',
    typed: '529.982.247-25',
  });
  const found = { id: 6, name: 'Outra' };
  const late = { type: 'person-found', party: 'client', found, keepName: false } as const;
  expect(after(typed, { ...late, digits: '11144477735' })).toBe(typed);
  const known = after(typed, { ...late, digits: '52998224725' });
  expect(known.draft.client).toEqual({ digits: '52998224725', name: 'Outra', registered: found });
  const refused = { ...known, phase: 'failed', refused: 'unknown_client' } as const;
  // What the next press does not send is not refused again.
  const press = { type: 'finish-pressed', obstacle: undefined } as const;
  expect(after({ ...refused, phase: 'paying' }, press).refused).toBeNull();
  const read = after(refused, { type: 'failure-read' });
  expect(read.phase).toBe('paying');
  expect(read.draft.client.registered).toBeNull();
});

const paying: CounterState = { ...FRESH_COUNTER, draft: aDraft(), phase: 'paying' };
const body = { exchangeOf: 12 } as CounterState['sent'][number];
const sending = after(paying, { type: 'sending-begun', at: 1 });
const unheard = after(sending, { type: 'sent-changed', sent: [body] });
const failed = (given: Partial<Extract<CounterAction, { type: 'sale-failed' }>>) =>
  after(unheard, {
    type: 'sale-failed',
    refused: undefined,
    sent: [],
    keySpent: false,
    asksApproval: false,
    ...given,
  });

test('an order that is being sent stays as it is, and once sold nothing of it comes back', () => {
  for (const action of [enter(paper), { type: 'order-reopened' } as const]) {
    expect(after(unheard, action)).toBe(unheard);
  }
  const made = after(unheard, { type: 'sale-made', sale: A_SALE });
  expect(made).toMatchObject({ phase: 'typing', sent: [], sendingSince: null, made: A_SALE });
  expect(made.draft.items).toEqual([]);
  expect(made.key).not.toBe(paying.key);
  // A scanner was under way meanwhile.
  expect(after(made, { type: 'keys-undone', before: unheard })).toBe(made);
  const typed = after(paying, { type: 'amount-typed', row: 0, amount: cents(5) });
  expect(after(typed, { type: 'keys-undone', before: paying })).toEqual(paying);
});

test('a sale that may have been made keeps its key and its bodies, whatever is changed then', () => {
  const open = failed({ sent: [body] });
  expect(open).toMatchObject({ phase: 'failed', refused: null, sent: [body] });
  const changed = after(open, { type: 'failure-read' }, { type: 'order-reopened' }, enter(paper), {
    type: 'order-closed',
  });
  expect(changed).toMatchObject({ phase: 'paying', sent: [body], key: paying.key });
  // Nothing else takes its place.
  const { sale, items, reason, worth } = anExchange();
  const exchange = { sale, items, reason, worth };
  const waits = after(changed, { type: 'exchange-started', exchange });
  expect(waits).toEqual({ ...changed, waiting: exchange });
});

test('after a refusal the next attempt has the same key, unless the server has given it away', () => {
  expect(failed({ refused: 'figures_differ' })).toMatchObject({
    phase: 'failed',
    refused: 'figures_differ',
    sendingSince: null,
    key: paying.key,
  });
  expect(failed({}).refused).toBe('not_sent');
  expect(failed({ refused: 'key_reused', keySpent: true }).key).not.toBe(paying.key);
  expect(failed({ refused: 'approval_required', asksApproval: true }).phase).toBe('paying');
  const earlier = { sale: A_SALE, copied: false };
  const told = after(unheard, { type: 'sale-earlier', earlier });
  expect(told).toMatchObject({ phase: 'earlier', earlier, sent: [], draft: paying.draft });
  expect(told.key).not.toBe(paying.key);
  const kept = after(told, { type: 'earlier-read' });
  expect(kept).toMatchObject({ phase: 'typing', earlier: null, key: told.key });
});

test('an exchange begins on a free counter, and waits until its order is parked', () => {
  const { sale, items, reason, worth } = anExchange();
  const start = { type: 'exchange-started', exchange: { sale, items, reason, worth } } as const;
  const begun = after(FRESH_COUNTER, start);
  expect(begun).toMatchObject({ phase: 'typing', waiting: null });
  expect(begun.draft.exchange).toEqual(anExchange());
  const parked = after(paying, start, { type: 'order-parked' });
  expect(parked.draft.exchange).toEqual(anExchange({ afterParking: true }));
  expect(parked.key).not.toBe(paying.key);
  expect(after(paying, start, { type: 'waiting-dropped' })).toEqual(paying);
});

const JOAO = { digits: '2042', name: 'João', registered: { id: 6, name: 'João' }, complete: true };
const choose = (party: Party, { digits, registered }: typeof JOAO): CounterAction => {
  return { type: 'person-chosen', party, digits, found: registered };
};
const cpf = (typed: string): CounterAction => {
  return { type: 'digits-typed', party: 'client', typed };
};
const found = (digits: string, id: number): CounterAction => {
  return {
    type: 'person-found',
    party: 'client',
    digits,
    found: { id, name: 'Ana' },
    keepName: false,
  };
};
const OTHER = '11144477735';
/** José is on the counter, and João came through him. */
const family = after({ ...FRESH_COUNTER, draft: aDraft() }, choose('student', JOAO));

test('a student goes with the client through whom they came, and comes back with them or by Desfazer', () => {
  expect(after(family, cpf(''), cpf(OTHER.slice(0, 10))).draft.student).toMatchObject(JOAO);
  const other = after(family, cpf(''), cpf(OTHER));
  expect(other.draft.student).toEqual({ digits: '', name: '', registered: null });
  expect(other.undo).toMatchObject({
    words: 'João saiu com o cliente anterior.',
    look: true,
  });
  const same = after(other, cpf(''), cpf('52998224725'), found('52998224725', 5));
  expect(same.draft.student).toEqual(family.draft.student);
  expect(same.undo).toBeNull();
  // The look-up of the new client comes later.
  const kept = after(other, { type: 'undone' }, found(OTHER, 8));
  expect(kept.draft.student).toMatchObject(JOAO);
  expect(after(kept, cpf(''), cpf('39053344705')).draft.student).toMatchObject(JOAO);
  // Somebody of the new family takes the place.
  const bia = { ...JOAO, digits: '2043', registered: { id: 9, name: 'Bia' } };
  expect(after(other, found(OTHER, 8), choose('student', bia)).undo).toBeNull();
});

test('FECHAR PEDIDO asks once about a student whom the client never bought for', () => {
  const close: CounterAction = { type: 'order-closed' };
  const known = (of: string): CounterAction => {
    return { type: 'family-known', family: { of, students: [], more: false } };
  };
  const strange = after(family, cpf(''), cpf(OTHER), { type: 'undone' }, found(OTHER, 8));
  // The server does not know the call.
  expect(after(strange, close).phase).toBe('paying');
  const asked = after(strange, known(OTHER), close);
  expect(asked).toMatchObject({ phase: 'typing', asksStranger: true });
  const answer = (sure: boolean) => after(asked, { type: 'stranger-answered', sure });
  expect(answer(false)).toMatchObject({ phase: 'typing', asksStranger: false });
  expect(after(answer(false), close).asksStranger).toBe(true);
  const closed = answer(true);
  expect(closed).toMatchObject({ phase: 'paying', asksStranger: false });
  const again = after(closed, { type: 'order-reopened' });
  expect(after(again, close).phase).toBe('paying');
  // Another client is another question.
  const third = after(again, cpf(''), cpf('39053344705'));
  const named: CounterAction = { type: 'name-typed', party: 'client', name: 'Rui' };
  expect(after(third, named, known('39053344705'), close).asksStranger).toBe(true);
});

test('what is known only after FECHAR PEDIDO is asked about then, and Cancelar opens the order again', () => {
  const strange = after(family, cpf(''), cpf(OTHER), { type: 'undone' }, found(OTHER, 8));
  const closed = after(strange, { type: 'order-closed' });
  const known: CounterAction = {
    type: 'family-known',
    family: { of: OTHER, students: [], more: false },
  };
  const asked = after(closed, known);
  expect(asked).toMatchObject({ phase: 'paying', asksStranger: true });
  const answer = (sure: boolean) => after(asked, { type: 'stranger-answered', sure });
  expect(answer(false)).toMatchObject({ phase: 'typing', asksStranger: false });
  const confirmed = answer(true);
  expect(confirmed).toMatchObject({ phase: 'paying', asksStranger: false });
  expect(after(confirmed, known).asksStranger).toBe(false);
  // A sale that is on its way is not held up.
  const sent = after(closed, { type: 'sending-begun', at: 1 });
  expect(after(sent, known).asksStranger).toBe(false);
});

test("a student's card is of the family on the counter, or a question", () => {
  const pencilIn = enter();
  const card: CounterAction = { type: 'card-read', digits: '2042' };
  const student: CounterAction = {
    ...{ type: 'person-found', party: 'student', digits: '2042' },
    ...{ found: JOAO.registered, keepName: false },
  };
  const read = after({ ...FRESH_COUNTER, draft: aDraft() }, card, student);
  const known = (students: string[]): CounterAction => {
    return { type: 'family-known', family: { of: '52998224725', students, more: false } };
  };
  const strange = after(read, known(['2043']), { type: 'order-closed' });
  expect(strange.asksStranger).toBe(true);
  const own = after(read, known(['2042']));
  expect(after(own, { type: 'order-closed' }).phase).toBe('paying');
  expect(after(own, cpf(''), cpf(OTHER)).draft.student.digits).toBe('');
  // The same while the look-up of the client is on its way.
  const early = after(FRESH_COUNTER, cpf('52998224725'), card, student);
  const late = after(early, found('52998224725', 5), known(['2043']));
  expect(after(late, pencilIn, { type: 'order-closed' }).asksStranger).toBe(true);
  const lateOwn = after(early, found('52998224725', 5), known(['2042']), pencilIn);
  expect(after(lateOwn, { type: 'order-closed' }).phase).toBe('paying');
  expect(after(lateOwn, cpf(''), cpf(OTHER)).draft.student.digits).toBe('');
  // A CPF that was put right meanwhile is of somebody else.
  const other = after(early, cpf(''), cpf(OTHER), found(OTHER, 8));
  expect(isInDoubt(other.draft)).toBe(true);
  // A client whom nobody knows is new, and so is the family.
  expect(isInDoubt(early.draft)).toBe(false);
  // Without a client it is as typed.
  expect(after(FRESH_COUNTER, card).draft.student).toMatchObject({
    digits: '2042',
    complete: true,
  });
});
