import { expect, test } from 'vitest';
import { rowAt } from '../../../ui/fields/search-options.tsx';
import { productOfCode } from '../../products/search/product-index.ts';
import { searchMethods } from '../payment/payment.ts';
import {
  countedProduct,
  indexProducts,
  optionsByCode,
  optionsByName,
  preferredCode,
  preferredName,
} from './product-search.ts';

const product = (id: number, code: string, name: string) => ({
  id,
  code,
  name,
  price: 1.1,
  active: true,
});
const products = [
  product(1, '12345', 'Caneta azul'),
  product(2, 'AB-1', 'Lápis preto'),
  product(3, 'ab-1', 'Apontador para lápis'),
  product(4, '7', 'Giz de cera'),
];
const index = indexProducts(products);
const ids = (of: typeof index, text: string) =>
  optionsByName(of, text).options.map((option) => Number(option.key));

test('case and accents do not matter, and what starts with the text comes first', () => {
  expect(ids(index, 'LAPIS')).toEqual([2, 3]);
  expect(ids(index, 'cera')).toEqual([4]);
});

test('all words are found, in any order and anywhere', () => {
  expect(ids(index, 'lapis apont')).toEqual([3]);
  expect(ids(index, 'reto lápis')).toEqual([2]);
  expect(ids(index, 'lapis giz')).toEqual([]);
  const uniforms = indexProducts([
    product(1, '1', 'Calça de moletom Colégio tam. 10'),
    product(2, '2', 'Calça de moletom Colégio tam. 110'),
    product(3, '3', 'Camiseta de moletom tam. 10'),
  ]);
  // Where each word begins one, before where it is in the middle of one.
  expect(ids(uniforms, 'moletom calca 10')).toEqual([1, 2]);
});

test('sizes come in their own order, and a whole word before a part of one', () => {
  const sizes = indexProducts(
    ['GG', 'M', 'P', 'G', 'PP', '10', '4'].map((size, id) =>
      product(id, `${id}`, `Camiseta ${size}`),
    ),
  );
  const names = (text: string) =>
    optionsByName(sizes, text).options.map(({ label }) => label.slice(9));
  expect(names('camiseta')).toEqual(['4', '10', 'PP', 'P', 'M', 'G', 'GG']);
  expect(names('camiseta p')).toEqual(['P', 'PP']);
  expect(names('g camiseta')).toEqual(['G', 'GG']);
});

test('of words that are only begun, the one that is held whole decides', () => {
  const sizes = indexProducts(
    ['GG', 'P', 'M', 'G'].map((size, id) =>
      product(id, `${id}`, `Camiseta manga curta Colégio tam. ${size}`),
    ),
  );
  const [first] = optionsByName(sizes, 'camiseta col m').options;
  expect(first?.label).toMatch(/M$/);
});

test('one wrong letter in a word still finds, last', () => {
  const goods = indexProducts([
    product(1, '1', 'Camiseta P'),
    product(2, '2', 'Camizeta antiga'),
    product(3, '3', 'Lápis preto'),
  ]);
  expect(ids(goods, 'camizeta')).toEqual([2, 1]);
  for (const slip of ['camizeta p', 'camseta p', 'camisseta p', 'camiesta p', 'xamiseta p']) {
    expect(ids(goods, slip), slip).toEqual([1]);
  }
  // Two letters make another word, and a short one is too much like others.
  expect(ids(goods, 'camizeda')).toEqual([2]);
  expect(ids(goods, 'lapi')).toEqual([3]);
  expect(ids(goods, 'lapa')).toEqual([]);
  // A code is never guessed.
  const coded = indexProducts([product(4, 'ABCDEF', 'Giz')]);
  expect(optionsByCode(coded, 'ABCDXF').options).toEqual([]);
});

// Specification: 3.3
test('prices arrive in centavos', () => {
  expect(index.ofId.get(4)?.price).toBe(110);
});

test('a code is found whole only, as it is written before any other spelling', () => {
  expect(productOfCode(index, ' 12345 ')?.id).toBe(1);
  expect(productOfCode(index, 'AB-1')?.id).toBe(2);
  expect(productOfCode(index, 'ab-1')?.id).toBe(3);
  expect(productOfCode(index, '1234')).toBeUndefined();
  expect(productOfCode(index, '')).toBeUndefined();
});

