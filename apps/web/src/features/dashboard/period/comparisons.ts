import type { Dashboard, PeriodSums } from '@balcao/contract/dashboard.ts';
import { formatDay } from '@balcao/domain/dates/business-day.ts';

export type Comparison = {
  key: 'before' | 'year_ago';
  label: string;
  sums: PeriodSums;
};

export type Comparisons = {
  shown: readonly Comparison[];
  /** Left out, since the shop had no sales yet, which `since` says. */
  absent: readonly Comparison[];
  since: string;
};

/** The periods with which one is compared. Two equal ones, as of a year so far, count once. */
export function comparisonsOf({ sold_days, before, year_ago }: Dashboard): Comparisons {
  const same = before.startDate === year_ago.startDate && before.endDate === year_ago.endDate;
  const all: Comparison[] = [
    ...(same ? [] : [{ key: 'before', label: 'Antes', sums: before } as const]),
    { key: 'year_ago', label: 'Um ano antes', sums: year_ago },
  ];
  const had = ({ sums }: Comparison) => sold_days !== null && sums.endDate >= sold_days.first;
  return {
    shown: all.filter(had),
    absent: all.filter((each) => !had(each)),
    since: sold_days ? `Sem vendas antes de ${dayOf(sold_days.first)}` : 'Ainda sem vendas',
  };
}

const dayOf = (day: string) => formatDay(day as Parameters<typeof formatDay>[0]);
