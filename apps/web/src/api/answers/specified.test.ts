import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asReceived } from './received.ts';
import { receivedSale } from './sale.ts';
import { specified } from './specified.ts';

/** The specification's "Sale record". */
const RECORD = {
  created_at: '2025-03-15',
  client_data: { name: 'Maria', cpf: '52998224725' },
  student_data: { registration: '2026' },
  seller_data: { id: 7, name: 'Ana' },
  products_data: [{ quantity: 2, product_info: { name: 'Caderno' } }],
  total_general: 30,
  subtotal: 30,
  payment_method1: '50.00',
  payment_desc1: 'Dinheiro',
};

it('no answer of a specified call stops a page, whatever it holds', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constant(RECORD));
  const record = fc.dictionary(fc.constantFrom(...Object.keys(RECORD), 'results', 'id'), odd);
  const anything = fc.oneof(
    odd,
    record,
    fc.array(record),
    fc.record({ results: fc.array(record) }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(specified)), anything, (read, body) => {
      read(body);
    }),
  );
});

it('computes of a sale record what it does not say', () => {
  expect(receivedSale(RECORD)).toMatchObject({
    id: 0,
    seller: 7,
    created_at: '2025-03-15',
    payment_method1: 50,
    valor_pago: 50,
    troco: 20,
    total: 30,
  });
});

it('takes no more change back than was paid', () => {
  expect(receivedSale({ ...RECORD, troco: 80 }).troco).toBe(50);
});

it('tells sales without numbers apart, and keeps what the server sent', () => {
  const { results } = specified.listSales({ results: [RECORD, RECORD, null] }) as {
    results: { id: number }[];
  };
  expect(results.map(({ id }) => id)).toEqual([-1, -2]);
  expect(asReceived(results[0])).toBe(RECORD);
});
