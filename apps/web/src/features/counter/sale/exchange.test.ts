import { cents } from '@balcao/domain/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newExchange } from '../finish/send-sale.ts';
import { counterReducer } from './counter-reducer.ts';
import { freshCounter } from './counter-state.ts';
import { isOrder } from './counter-store.ts';
import { NO_PAYMENTS } from './payment-lines.ts';
import { orderObstacle, paymentObstacle } from './sale-checks.ts';
import {
  draftTotals,
  EMPTY_DRAFT,
  givenBackProblem,
  givenBackRows,
  paymentRows,
} from './sale-draft.ts';
import { EMPTY_ENTRY, withItem } from './sale-item.ts';
import { aDraft, anExchange, aProduct, paid } from './testing.ts';

/** R$ 3,75 bought; nothing typed. */
const bought = (worth: number) =>
  aDraft({ payments: NO_PAYMENTS, exchange: anExchange({ worth: cents(worth) }) });

test('the credit is the smaller of the worth and the total, and follows the total', () => {
  const less = bought(250);
  expect(paymentRows(less)[0]).toEqual({ method: 'Troca', amount: 250 });
  expect(draftTotals(less)).toMatchObject({ paid: 250, change: 0 });
  expect(paymentRows({ ...less, items: withItem([], aProduct(), 1) })[0]?.amount).toBe(125);
  expect(paymentObstacle(less)?.message).toContain('não é suficiente');
  // What was typed while there was a rest to pay is not paid when there is none.
  const covered = { ...bought(500), payments: paid('Dinheiro', cents(100)) };
  expect(paymentRows(covered).slice(1)).toEqual(NO_PAYMENTS.slice(1));
  expect(paymentObstacle(covered)).toBeUndefined();
});

test('what is left goes back the way the earlier sale was paid, or as the seller says', () => {
  const exchange = anExchange({ worth: cents(500) });
  const total = cents(375);
  expect(givenBackRows(exchange, total, ['Pix'])).toEqual([{ method: 'Pix', amount: 125 }]);
  expect(givenBackProblem(exchange, total, ['Pix'])).toBeUndefined();
  // The shop has this method no more.
  expect(givenBackProblem(exchange, total, ['Dinheiro'])).toContain('Escolha a forma');
  const typed = { ...exchange, givenBack: [{ method: 'Dinheiro', amount: cents(100) }] };
  expect(givenBackProblem(typed, total, ['Dinheiro'])).toMatch(/Faltam/);
  expect(givenBackRows(exchange, cents(500), ['Pix'])).toEqual([]);
});

test('whatever is bought, what came back is credit and money back, and the sale is paid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 99 }),
      (worth, n) => {
        const exchange = anExchange({ worth: cents(worth) });
        const draft = { ...bought(worth), items: withItem([], aProduct(), n) };
        const { body } = newExchange(draft, exchange);
        const total = 125 * n;
        const inCents = (reais: number | null | undefined) => Math.round((reais ?? 0) * 100);
        const back = body.payments.reduce((sum, { amount }) => sum + inCents(amount), 0);
        expect(inCents(body.sale.payment_method1) + back).toBe(worth);
        expect(inCents(body.sale.payment_method1)).toBe(Math.min(worth, total));
        expect(inCents(body.sale.total_general)).toBe(total);
        expect(body.sale.payment_method2 ?? null).toBeNull();
      },
    ),
  );
});

test('another total asks again how the money goes back, and no client is asked for', () => {
  const draft = { ...EMPTY_DRAFT, exchange: anExchange({ worth: cents(500) }) };
  expect(orderObstacle(draft)?.field).toBe('code');
  // Nor for what is free: no credit could pay it.
  const free = withItem([], aProduct({ price: cents(0) }), 1);
  expect(orderObstacle({ ...draft, items: free })?.message).toContain('produto com preço');
  const open = { ...freshCounter(), draft: { ...draft, items: withItem([], aProduct(), 1) } };
  const closed = counterReducer(open, { type: 'order-closed' });
  expect(closed.phase).toBe('paying');
  const rows = [{ method: 'Dinheiro', amount: cents(375) }];
  const typed = counterReducer(closed, { type: 'given-back-typed', rows });
  expect(typed.draft.exchange?.givenBack).toEqual(rows);
  const reopened = counterReducer(typed, { type: 'order-reopened' });
  expect(reopened.draft.exchange?.givenBack).toBeNull();
});

test('a dropped exchange leaves an empty counter, and comes back whole', () => {
  const draft = { ...EMPTY_DRAFT, items: aDraft().items, exchange: anExchange() };
  const state = { ...freshCounter(), draft };
  const dropped = counterReducer(state, { type: 'exchange-dropped' });
  expect(dropped.draft).toEqual(EMPTY_DRAFT);
  expect(counterReducer(dropped, { type: 'undone' }).draft).toEqual(draft);
});

test('while an exchange may have been recorded, a dropped one keeps its key', () => {
  const sent = [newExchange(bought(250), anExchange({ worth: cents(250) }))];
  const state = { ...freshCounter(), draft: bought(250), sent };
  const { key } = state;
  expect(counterReducer(state, { type: 'exchange-dropped' })).toMatchObject({ key, sent });
});

test('a stored order with half an exchange is no order: it must not be sold as a sale', () => {
  const order = { key: 'k', sent: [], entry: EMPTY_ENTRY };
  const stored = (exchange: unknown) =>
    isOrder(JSON.parse(JSON.stringify({ ...order, draft: { ...aDraft(), exchange } })));
  expect(stored(anExchange())).toBe(true);
  expect(stored(undefined)).toBe(true);
  for (const half of [{}, 'x', { ...anExchange(), worth: null }, { ...anExchange(), sale: null }]) {
    expect(stored(half)).toBe(false);
  }
});
