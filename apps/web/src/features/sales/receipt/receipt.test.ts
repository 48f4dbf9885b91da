import { expect, it } from 'vitest';
import { A_SALE as sale } from '../testing/a-sale.ts';
import { receiptOf } from './receipt.ts';

/** Intl puts a no-break space after R$. */
function plain(text: string | undefined) {
  return text?.replaceAll('\u00a0', ' ');
}

it('says who, how much and for what', () => {
  expect(receiptOf(sale)).toMatchObject({
    number: 42,
    client: 'Maria da Silva',
    cpf: '123.456.789-09',
    products: 'Caderno: x2, Caneta azul: x10',
  });
  expect(plain(receiptOf(sale)?.amount)).toBe('R$ 1.234,06');
});

// Specification: 2.13
it('joins the payments that brought something as they were paid, and has the change apart', () => {
  expect(plain(receiptOf(sale)?.payments)).toBe(
    'Dinheiro R$ 1.000,00; Pix R$ 250,50; Dinheiro R$ 25,00',
  );
  const { paid, given } = receiptOf(sale)?.change ?? {};
  expect([plain(paid), plain(given)]).toEqual(['R$ 1.275,50', 'R$ 41,44']);
});

it('leaves out what there is nothing to say about', () => {
  const anonymous = { ...sale, client_data: { ...sale.client_data, cpf: '' } };
  expect(receiptOf(anonymous)?.cpf).toBeUndefined();
  const nothing = { payment_method1: null, payment_method3: null, payment_method4: null };
  expect(receiptOf({ ...sale, ...nothing, troco: 0 })?.payments).toBeUndefined();
});

it('does not mention change where there is none', () => {
  expect(receiptOf({ ...sale, troco: 0 })?.change).toBeUndefined();
});

it("dates it by the shop's day", () => {
  expect(receiptOf(sale)?.day).toBe('28/02/2026');
});

it("says on a copy when it was printed, in the shop's time", () => {
  expect(receiptOf(sale)?.reprinted).toBeUndefined();
  const copy = { ...sale, reprinted_at: '2026-03-02T01:05:59.000Z' };
  expect(receiptOf(copy)).toEqual({ ...receiptOf(sale), reprinted: '01/03/2026 às 22:05' });
});

it.each([[undefined], [null], [{}], ['sale'], [[]], [{ date: '2026-03-01' }]])(
  'takes no %j for a sale',
  (stored) => expect(receiptOf(stored)).toBeUndefined(),
);
