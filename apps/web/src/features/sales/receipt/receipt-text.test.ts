import type { Sale } from '@balcao/contract/sales.ts';
import { describe, expect, it } from 'vitest';
import { receiptOf } from './receipt-text.ts';

function item(name: string, quantity: number) {
  return {
    quantity,
    subtotal: 1,
    desc_percent: 0,
    desc_value: 0,
    total: 1,
    product_info: { id: 1, code: '1', name, price: 1 },
  };
}

const sale: Sale = {
  id: 42,
  // Half past one in the morning in UTC is still the evening before in São Paulo.
  created_at: '2026-03-02T01:30:00.000Z',
  client: 1,
  student: null,
  seller: 1,
  client_data: { id: 1, name: 'Maria da Silva', cpf: '12345678909' },
  student_data: null,
  seller_data: { id: 1, name: 'Ana' },
  products_data: [item('Caderno', 2), item('Caneta azul', 10)],
  payment_method1: 1000,
  payment_method2: 0,
  payment_method3: 250.5,
  payment_method4: null,
  payment_method5: 3,
  payment_desc1: 'Dinheiro',
  payment_desc2: 'Cartão de débito',
  payment_desc3: 'Pix',
  payment_desc4: 'Cartão de crédito',
  payment_desc5: '',
  subtotal: 1234.56,
  total: 1234.56,
  total_general: 1234.56,
  desc_general: 0,
  valor_pago: 1250.5,
  troco: 15.94,
};

/** Intl puts a no-break space after R$. */
function plain(text: string | undefined) {
  return text?.replaceAll('\u00a0', ' ');
}

describe('receiptOf', () => {
  it('says who, how much and for what', () => {
    expect(receiptOf(sale)).toMatchObject({
      number: 42,
      client: 'Maria da Silva',
      cpf: '123.456.789-09',
      products: 'Caderno: x2, Caneta azul: x10',
    });
    expect(plain(receiptOf(sale)?.amount)).toBe('R$ 1.234,56');
  });

  it('joins the payments that brought something, and says the change after them', () => {
    expect(plain(receiptOf(sale)?.payments)).toBe(
      'Dinheiro R$ 1.000,00; Pix R$ 250,50; troco R$ 15,94',
    );
  });

  it('leaves out what there is nothing to say about', () => {
    const anonymous = { ...sale, client_data: { ...sale.client_data, cpf: '' } };
    expect(receiptOf(anonymous)?.cpf).toBeUndefined();
    const nothing = { payment_method1: null, payment_method3: null, payment_method5: null };
    expect(receiptOf({ ...sale, ...nothing, troco: 0 })?.payments).toBeUndefined();
  });

  it('does not mention change where there is none', () => {
    expect(receiptOf({ ...sale, troco: 0 })?.payments).not.toContain('troco');
  });

  it("dates it by the shop's day", () => {
    expect(receiptOf(sale)?.day).toBe('01/03/2026');
  });

  it.each([[undefined], [null], [{}], ['sale'], [{ ...sale, total_general: 'x' }]])(
    'takes no %j for a sale',
    (stored) => expect(receiptOf(stored)).toBeUndefined(),
  );
});
