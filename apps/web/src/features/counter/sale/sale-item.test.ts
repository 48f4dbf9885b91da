import { cents, MAX_CENTS } from '@balcao/domain/money.ts';
import { MAX_QUANTITY, MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { expect, test } from 'vitest';
import { NO_PAYMENTS, overpaidMethods, withAmount, withMethod } from './payment-lines.ts';
import { beyondLimits, paymentObstacle } from './sale-checks.ts';
import { entrySubtotal, itemsByName, type SaleItem, sumItems, withItem } from './sale-item.ts';
import { aDraft, aProduct, paid } from './testing.ts';

test('a product that is there already sums into its line, at the price of today', () => {
  const items = withItem(withItem([], aProduct(), 2), aProduct({ price: cents(200) }), 3);
  expect(items).toHaveLength(1);
  expect(sumItems(items)).toEqual({ quantity: 5, subtotal: 1000, total: 1000 });
});

test('sorting by name ignores case and accents, both ways', () => {
  const items = ['lápis', 'Água', 'Borracha', 'agenda'].reduce<readonly SaleItem[]>(
    (all, name, id) => withItem(all, aProduct({ id, name }), 1),
    [],
  );
  const sorted = ['agenda', 'Água', 'Borracha', 'lápis'];
  expect(itemsByName(items, 'asc').map(({ product }) => product.name)).toEqual(sorted);
  expect(itemsByName(items, 'desc').map(({ product }) => product.name)).toEqual(
    sorted.toReversed(),
  );
});

test('limits are said in words', () => {
  expect(beyondLimits(withItem([], aProduct(), MAX_QUANTITY))).toBeUndefined();
  expect(beyondLimits(withItem([], aProduct(), MAX_QUANTITY + 1))).toContain('9.999');
  expect(beyondLimits(withItem([], aProduct({ price: MAX_CENTS }), 2))).toContain('9.999.999,99');
  const items = Array.from({ length: MAX_SALE_ITEMS + 1 }, (_, id) => aProduct({ id })).reduce<
    readonly SaleItem[]
  >((all, next) => withItem(all, next, 1), []);
  expect(beyondLimits(items.slice(1))).toBeUndefined();
  expect(beyondLimits(items)).toContain('300');
  const both = withMethod(paid('Pix', MAX_CENTS), 1, 'Dinheiro');
  const payments = withAmount(both, 1, cents(1));
  expect(paymentObstacle(aDraft({ payments }))?.message).toContain('9.999.999,99');
});

test('a bar code in the quantity field is no reason to break', () => {
  expect(entrySubtotal(aProduct({ price: MAX_CENTS }), 789_100_015_000_123)).toBe(0);
  expect(entrySubtotal(aProduct(), 4)).toBe(500);
});

test('an amount needs a method', () => {
  expect(withAmount(NO_PAYMENTS, 0, cents(100))).toBe(NO_PAYMENTS);
});

test.each([
  ['cash', [['Dinheiro', 5000]], 1000, []],
  ['a transfer', [['Pix', 5000]], 1000, ['Pix']],
  [
    'enough cash beside it',
    [
      ['Pix', 3000],
      ['Dinheiro', 2000],
    ],
    1000,
    [],
  ],
  [
    'too little cash beside it',
    [
      ['Pix', 3000],
      ['Dinheiro', 500],
    ],
    1000,
    ['Pix'],
  ],
  [
    'two lines of one method',
    [
      ['Pix', 500],
      ['Pix', 2000],
    ],
    2200,
    ['Pix'],
  ],
  ['no change', [['Pix', 5000]], 0, []],
] as const)('change from %s', (_, lines, change, methods) => {
  const rows = NO_PAYMENTS.map((row, index) => {
    const [method, amount] = lines[index] ?? [];
    return method && amount ? { method, amount: cents(amount) } : row;
  });
  expect(overpaidMethods(rows, cents(change))).toEqual(methods);
});
