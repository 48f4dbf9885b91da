import { expect, test } from 'vitest';
import { formatCnpj } from './cnpj.ts';

test.each([
  ['11222333000181', '11.222.333/0001-81'],
  [' 11.222.333/0001-81 ', '11.222.333/0001-81'],
  // The Receita Federal's example of a CNPJ with letters.
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['00.000.000/0001-91', '00.000.000/0001-91'],
])('%s is a CNPJ', (typed, shown) => {
  expect(formatCnpj(typed)).toBe(shown);
});

test.each([
  '',
  '11222333000180',
  '11222333000171',
  '1122233300018',
  '112223330001811',
  '00000000000000',
  '11111111111111',
  '12ABC34501DE3A',
  '12ABC34501DE53',
  '٣١٢٢٢٣٣٣٠٠٠١٨١',
])('%s is none', (typed) => {
  expect(formatCnpj(typed)).toBeUndefined();
});
