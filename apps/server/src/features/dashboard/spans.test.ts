import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { addDays, daysIn } from '@balcao/domain/dates/periods.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spansOf } from './spans.ts';

const days = fc.integer({ min: 0, max: 3_000 }).map((n) => addDays('2020-01-01' as BusinessDay, n));

test('a period is years, months and days', () => {
  const period = { from: '2024-12-30' as BusinessDay, to: '2026-02-01' as BusinessDay };
  expect(spansOf(period)).toEqual([
    { span: 'day', from: '2024-12-30', to: '2024-12-31' },
    { span: 'year', from: '2025-01-01', to: '2025-12-31' },
    { span: 'month', from: '2026-01-01', to: '2026-01-31' },
    { span: 'day', from: '2026-02-01', to: '2026-02-01' },
  ]);
});

test('the spans of any period follow each other without a gap, the longest possible', () => {
  fc.assert(
    fc.property(days, days, (one, other) => {
      const [from, to] = [one, other].sort() as [BusinessDay, BusinessDay];
      const spans = spansOf({ from, to });
      expect(spans[0]?.from).toBe(from);
      expect(spans.at(-1)?.to).toBe(to);
      for (const [place, { span, ...range }] of spans.entries()) {
        const next = spans[place + 1];
        if (next) expect(next.from).toBe(addDays(range.to, 1));
        if (span === 'day') expect(daysIn(range)).toBeLessThan(62);
        else expect(range.from.endsWith(span === 'year' ? '-01-01' : '-01')).toBe(true);
      }
    }),
  );
});
