import { describe, expect, it } from 'vitest';
import { periodOf, readClosingsSearch } from './closings-search.ts';

describe('readClosingsSearch', () => {
  it('keeps real days', () => {
    const period = { startDate: '2026-02-01', endDate: '2026-02-28' };
    expect(readClosingsSearch(period)).toEqual(period);
  });

  it.each([[{ startDate: '2026-02-30' }], [{ endDate: 7 }], [{ other: 'thing' }]])(
    'leaves %j out',
    (address) => expect(readClosingsSearch(address)).toEqual({}),
  );
});

describe('periodOf', () => {
  // Half past one on the first of March in UTC is still February in São Paulo.
  const evening = new Date('2026-03-01T01:30:00.000Z');

  it("goes from the first of the month to today, by the shop's calendar", () => {
    expect(periodOf({}, evening)).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
  });

  it('leaves what was asked for', () => {
    expect(periodOf({ startDate: '2025-12-24' }, evening)).toEqual({
      startDate: '2025-12-24',
      endDate: '2026-02-28',
    });
  });
});
