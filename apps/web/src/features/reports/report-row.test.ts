import { expect, it } from 'vitest';
import { A_SALE as sale } from '../sales/testing/a-sale.ts';
import { inOrderOfSale, reportRow } from './report-row.ts';

it('reads as the columns of the report', () => {
  const { paid, ...row } = reportRow(sale);
  expect(paid.replace('\u00a0', ' ')).toBe('R$ 1.234,06');
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
    subtotal: 123_456,
    totalGeneral: 123_406,
    change: 4144,
    payments: [
      { method: 'Dinheiro', amount: 100_000 },
      { method: 'Pix', amount: 25_050 },
      { method: 'Dinheiro', amount: 2500 },
    ],
  });
});

it('leaves the matrícula of a sale without a student empty', () => {
  expect(reportRow({ ...sale, student: null, student_data: null }).registration).toBe('');
});

it('sales go from the first to the last, those of one instant by their numbers', () => {
  const at = (id: number, created_at: string) => reportRow({ ...sale, id, created_at });
  const rows = [
    at(9, '2026-03-01T10:00:00.000Z'),
    at(8, '2026-03-01T09:00:00.000Z'),
    at(7, '2026-03-01T10:00:00.000Z'),
  ];
  expect(inOrderOfSale(rows).map((row) => row.id)).toEqual([8, 7, 9]);
});
