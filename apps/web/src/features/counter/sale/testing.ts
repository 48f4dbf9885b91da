import type { Sale } from '@balcao/contract/sales/sales.ts';
import { type Cents, cents } from '@balcao/domain/money.ts';
import { NO_PAYMENTS, withAmount, withMethod } from './payment-lines.ts';
import type { Exchange } from './sale-draft.ts';
import { EMPTY_DRAFT, type SaleDraft } from './sale-draft.ts';
import { type CounterProduct, withItem } from './sale-item.ts';

/** Builders for the counter's tests: each fills in what a test does not care about. */

export function aProduct(over: Partial<CounterProduct> = {}): CounterProduct {
  return { id: 1, code: '001', name: 'Lápis preto', price: cents(125), ...over };
}

/** A sale of R$ 3,75 that is ready to be finished, paid with R$ 5,00 in cash. */
export function aDraft(over: Partial<SaleDraft> = {}): SaleDraft {
  return {
    ...EMPTY_DRAFT,
    client: { digits: '52998224725', name: 'José', registered: { id: 5, name: 'José' } },
    items: withItem([], aProduct(), 3),
    payments: paid('Dinheiro', cents(500)),
    ...over,
  };
}

/** Of sale 12, for which a pencil worth R$ 2,50 comes back. */
export function anExchange(over: Partial<Exchange> = {}): Exchange {
  return {
    sale: {
      id: 12,
      created_at: '2026-03-01T01:30:00.000Z',
      seller_name: 'Ana',
      client_name: 'José',
      student_name: null,
      subtotal: 5,
      total_general: 5,
      valor_pago: 5,
      troco: 0,
      items: [
        {
          line: 1,
          quantity: 2,
          returned: 0,
          total: 5,
          product_info: { id: 9, code: '009', name: 'Lápis de cor', price: 2.5 },
        },
      ],
      payments: [{ method: 'Pix', amount: 5 }],
      corrections: [],
      exchange_of: null,
    },
    items: [{ line: 1, quantity: 1 }],
    reason: 'Tamanho errado',
    worth: cents(250),
    givenBack: null,
    ...over,
  };
}

export function paid(method: string, amount: Cents) {
  return withAmount(withMethod(NO_PAYMENTS, 0, method), 0, amount);
}

export const A_SALE = { id: 1, total_general: 3.75, troco: 1.25 } as Sale;
