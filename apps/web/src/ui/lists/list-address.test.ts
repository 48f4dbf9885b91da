import { expect, it } from 'vitest';
import { listQueryOf, readDays, readListSearch, withoutEmpty } from './list-address.ts';

it('keeps the values that differ from the defaults', () => {
  const address = { page: 3, page_size: 25, search: 'água' };
  expect(readListSearch(address)).toEqual(address);
  expect(readListSearch({ search: 123 })).toEqual({ search: '123' });
  expect(readListSearch({ search: `a\0${'b'.repeat(300)}` }).search).toBe(`a${'b'.repeat(199)}`);
});

it.each([
  [{ page: 1, page_size: 10, search: '' }],
  [{ page: 0 }],
  [{ page: -1 }],
  [{ page: 1.5 }],
  [{ page: 'x' }],
  [{ page: 1e9 }],
  [{ page_size: 11 }],
  [{ page_size: 25.5 }],
  [{ page_size: 0 }],
  [{ page_size: 1000 }],
  [{ search: { not: 'text' } }],
  [{ search: '  ' }],
  [{ other: 'thing' }],
])('reads %j as the defaults', (address) => {
  expect(readListSearch(address)).toEqual({});
});

it('fills in the defaults that the address leaves out', () => {
  expect(listQueryOf({ page: 2 })).toEqual({ page: 2, page_size: 10, search: '' });
});

it('reads real days alone', () => {
  const leap = { startDate: '2028-02-29', endDate: '2026-02-28' };
  expect(readDays(leap)).toEqual(leap);
  expect(readDays({ startDate: '2026-02-30', endDate: 7 })).toEqual({ startDate: '', endDate: '' });
  expect(withoutEmpty(readDays({ endDate: 'ontem' }))).toEqual({});
});
