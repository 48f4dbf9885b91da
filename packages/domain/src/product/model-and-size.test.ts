import { expect, test } from 'vitest';
import { byModel, modelAndSize } from './model-and-size.ts';

test.each([
  ['Camiseta polo GG', 'Camiseta polo', 'GG'],
  ['Calça 12', 'Calça', '12'],
  ['Bermuda tam. p', 'Bermuda', 'P'],
  ['Tênis nº 38', 'Tênis', '38'],
  ['Jaleco - M', 'Jaleco', 'M'],
  ['Álgebra', 'Álgebra', ''],
  ['Caderno 100', 'Caderno 100', ''],
  ['G', 'G', ''],
])('%s is %s in %s', (name, model, size) => {
  expect(modelAndSize(name)).toEqual({ model, size });
});

test('models hold their sizes in order, and a number that stands alone is no size', () => {
  const names = ['Camiseta G', 'Caderno 10', 'Camiseta 8', 'camiseta P', 'Camiseta 10', 'Lápis'];
  expect(
    byModel(names.map((name) => ({ name }))).map(({ model, products }) => [
      model,
      products.map(({ size }) => size).join(' '),
    ]),
  ).toEqual([
    ['Camiseta', '8 10 P G'],
    ['Caderno 10', ''],
    ['Lápis', ''],
  ]);
});
