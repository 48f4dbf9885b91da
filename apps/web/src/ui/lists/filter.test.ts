import { expect, it, onTestFinished, vi } from 'vitest';
import { byMonth, bySearch, sliceOf } from './filter.ts';

it('keeps the values that differ from the defaults', () => {
  const address = { page: 3, page_size: 25, search: 'água' };
  expect(bySearch.search(address)).toEqual(address);
  expect(bySearch.search({ search: 123 })).toEqual({ search: '123' });
  expect(sliceOf({ search: `a\0${'b'.repeat(300)}` }).search).toBe(`a${'b'.repeat(199)}`);
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
  expect(bySearch.search(address)).toEqual({});
});

it('fills in the defaults that the address leaves out', () => {
  expect(sliceOf({ page: 2 })).toEqual({ page: 2, page_size: 10, search: '' });
});

it('reads real days alone, and fills in the month so far', () => {
  // In UTC it is December.
  vi.useFakeTimers({ now: new Date('2026-11-30T23:30:00-03:00') });
  onTestFinished(() => void vi.useRealTimers());
  const leap = { startDate: '2028-02-29', endDate: '2026-02-28' };
  expect(byMonth.read(leap)).toEqual(leap);
  const month = { startDate: '2026-11-01', endDate: '2026-11-30' };
  expect(byMonth.read({ startDate: '2026-02-30', endDate: 7 })).toEqual(month);
  expect(byMonth.read({ endDate: '2026-11-03' })).toEqual({ ...month, endDate: '2026-11-03' });
  expect(byMonth.search({ startDate: leap.startDate, endDate: 'ontem' })).toEqual({
    startDate: leap.startDate,
  });
});
