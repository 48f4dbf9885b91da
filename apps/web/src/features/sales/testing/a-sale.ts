import type { Sale } from '@balcao/contract/sales/sales.ts';

const item = (name: string, quantity: number) => ({
  quantity,
  subtotal: 25,
  desc_percent: 0,
  desc_value: 0,
  total: 25,
  product_info: { id: 1, code: '1', name, price: 12.5 },
});

export const A_SALE: Sale = {
  id: 42,
  // Half past one on the first of March in UTC is still February in São Paulo.
  created_at: '2026-03-01T01:30:00.000Z',
  client: 1,
  student: 3,
  seller: 7,
  client_data: { id: 1, name: 'Maria da Silva', cpf: '12345678909' },
  student_data: { id: 3, registration: '20260042', name: 'João' },
  seller_data: { id: 7, name: 'Ana' },
  products_data: [item('Caderno', 2), item('Caneta azul', 10)],
  payment_method1: 1000,
  payment_method2: 0,
  payment_method3: 250.5,
  payment_method4: 25,
  payment_method5: 3,
  payment_desc1: 'Dinheiro',
  payment_desc2: 'Cartão de débito',
  payment_desc3: 'Pix',
  payment_desc4: 'Dinheiro',
  payment_desc5: '',
  subtotal: 1234.56,
  total: 1234.56,
  total_general: 1234.06,
  desc_general: 0.5,
  valor_pago: 1275.5,
  troco: 41.44,
};
