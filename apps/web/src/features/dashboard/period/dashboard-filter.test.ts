import { expect, it, onTestFinished, vi } from 'vitest';
import { dashboardFilter, periodWords } from './dashboard-filter.ts';

it('reads a period, one day of it, or the month so far', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T12:00:00-03:00') });
  onTestFinished(() => void vi.useRealTimers());
  const day = { startDate: '2026-02-03', endDate: '2026-02-03' };
  expect(dashboardFilter.read({ startDate: '2026-02-01', endDate: '2026-02-03' })).toEqual({
    startDate: '2026-02-01',
    endDate: '2026-02-03',
  });
  expect(dashboardFilter.read({ endDate: '2026-02-03' })).toEqual(day);
  expect(dashboardFilter.read({ startDate: '2026-02-30' })).toEqual({
    startDate: '2026-11-01',
    endDate: '2026-11-25',
  });
});

it('says a period as short as it is clear', () => {
  expect(periodWords({ startDate: '2026-11-25', endDate: '2026-11-25' })).toBe('25/11/2026');
  expect(periodWords({ startDate: '2026-11-01', endDate: '2026-11-25' })).toBe('01 a 25/11/2026');
  expect(periodWords({ startDate: '2025-12-24', endDate: '2026-01-06' })).toBe(
    '24/12/2025 a 06/01/2026',
  );
});
