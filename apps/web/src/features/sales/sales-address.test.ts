import { expect, it } from 'vitest';
import { readSalesFilter, readSalesSearch } from './sales-address.ts';

it('reads back the filter and page of an address', () => {
  const address = { page: 2, search: 'Ana', startDate: '2026-11-01', products: '3,7' };
  expect(readSalesSearch(address)).toEqual(address);
  const filter = { search: 'Ana', startDate: '2026-11-01', endDate: '', products: [3, 7] };
  expect(readSalesFilter(address)).toEqual(filter);
  expect(readSalesSearch({ ...filter, page: 2 })).toEqual(address);
});

it.each(['all', '0,-1,1.5, 2,,1e3,1234567890'])('finds no product in %j', (products) => {
  expect(readSalesSearch({ products, other: 'thing' })).toEqual({});
});

it('names each product once', () => {
  expect(readSalesSearch({ products: '3,3,7' }).products).toBe('3,7');
});
