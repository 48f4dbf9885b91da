import type { Sale } from '@balcao/contract/sales.ts';
import { describe, expect, it } from 'vitest';
import { inOrderOfSale, reportRow } from './report-row.ts';

function item(name: string) {
  return {
    quantity: 2,
    subtotal: 25,
    desc_percent: 0,
    desc_value: 0,
    total: 25,
    product_info: { id: 1, code: '1', name, price: 12.5 },
  };
}

const sale: Sale = {
  id: 42,
  // Half past one on the first of March in UTC is still February in São Paulo.
  created_at: '2026-03-01T01:30:00.000Z',
  client: 1,
  student: 3,
  seller: 7,
  client_data: { id: 1, name: 'Maria da Silva', cpf: '12345678909' },
  student_data: { id: 3, registration: '20260042', name: 'João' },
  seller_data: { id: 7, name: 'Ana' },
  products_data: [item('Caderno'), item('Caneta azul')],
  payment_method1: 10,
  payment_method2: 0,
  payment_method3: 20,
  payment_method4: 25,
  payment_method5: null,
  payment_desc1: 'Dinheiro',
  payment_desc2: 'Cartão de débito',
  payment_desc3: 'Pix',
  payment_desc4: 'Dinheiro',
  payment_desc5: null,
  subtotal: 50,
  total: 50,
  total_general: 49.5,
  desc_general: 0.5,
  valor_pago: 55,
  troco: 5.5,
};

describe('reportRow', () => {
  it('reads as the columns of the report', () => {
    const { paid, ...row } = reportRow(sale);
    expect(paid.replace('\u00a0', ' ')).toBe('R$ 49,50');
    expect(row).toMatchObject({
      registration: '20260042',
      client: 'Maria da Silva',
      month: '02/2026',
      products: 'Caderno, Caneta azul',
      methods: 'Dinheiro, Pix',
    });
  });

  it('counts what was paid and what went back, in centavos', () => {
    expect(reportRow(sale)).toMatchObject({
      sellerId: 7,
      subtotal: 5000,
      totalGeneral: 4950,
      change: 550,
      payments: [
        { method: 'Dinheiro', amount: 1000 },
        { method: 'Pix', amount: 2000 },
        { method: 'Dinheiro', amount: 2500 },
      ],
    });
  });

  it('leaves the matrícula of a sale without a student empty', () => {
    expect(reportRow({ ...sale, student: null, student_data: null }).registration).toBe('');
  });
});

describe('inOrderOfSale', () => {
  it('goes from the first to the last, those of one instant by their numbers', () => {
    const at = (id: number, created_at: string) => reportRow({ ...sale, id, created_at });
    const rows = [
      at(9, '2026-03-01T10:00:00.000Z'),
      at(8, '2026-03-01T09:00:00.000Z'),
      at(7, '2026-03-01T10:00:00.000Z'),
    ];
    expect(inOrderOfSale(rows).map((row) => row.id)).toEqual([8, 7, 9]);
  });
});
