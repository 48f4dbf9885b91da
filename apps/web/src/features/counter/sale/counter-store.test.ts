import { beforeEach, expect, test, vi } from 'vitest';
import { type CounterAction, freshCounter, type Party } from './counter-state.ts';
import { type CounterStore, isOrder, openCounter, phaseAtStart } from './counter-store.ts';
import { EMPTY_DRAFT } from './sale-draft.ts';
import { EMPTY_ENTRY } from './sale-item.ts';
import { A_SALE, aDraft, anExchange } from './testing.ts';

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
  ['within two minutes', 1000, 1000 + 119_000, 'sending'],
  ['later', 1000, 1000 + 121_000, 'paying'],
  ['after the retries have ended', null, 1000, 'paying'],
])('an interrupted sale is sent again without asking: %s', (_, sendingSince, now, phase) => {
  expect(phaseAtStart({ phase: 'sending', sendingSince, earlier: null }, now)).toBe(phase);
});

let stored: Map<string, string>;
let signedOut: string | null;
const asStored = (value: unknown) => JSON.parse(JSON.stringify(value));
const storedCounter = () => JSON.parse(stored.get('typed:7:counter') ?? 'null');

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('localStorage', { getItem: () => signedOut });
  signedOut = null;
  return () => vi.unstubAllGlobals();
});

test.each([
  ['at once', (counter: CounterStore) => counter],
  ['after a reload', () => openCounter(7)],
])('an emptied counter can be undone, %s', (_, later) => {
  const emptied = closedCounter();
  const { draft, key } = emptied.read();
  emptied.dispatch({ type: 'order-emptied' });
  expect(storedCounter().draft).toEqual(asStored(EMPTY_DRAFT));
  const counter = later(emptied);
  expect(counter.read()).toEqual({ ...emptied.read(), newest: null });
  expect(counter.read().key).not.toBe(key);
  counter.dispatch({ type: 'undone' });
  // The server may have parked it meanwhile: under another key it could be sold a second time.
  expect(counter.read()).toMatchObject({ draft, key });
  expect(storedCounter()).toMatchObject({ draft: asStored(draft), undo: null });
});

test('what an emptied counter would bring back is forgotten with the first part that is typed over', () => {
  const counter = closedCounter();
  counter.dispatch({ type: 'order-emptied' });
  const type = (name: string) => counter.dispatch({ type: 'name-typed', party: 'client', name });
  type('A');
  expect(storedCounter().undo).toBeNull();
  type('');
  expect(stored.size).toBe(0);
});

test('what another version has stored to bring back does not take the order with it', () => {
  const undo = { words: 'Item removido.', parts: { items: 'x' } };
  stored.set('typed:7:counter', JSON.stringify({ ...anOrder(aDraft()), undo }));
  expect(openCounter(7).read()).toMatchObject({ draft: aDraft(), undo: null });
});

/** A counter with an order that is closed. */
function closedCounter() {
  const counter = openCounter(7);
  const name = { type: 'name-typed', party: 'client', name: 'José' } as const;
  counter.dispatch({ type: 'digits-typed', party: 'client', typed: '52998224725' });
  counter.dispatch(name);
  counter.dispatch({ type: 'item-entered', product: aDraft().items[0]?.product as never });
  counter.dispatch({ type: 'order-closed' });
  return counter;
}

test('a reload, and a copied tab, have the same order under the same key, and send what was being sent', () => {
  const counter = closedCounter();
  const { key, draft } = counter.read();
  expect(openCounter(7).read()).toMatchObject({ phase: 'paying', key, draft });
  expect(openCounter(8).read().draft).toEqual(EMPTY_DRAFT);
  const sent = [{ exchangeOf: 12 } as never];
  counter.dispatch({ type: 'sending-begun', at: Date.now() });
  counter.commit({ type: 'sent-changed', sent });
  expect(storedCounter().underWay).toBe(true);
  expect(openCounter(7).read()).toMatchObject({ phase: 'sending', key, draft, sent });
  const refused = { refused: undefined, keySpent: false, asksApproval: false };
  counter.dispatch({ type: 'sale-failed', sent, ...refused });
  expect(openCounter(7).read()).toMatchObject({ phase: 'paying', key, sent });
  counter.dispatch({ type: 'sale-made', sale: A_SALE });
  expect(storedCounter()).toBeNull();
});

