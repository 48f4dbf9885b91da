import { expect, it } from 'vitest';
import { readPeriod } from './closings-address.ts';

// Half past one on the first of March in UTC is still February in São Paulo.
const evening = new Date('2026-03-01T01:30:00.000Z');

it.each([
  [{}, '2026-02-01', '2026-02-28'],
  [{ startDate: '2025-12-24' }, '2025-12-24', '2026-02-28'],
  [{ startDate: '2026-02-30', endDate: 7, other: 'thing' }, '2026-02-01', '2026-02-28'],
])("reads %j in the shop's calendar", (address, startDate, endDate) => {
  expect(readPeriod(address, evening)).toEqual({ startDate, endDate });
});
