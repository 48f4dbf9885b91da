import { type BusinessDay, firstOfMonth } from '@balcao/domain/dates/business-day.ts';
import { addDays, addMonths, type Period } from '@balcao/domain/dates/periods.ts';

export type Span = 'year' | 'month' | 'day';
export type SpanRange = Period & { readonly span: Span };

/** A period as whole years, the whole months beside them, and the days that are left at its ends. */
export function spansOf(period: Period): SpanRange[] {
  return cover(period, ['year', 'month']);
}

function cover({ from, to }: Period, [span, ...finer]: ('year' | 'month')[]): SpanRange[] {
  if (from > to) return [];
  if (!span) return [{ span: 'day', from, to }];
  const isFirst = firstOf(span, from) === from;
  const first = isFirst ? from : nextFirst(span, from);
  const end = firstOf(span, addDays(to, 1));
  if (first >= end) return cover({ from, to }, finer);
  return [
    ...cover({ from, to: addDays(first, -1) }, finer),
    { span, from: first, to: addDays(end, -1) },
    ...cover({ from: end, to }, finer),
  ];
}

/** The first day of the month or the year of a day. */
export function firstOf(span: 'year' | 'month', day: BusinessDay): BusinessDay {
  return span === 'month' ? firstOfMonth(day) : (`${day.slice(0, 4)}-01-01` as BusinessDay);
}

/** The first day of the next one. */
export function nextFirst(span: 'year' | 'month', day: BusinessDay): BusinessDay {
  return addMonths(firstOf(span, day), span === 'month' ? 1 : 12);
}
