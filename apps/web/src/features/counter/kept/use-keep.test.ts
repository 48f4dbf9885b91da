import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { codeOf, numberOf, receiptOf } from '../../sales/receipt/receipt.ts';
import { counterReducer } from '../sale/counter-reducer.ts';
import { freshCounter } from '../sale/counter-state.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import { aDraft, paid } from '../sale/testing.ts';
import { keptSaleOf } from './use-keep.ts';

const KEY = '6f1f3a52-0000-4000-8000-000000000001';
const seller = { id: 7, name: 'Vera' };
const pix = {
  ...{ method: 'Pix', key: 'chave', name: 'Escola', city: 'Brasília' },
  saleKey: KEY,
};
const keptOf = (draft: SaleDraft) =>
  keptSaleOf({ key: KEY, draft, sent: [] }, { seller, madeAt: '2026-03-02T15:00:00.000Z', pix });

test('a kept sale has the sums, the prices and the names of the screen', () => {
  const { figures, paper, client, student } = keptOf(aDraft());
  expect(figures).toMatchObject({
    products: [{ product: 1, quantity: 3, total: 3.75 }],
    ...{ payment_desc1: 'Dinheiro', payment_method1: 5, total_general: 3.75, troco: 1.25 },
  });
  expect(figures).not.toHaveProperty('client');
  expect(paper).toEqual([{ code: '001', name: 'Lápis preto', price: 1.25 }]);
  expect(client).toEqual({ id: 5 });
  expect(student).toBeNull();
});

test('who could not be looked up goes by their number', () => {
  const student = { digits: '2026', name: ' Léo  Souza ', registered: null };
  expect(keptOf(aDraft({ student })).student).toEqual({ number: '2026', name: 'Léo Souza' });
});

test('its receipt says that the number comes later, and carries its key', () => {
  const receipt = receiptOf(JSON.parse(JSON.stringify(keptOf(aDraft()).receipt)));
  if (!receipt) throw new Error('Expected a receipt');
  expect(numberOf(receipt)).toEqual([{ text: 'VENDA GUARDADA — número depois', bold: true }]);
  expect(codeOf(receipt)).toMatch(/^0\d{39}$/);
  expect(receipt).toMatchObject({ client: 'José', day: '02/03/2026', cpf: '529.982.247-25' });
});

test('a Pix that nobody has found at the bank is marked on it', () => {
  const { pixUnchecked, receipt } = keptOf(aDraft({ payments: paid('Pix', cents(375)) }));
  expect(pixUnchecked).toBe(true);
  const stored = receiptOf(receipt);
  expect(stored && numberOf(stored)[0]?.text).toContain('Pix não conferido');
});

test('a paper says no part of a CPF', () => {
  const client = {
    ...{ digits: '•••.982.247-••', name: 'José' },
    registered: { id: 5, name: 'José' },
  };
  expect(keptOf(aDraft({ client })).receipt.client_data.cpf).toBe('');
});

test('a sale without an answer is asked about once its message has ended, and only then', () => {
  const failed = { refused: undefined, sent: [], keySpent: false, asksApproval: false } as const;
  const paying = { ...freshCounter(), draft: aDraft(), phase: 'sending' } as const;
  const asked = (unanswered: boolean) => {
    const state = counterReducer(paying, { type: 'sale-failed', ...failed, unanswered });
    expect(state).toMatchObject({ phase: 'failed', dialog: null });
    return counterReducer(state, { type: 'failure-read' });
  };
  expect(asked(true)).toMatchObject({ phase: 'paying', dialog: { is: 'away' }, unanswered: false });
  expect(asked(false)).toMatchObject({ phase: 'paying', dialog: null });
});
