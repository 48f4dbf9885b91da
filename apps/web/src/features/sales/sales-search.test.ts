import { describe, expect, it } from 'vitest';
import { filterOf, readSalesSearch, searchOf } from './sales-search.ts';

describe('readSalesSearch', () => {
  it('keeps the filter and the page', () => {
    const address = {
      page: 2,
      search: 'Ana',
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      products: '3,7',
    };
    expect(readSalesSearch(address)).toEqual(address);
  });

  it.each([
    [{ startDate: '2026-02-30' }],
    [{ endDate: 'ontem' }],
    [{ products: 'all' }],
    [{ products: '0,-1,1.5, 2,,1e3,1234567890' }],
    [{ other: 'thing' }],
  ])('leaves %j out', (address) => {
    expect(readSalesSearch(address)).toEqual({});
  });

  it('names each product once', () => {
    expect(readSalesSearch({ products: '3,3,7' }).products).toBe('3,7');
  });
});

describe('filterOf', () => {
  it('fills in what the address leaves out', () => {
    expect(filterOf({})).toEqual({ search: '', startDate: '', endDate: '', products: [] });
  });

  it('reads back what an address was made of', () => {
    const filter = { search: 'Ana', startDate: '2026-11-01', endDate: '', products: [3, 7] };
    expect(filterOf(searchOf(filter, '25'))).toEqual(filter);
    expect(searchOf(filter, '25')).toMatchObject({ page_size: 25, products: '3,7' });
  });
});
