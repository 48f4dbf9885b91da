import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { newSale } from './new-sale.ts';
import { withMethod } from './payment-rows.ts';
import { withItem } from './sale-item.ts';
import { aDraft, aProduct, paid } from './testing.ts';

test('the payload is in reais, with every figure that the server checks', () => {
  const draft = aDraft({
    items: withItem(withItem([], aProduct(), 3), aProduct({ id: 2, price: cents(10) }), 2),
    payments: withMethod(paid('Dinheiro', cents(500)), 3, 'Pix'),
  });
  expect(newSale(draft, { client: 5, student: null, seller: 7 })).toEqual({
    products: [
      { product: 1, quantity: 3, subtotal: 3.75, desc_percent: 0, desc_value: 0, total: 3.75 },
      { product: 2, quantity: 2, subtotal: 0.2, desc_percent: 0, desc_value: 0, total: 0.2 },
    ],
    client: 5,
    student: null,
    seller: 7,
    payment_method1: 5,
    payment_method2: null,
    payment_method3: null,
    payment_method4: null,
    payment_method5: null,
    payment_desc1: 'Dinheiro',
    payment_desc2: null,
    payment_desc3: null,
    payment_desc4: null,
    payment_desc5: null,
    subtotal: 3.95,
    total: 3.95,
    total_general: 3.95,
    desc_general: 0,
    valor_pago: 5,
    troco: 1.05,
  });
});
