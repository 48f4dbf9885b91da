import type { Correction } from '@balcao/contract/sales/corrections.ts';
import { periodReport } from '@balcao/domain/period-report.ts';
import { expect, it } from 'vitest';
import { A_SALE as sale } from '../sales/testing/a-sale.ts';
import { correctionRow, inOrder, reportRow, shownMethods } from './report-row.ts';

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

const refund: Correction = {
  id: 9,
  kind: 'refund',
  created_at: '2026-03-01T12:00:00.000Z',
  sale: 42,
  sale_created_at: sale.created_at,
  seller: 8,
  seller_name: 'Bia',
  approved_by: null,
  reason: 'Tamanho errado',
  client_name: 'Maria da Silva',
  student_name: null,
  items: [
    {
      line: 1,
      quantity: 2,
      total: 24.5,
      product_info: { id: 1, code: '1', name: 'Caderno', price: 12.5 },
    },
  ],
  total: 24.5,
  payments: [{ method: 'Dinheiro', amount: -24.5 }],
  exchange_sale: null,
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('what came back counts with a minus, for who took it back', () => {
  const { paid, ...row } = correctionRow(refund);
  expect(plain(paid)).toBe('−R$ 24,50');
  expect(row).toMatchObject({
    sellerId: 8,
    sellerName: 'Bia',
    // Two at R$ 12,50, before the discount.
    subtotal: -2500,
    totalGeneral: -2450,
    payments: [{ method: 'Dinheiro', amount: -2450 }],
    change: 0,
    registration: '',
    client: 'Maria da Silva',
    month: '03/2026',
    products: 'Devolução da venda nº 42: Caderno',
    methods: 'Dinheiro',
  });
});

it('a correction of payments adds up to nothing, and says what moved', () => {
  const payments = [
    { method: 'Dinheiro', amount: -24.5 },
    { method: 'Pix', amount: 24.5 },
  ];
  const row = correctionRow({ ...refund, kind: 'payments', items: [], total: 0, payments });
  expect(row).toMatchObject({ subtotal: 0, totalGeneral: 0 });
  expect(row.products).toBe('Correção de pagamento da venda nº 42');
  expect([row.paid, row.methods].map(plain)).toEqual([
    'R$ 0,00',
    'Dinheiro −R$ 24,50, Pix R$ 24,50',
  ]);
});

it('sales go from the first to the last, those of one instant by their numbers', () => {
  const at = (id: number, created_at: string) => reportRow({ ...sale, id, created_at });
  const rows = [
    at(9, '2026-03-01T10:00:00.000Z'),
    at(8, '2026-03-01T09:00:00.000Z'),
    at(7, '2026-03-01T10:00:00.000Z'),
  ];
  expect(inOrder(rows).map((row) => row.id)).toEqual([8, 7, 9]);
});

it('shows no method Troca in the sums when the filter has one half of an exchange', () => {
  const payments = [
    { method: 'Troca', amount: -20 },
    { method: 'Dinheiro', amount: -4.5 },
  ];
  const row = correctionRow({ ...refund, kind: 'exchange', exchange_sale: 43, payments });
  const { byMethod, totalGeneral } = periodReport([], [row]);
  expect(shownMethods(byMethod)).toEqual([
    { method: 'Dinheiro', amount: -450 },
    { method: 'Trocas por produtos fora do filtro', amount: -2000 },
  ]);
  expect(totalGeneral).toBe(-2450);
});

it('has neither when both halves are shown', () => {
  const of = (amount: number) =>
    correctionRow({
      ...refund,
      id: amount,
      total: -amount,
      payments: [{ method: 'Troca', amount }],
    });
  expect(shownMethods(periodReport([of(20)], [of(-20)]).byMethod)).toEqual([]);
});

it('knows what the products of a filter took, after the discount of the sale and what came back', () => {
  const [first, second] = sale.products_data;
  if (!first || !second) throw new Error('The sale has two items');
  const pen = { ...second, total: 75, product_info: { ...second.product_info, id: 2 } };
  const of = { ...sale, products_data: [first, pen], desc_general: 0.1 };
  // 10 centavos off 25 and 75 reais: the halves go to the largest remainder, the earlier line first.
  expect(reportRow(of, [1]).ofChosen).toBe(2497);
  expect(reportRow(of, [2]).ofChosen).toBe(7493);
  expect(reportRow(of, [1, 2]).ofChosen).toBe(9990);
  expect(correctionRow(refund, [1]).ofChosen).toBe(-2450);
  expect(Number(correctionRow(refund, [2]).ofChosen)).toBe(0);
  const named = { ...first, total: Number.NaN, product_info: { ...first.product_info, id: 0 } };
  expect(reportRow({ ...sale, products_data: [named] }, [1]).ofChosen).toBeUndefined();
});