test.each([
  ['3*7', 4, '3'],
  [' 12 * ab-1 ', 3, '12'],
  ['7', 4, undefined],
  ['2*x', 5, undefined],
  ['3*', undefined, undefined],
  ['*7', undefined, undefined],
  ['3*999', undefined, undefined],
  ['-3*7', undefined, undefined],
])('a quantity before a code: %s', (typed, id, quantity) => {
  const starred = indexProducts([...products, product(5, '2*x', 'Kit')]);
  expect(countedProduct(starred, typed)?.product.id).toBe(id);
  expect(countedProduct(starred, typed)?.quantity).toBe(quantity);
});

test('a code that only begins like another chooses nothing unasked', () => {
  expect(preferredCode('1234', optionsByCode(index, '1234'))).toBe(null);
  expect(preferredCode('12345', optionsByCode(index, '12345'))).toBe(0);
  expect(preferredCode('', optionsByCode(index, ''))).toBe(null);
});

test('a name that is only nearly what was typed is chosen by nobody unasked', () => {
  const goods = indexProducts([product(1, '77', 'Caneca'), product(2, '78', 'Caneca grande')]);
  const preferred = (text: string) => preferredName(goods, text, optionsByName(goods, text));
  expect(ids(goods, 'caneta')).toEqual([1, 2]);
  expect(preferred('caneta')).toBe(null);
  expect(preferred('caneca')).toBe(0);
  expect(preferred('77')).toBe(0);
  expect(preferred('')).toBe(null);
});

test.each([
  ['camiseta', 'Camiseta manga longa'],
  ['polo', 'Camiseta polo'],
  ['camiseta polo p', 'Camiseta polo P'],
  ['polo p', 'Camiseta polo P'],
  ['p polo', 'Camiseta polo P'],
  ['Camiseta Polo PP', 'Camiseta polo PP'],
  ['polo 1', 'Camiseta polo'],
  ['polo 10', 'Camiseta polo 10'],
  // The 8 is the class, not the size.
  ['turma 8', 'Camiseta turma 8'],
  ['turma 8 10', 'Camiseta turma 8 10'],
  ['camiseta turma 8 8', 'Camiseta turma 8 8'],
  ['manga', 'Camiseta manga longa'],
  ['203', 'Camiseta polo P'],
  ['caderno', 'Caderno'],
])('Enter on %o guesses no size: it takes %s', (text, taken) => {
  const names = ['Caderno', 'Camiseta polo PP', 'Camiseta polo P', 'Camiseta polo 10'];
  const others = [
    'turma 8 8',
    'turma 8 10',
    'regata P',
    'regata M',
    'manga longa P',
    'manga longa M',
  ];
  const shop = indexProducts(
    [...names, ...others.map((name) => `Camiseta ${name}`)].map((name, at) =>
      product(at + 1, `${at + 201}`, name),
    ),
  );
  const found = optionsByName(shop, text);
  const place = preferredName(shop, text, found);
  expect(place === null ? null : rowAt(found, place)?.label).toBe(taken);
});

test('of 5,000 products fifty are shown and the others counted', () => {
  const many = indexProducts(
    Array.from({ length: 5000 }, (_, id) => product(id, `${id}`, `Produto nº ${id} da papelaria`)),
  );
  const found = optionsByName(many, 'papelaria');
  expect(found.options).toHaveLength(50);
  expect(found.more).toBe(4950);
});

test('a method that starts with the text goes before one that only holds it', () => {
  const found = searchMethods(['Cartão de crédito', 'Dinheiro', 'Pix'], 'DI');
  expect(found).toEqual(['Dinheiro', 'Cartão de crédito']);
});

test('a model with several sizes among what was found stands beside the products, once', () => {
  const polo = ['8', '10', 'G'].map((size, at) =>
    product(at + 1, `${at}`, `Camiseta polo ${size}`),
  );
  const shop = indexProducts([...polo, product(9, '9', 'Camiseta 10')]);
  const headsOf = (text: string) => optionsByName(shop, text).heads?.map(({ label }) => label);
  expect(headsOf('camiseta')).toEqual(['Camiseta polo']);
  expect(ids(shop, 'camiseta')).toHaveLength(4);
  expect(headsOf('camiseta polo 10')).toEqual([]);
  // One size was found, and the text does not say it.
  expect(headsOf('camiseta polo 1')).toEqual(['Camiseta polo']);
  expect(headsOf('')).toBeUndefined();
});
