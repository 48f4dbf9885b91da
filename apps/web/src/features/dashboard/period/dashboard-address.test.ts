import { expect, it } from 'vitest';
import { periodWords, readPeriod } from './dashboard-address.ts';

const now = new Date('2026-11-25T12:00:00-03:00');

it('reads a period, one day of it, or the month so far', () => {
  const day = { startDate: '2026-02-03', endDate: '2026-02-03' };
  expect(readPeriod({ startDate: '2026-02-01', endDate: '2026-02-03' }, now)).toEqual({
    startDate: '2026-02-01',
    endDate: '2026-02-03',
  });
  expect(readPeriod({ endDate: '2026-02-03' }, now)).toEqual(day);
  expect(readPeriod({ startDate: '2026-02-30' }, now)).toEqual({
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
