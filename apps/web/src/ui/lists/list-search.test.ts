import { describe, expect, it } from 'vitest';
import { readListSearch, sliceOf } from './list-search.ts';

describe('readListSearch', () => {
  it('keeps what differs from the usual', () => {
    const address = { page: 3, page_size: 25, search: 'água' };
    expect(readListSearch(address)).toEqual(address);
  });

  it('leaves out what is as usual', () => {
    expect(readListSearch({ page: 1, page_size: 10, search: '' })).toEqual({});
  });

  it.each([
    [{ page: 0 }],
    [{ page: -1 }],
    [{ page: 1.5 }],
    [{ page: 'x' }],
    [{ page: 1e9 }],
    [{ page_size: 11 }],
    [{ page_size: 1000 }],
    [{ search: { not: 'text' } }],
    [{ search: '  ' }],
    [{ other: 'thing' }],
  ])('takes %j as usual', (address) => {
    expect(readListSearch(address)).toEqual({});
  });

  it('keeps a search for a number as text', () => {
    expect(readListSearch({ search: 123 })).toEqual({ search: '123' });
  });

  it('cuts a search to what the server takes', () => {
    expect(readListSearch({ search: `a\0${'b'.repeat(300)}` }).search).toBe(`a${'b'.repeat(199)}`);
  });
});

describe('sliceOf', () => {
  it('fills in what the address leaves out', () => {
    expect(sliceOf({ page: 2 })).toEqual({ page: 2, page_size: 10, search: '' });
  });
});
