import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { expect, it } from 'vitest';
import { comparisonsOf } from './comparisons.ts';

const of = (before: [string, string], yearAgo: [string, string], first: string | null) => {
  const period = ([startDate, endDate]: [string, string]) => ({ startDate, endDate });
  const sold_days = first === null ? null : { first, last: '2026-11-23' };
  const given = { before: period(before), year_ago: period(yearAgo), sold_days } as Dashboard;
  const { shown, absent, since } = comparisonsOf(given);
  return [shown.map(({ label }) => label), absent.map(({ label }) => label), since];
};
const october = ['2026-10-01', '2026-10-22'] as [string, string];
const november = ['2025-11-01', '2025-11-22'] as [string, string];
const lastYear = ['2025-01-01', '2025-11-22'] as [string, string];

it.each([
  ['two', of(october, november, '2025-02-03'), ['Antes', 'Um ano antes'], []],
  ['one, when both are the same', of(lastYear, lastYear, '2025-02-03'), ['Um ano antes'], []],
  [
    'none from before the first sale',
    of(october, november, '2026-03-02'),
    ['Antes'],
    ['Um ano antes'],
  ],
  [
    'one in which the first sale is',
    of(october, november, '2025-11-22'),
    ['Antes', 'Um ano antes'],
    [],
  ],
])('shows %s', (_what, [shown, absent], wanted, left) => {
  expect([shown, absent]).toEqual([wanted, left]);
});

it('says since when there are sales', () => {
  expect(of(october, november, '2026-03-02')[2]).toBe('Sem vendas antes de 02/03/2026');
  expect(of(october, november, null)).toEqual([[], ['Antes', 'Um ano antes'], 'Ainda sem vendas']);
});
