import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { tileGroups } from './product-grid.tsx';

const product = (code: string, name: string, id = 0) => ({ id, code, name, price: cents(100) });
const labels = (...products: ReturnType<typeof product>[]) =>
  tileGroups(products).map((group) => `${group.label} ${group.products.length}`);

test('tiles are grouped by what their codes begin with', () => {
  const shirts = [product('CAM-P', 'Camiseta P'), product('CAM-M', 'Camiseta M')];
  const numbered = [product('30101', 'Calça 10'), product('30102', 'Calça 12')];
  const mixed = [product('pap1', 'Caderno'), product('PAP2', 'Lápis')];
  const ean = product('7891234567895', 'Agenda');
  expect(labels(...shirts, ...numbered, ...mixed, ean)).toEqual(['Camiseta 2', 'Calça 2', 'PAP 2']);
  // Two ranges of codes with one name are one group.
  const jeans = [product('30201', 'Calça jeans 10'), product('30202', 'Calça jeans 12')];
  expect(labels(...shirts, ...numbered, ...jeans)).toEqual(['Camiseta 2', 'Calça 4']);
  // Numbers alone name nothing, and one group is no choice.
  expect(labels(...shirts, product('101', 'Caderno'), product('102', 'Lápis'))).toEqual([]);
});
