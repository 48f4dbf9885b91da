import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { counterReducer } from './counter-reducer.ts';
import { type CounterAction, freshCounter } from './counter-state.ts';
import type { To } from './focus.ts';
import { focusAfter, stepFocus } from './next-field.ts';
import { NO_PAYMENTS } from './payment-lines.ts';
import { EMPTY_DRAFT } from './sale-draft.ts';
import { aDraft, anExchange, paid } from './testing.ts';

const typing = (draft = aDraft()) => ({ ...freshCounter(), draft });

/** Where the focus goes after an action on an order that is typed. */
function after(before: ReturnType<typeof typing>, action: CounterAction, to?: To) {
  return focusAfter(before, counterReducer(before, action), to);
}

test('a new counter begins at its top, and an order where it stopped', () => {
  const { client } = aDraft();
  expect(stepFocus(freshCounter())).toEqual({ to: ['cpf'], caret: 'end', top: true });
  const unnamed = typing({ ...EMPTY_DRAFT, client: { ...client, name: ' ' } });
  expect(stepFocus(unnamed)).toEqual({ to: ['client-name'], caret: 'end' });
  expect(stepFocus(typing())).toEqual({ to: ['code'], caret: 'end' });
  expect(stepFocus(typing(), 'quantity').to).toEqual(['quantity']);
});

test('a closed order leads to its payment, and one that cannot be closed to what it lacks', () => {
  expect(after(typing(), { type: 'order-closed' })).toEqual({ to: ['method-0'] });
  const nobody = typing(aDraft({ client: EMPTY_DRAFT.client }));
  expect(after(nobody, { type: 'order-closed' })).toEqual({ to: ['cpf'], show: true });
  // The next one is asked for anew, even if the message is the same.
  const refused = counterReducer(nobody, { type: 'order-closed' });
  expect(after(refused, { type: 'order-closed' })).toMatchObject({ to: ['cpf'] });
});

test('the credit of an exchange is not typed', () => {
  const exchange = anExchange({ worth: cents(250) });
  const open = typing(aDraft({ exchange, payments: NO_PAYMENTS }));
  expect(after(open, { type: 'order-closed' })).toEqual({ to: ['method-1'] });
  const covered = typing({ ...open.draft, exchange: anExchange({ worth: cents(375) }) });
  expect(after(covered, { type: 'order-closed' })).toEqual({ to: ['finish'] });
  const more = typing({ ...open.draft, exchange: anExchange({ worth: cents(400) }) });
  expect(after(more, { type: 'order-closed' })).toEqual({ to: ['given-back'] });
});

test('an amount that is wrong gets the focus', () => {
  const paying = { ...typing(aDraft({ payments: paid('Pix', cents(500)) })), phase: 'paying' };
  const before = paying as ReturnType<typeof typing>;
  const obstacle = { message: 'O valor não confere.', field: 'amount' } as const;
  expect(after(before, { type: 'finish-pressed', obstacle })?.to).toEqual(['amount-0']);
});

test('what an action asks for comes before the step, and without either the focus stays', () => {
  const before = { ...typing(), focus: { to: ['quantity'] } } as ReturnType<typeof typing>;
  const removed = { type: 'item-removed', productId: 1 } as const;
  expect(after(before, removed, 'code')).toEqual({ to: ['code'] });
  expect(after(before, removed)).toBe(before.focus);
});
