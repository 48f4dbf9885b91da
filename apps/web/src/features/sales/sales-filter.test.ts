import { expect, it } from 'vitest';
import { ownSalesFilter, salesFilter } from './sales-filter.ts';

it('reads back the filter and page of an address', () => {
  const address = {
    page: 2,
    find: 'maria 4987',
    search: 'Ana',
    startDate: '2026-11-01',
    products: '3,7',
    method: 'Pix',
    only: 'corrected',
    order: 'client',
    sale: 4987,
  };
  expect(salesFilter.search(address)).toEqual(address);
  const filter = {
    find: 'maria 4987',
    search: 'Ana',
    startDate: '2026-11-01',
    endDate: '',
    products: [3, 7],
    method: 'Pix',
    only: 'corrected',
    order: 'client',
  };
  expect(salesFilter.read(address)).toEqual(filter);
  expect(salesFilter.search({ ...filter, page: 2, sale: '4987' })).toEqual(address);
});

it.each(['all', '0,-1,1.5, 2,,1e3,1234567890'])('finds no product in %j', (products) => {
  expect(salesFilter.search({ products, other: 'thing' })).toEqual({});
});

it.each(['52998224725', '529.982.247-25', 'maria 5299822', '2026 0000042'])(
  'keeps %j out of the address',
  (find) => {
    expect(salesFilter.search({ find })).toEqual({});
    expect(ownSalesFilter.search({ search: find, page: 2 })).toEqual({ page: 2 });
  },
);

it('ignores an order and a sale that do not exist, and names no default', () => {
  expect(salesFilter.search({ order: 'cpf', only: 'all', sale: '4987x' })).toEqual({});
  expect(salesFilter.search({ order: '-date', sale: 0 })).toEqual({});
});

it('names each product once', () => {
  expect(salesFilter.search({ products: '3,3,7' })).toEqual({ products: '3,7' });
});
