import { cents, MAX_CENTS } from '@balcao/domain/money.ts';
import { MAX_QUANTITY, MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { expect, test } from 'vitest';
import {
  beyondLimits,
  entrySubtotal,
  movedTo,
  type SaleItem,
  sortedByName,
  sumItems,
  withItem,
} from './sale-item.ts';
import { aProduct } from './testing.ts';

const list = (...names: string[]) =>
  names.reduce<readonly SaleItem[]>(
    (items, name, index) => withItem(items, aProduct({ id: index + 1, name }), 1),
    [],
  );
const names = (items: readonly SaleItem[]) => items.map((item) => item.product.name);

test('a product that is there already sums into its line', () => {
  const items = withItem(withItem([], aProduct(), 2), aProduct(), 3);
  expect(items).toHaveLength(1);
  expect(sumItems(items)).toMatchObject({ quantity: 5, subtotal: 625, total: 625 });
});

test('summing takes the price of today for the whole line', () => {
  const items = withItem(withItem([], aProduct(), 2), aProduct({ price: cents(200) }), 1);
  expect(sumItems(items).total).toBe(600);
});

test('sorting by name ignores case and accents, both ways', () => {
  const items = list('lápis', 'Água', 'Borracha', 'agenda');
  expect(names(sortedByName(items, 'asc'))).toEqual(['agenda', 'Água', 'Borracha', 'lápis']);
  expect(names(sortedByName(items, 'desc'))).toEqual(['lápis', 'Borracha', 'Água', 'agenda']);
});

test('a line moves to the place of another', () => {
  const items = list('a', 'b', 'c', 'd');
  expect(names(movedTo(items, 1, 3))).toEqual(['b', 'c', 'a', 'd']);
  expect(names(movedTo(items, 4, 1))).toEqual(['d', 'a', 'b', 'c']);
  expect(movedTo(items, 9, 1)).toBe(items);
});

test('limits are said in words', () => {
  expect(beyondLimits(withItem([], aProduct(), MAX_QUANTITY))).toBeUndefined();
  expect(beyondLimits(withItem([], aProduct(), MAX_QUANTITY + 1))).toContain('9.999');
  expect(beyondLimits(withItem([], aProduct({ price: MAX_CENTS }), 2))).toContain('9.999.999,99');
  const many = Array.from({ length: MAX_SALE_ITEMS + 1 }, (_, id) => aProduct({ id }));
  const items = many.reduce<readonly SaleItem[]>((all, next) => withItem(all, next, 1), []);
  expect(beyondLimits(items.slice(1))).toBeUndefined();
  expect(beyondLimits(items)).toContain('300');
});

test('a bar code in the quantity field is no reason to break', () => {
  expect(entrySubtotal(aProduct({ price: MAX_CENTS }), 789_100_015_000_123)).toBe(0);
  expect(entrySubtotal(aProduct(), 4)).toBe(500);
  expect(entrySubtotal(null, 4)).toBe(0);
});