test('the last sale stays over the next order and a reload, for its seller, until somebody signs out', () => {
  const counter = closedCounter();
  counter.dispatch({ type: 'sale-made', sale: A_SALE });
  counter.dispatch({ type: 'made-read' });
  counter.dispatch({ type: 'name-typed', party: 'client', name: 'Ana' });
  counter.dispatch({ type: 'order-emptied' });
  const last = { id: 1, total: 375, change: 125 };
  expect(counter.read()).toMatchObject({ made: null, last });
  expect(openCounter(7).read()).toMatchObject({ made: null, last });
  expect(openCounter(8).read().last).toBeNull();
  signedOut = '1';
  expect(openCounter(7).read().last).toBeNull();
});

test('an order of an earlier version comes back in its step', () => {
  const order = anOrder(aDraft());
  stored.set('typed:7:counter', JSON.stringify({ ...order, flag: 1, sendingSince: null }));
  expect(openCounter(7).read()).toMatchObject({ phase: 'paying', key: 'k1', draft: aDraft() });
  stored.set('typed:7:counter', JSON.stringify({ ...order, flag: 0 }));
  expect(openCounter(7).read()).toMatchObject({ phase: 'typing', taking: null, waiting: null });
});

test('nothing is sent that a reload would forget', () => {
  const counter = closedCounter();
  const before = counter.read();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  sessionStorage.setItem = () => {
    throw new Error('full');
  };
  expect(() => counter.commit({ type: 'sent-changed', sent: [{} as never] })).toThrow('stored');
  expect(counter.read()).toBe(before);
  // What is typed goes on without a stored copy.
  counter.dispatch({ type: 'order-reopened' });
  expect(counter.read().phase).toBe('typing');
});

test('an emptied counter is forgotten, and its next order has another key', () => {
  const counter = openCounter(7);
  const type = (name: string) => counter.dispatch({ type: 'name-typed', party: 'client', name });
  const { key } = counter.read();
  type('J');
  expect(counter.read().key).toBe(key);
  expect(storedCounter().key).toBe(key);
  type('');
  expect(stored.size).toBe(0);
  expect(counter.read().key).not.toBe(key);
});

test('an order that was emptied by hand leaves nothing to the next one but what is said about it', () => {
  const counter = openCounter(7);
  counter.dispatch({ type: 'taking-ended', draft: aDraft({ parkedOrder: 3, lists: ['1º ano'] }) });
  const clear = (party: Party) => counter.dispatch({ type: 'digits-typed', party, typed: '' });
  counter.dispatch({ type: 'method-chosen', row: 0, method: null });
  clear('client');
  expect(counter.read().draft.parkedOrder).toBe(3);
  counter.dispatch({ type: 'item-removed', productId: 1 });
  expect(counter.read()).toEqual({
    ...freshCounter(),
    focus: counter.read().focus,
    key: expect.any(String),
    undo: expect.objectContaining({ words: 'Item removido.' }),
  });
  counter.dispatch({ type: 'undone' });
  expect(counter.read().draft).toMatchObject({ parkedOrder: 3, items: aDraft().items });
});

test('an exchange started elsewhere begins once, or waits for the order on the counter, also after a reload', () => {
  const { givenBack: _, ...started } = anExchange();
  const start = () => stored.set('typed:7:started-exchange', JSON.stringify(started));
  start();
  const begun = openCounter(7);
  expect(begun.read().draft.exchange).toEqual(anExchange());
  expect([...stored.keys()]).toEqual(['typed:7:counter']);
  expect(openCounter(7).read()).toEqual(begun.read());
  start();
  expect(openCounter(7).read().waiting).toEqual(started);
  expect(openCounter(7).read().waiting).toEqual(started);
});

test.each<[string, CounterAction]>([
  ['is sold', { type: 'sale-made', sale: A_SALE }],
  ['is given up', { type: 'order-emptied' }],
  ['is parked', { type: 'order-parked' }],
])('an exchange that waits begins when the order before it %s', (_how, leaves) => {
  const { givenBack: _, ...started } = anExchange();
  const counter = openCounter(7);
  counter.dispatch({ type: 'name-typed', party: 'client', name: 'Ana' });
  const { key } = counter.read();
  counter.dispatch({ type: 'exchange-started', exchange: started });
  expect(counter.read().waiting).toEqual(started);
  counter.dispatch(leaves);
  expect(counter.read()).toMatchObject({ waiting: null, draft: { exchange: started } });
  expect(counter.read().key).not.toBe(key);
  expect(openCounter(7).read().draft.exchange).toMatchObject(started);
});
