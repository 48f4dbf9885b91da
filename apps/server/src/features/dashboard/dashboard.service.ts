import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { Dashboard, PeriodSums } from '@balcao/contract/dashboard.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import {
  addDays,
  daysIn,
  type Period,
  periodBefore,
  yearBefore,
} from '@balcao/domain/dates/periods.ts';
import {
  type Cents,
  cents,
  reaisFromCents,
  subtractCents,
  sumCents,
} from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import type { Db } from '../../database/connection.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { changeNotCash, soldDays } from './beside-the-sums.repository.ts';
import {
  type DayRow,
  inSnapshot,
  type MethodRow,
  type Periods,
  type SellerRow,
  type Sums,
  sumsByDay,
  sumsByHour,
  sumsByMethod,
  sumsBySeller,
} from './dashboard.repository.ts';
import { sumsByIncome, sumsByProduct } from './product-sums.repository.ts';
import { incomeSums, MOST_PRODUCTS, productsOf } from './products-of-period.ts';
import { firstOf, nextFirst, type Span } from './spans.ts';

const MOST_DAYS = 92;
const MOST_DAYS_BY_MONTH = 3 * 366;

/** Throws invalid_day, and invalid_request for a period that ends before it begins. */
export async function readDashboard(
  db: Db,
  query: QueryOf<Endpoints['readDashboard']>,
): Promise<Dashboard> {
  const period = {
    from: businessDay(query.startDate, 'querystring/startDate'),
    to: businessDay(query.endDate, 'querystring/endDate'),
  };
  if (period.to < period.from)
    throw new Refusal('invalid_request', { field: 'querystring/endDate' });
  const periods: Periods = [period, periodBefore(period), yearBefore(period)];
  const unit = unitOf(period);
  return inSnapshot(db, async (tx, progress) => {
    const days = await sumsByDay(tx, progress, periods, unit);
    const hours = await sumsByHour(tx, progress, period);
    const sellers = await sumsBySeller(tx, progress, periods);
    const methods = await sumsByMethod(tx, progress, periods);
    const products = await sumsByProduct(tx, progress, periods, MOST_PRODUCTS);
    const incomes = await sumsByIncome(tx, progress, periods);
    const notCash = await changeNotCash(tx, period);
    const sold = await soldDays(tx);
    const of = (place: number) => days.filter((row) => row.period === place);
    const sums = (place: 0 | 1 | 2) => periodSums(periods[place], of(place));
    const parts = (place: 0 | 1 | 2) => everyPart(periods[place], unit, of(place));
    const net = sumCents(of(0).map(netOf));
    return {
      sold_days: sold ?? null,
      period: sums(0),
      before: sums(1),
      year_ago: sums(2),
      unit,
      days: { period: parts(0), before: parts(1), year_ago: parts(2) },
      hours: hours.map((row) => ({ ...row, sold: reaisFromCents(row.sold) })),
      sellers: sellersOf(sellers),
      methods: methodsOf(methods),
      change_not_cash: notCash.map(({ cents: amount, ...row }) => ({
        ...row,
        amount: reaisFromCents(amount),
      })),
      incomes: incomes.map(incomeSums),
      products: productsOf(products, net),
    };
  });
}

function unitOf(period: Period): Span {
  const days = daysIn(period);
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_BY_MONTH ? 'month' : 'year';
}

const netOf = ({ sold, returned }: Pick<Sums, 'sold' | 'returned'>) =>
  subtractCents(sold, returned);

function sumsOf(rows: readonly Sums[]) {
  const sold = sumCents(rows.map((row) => row.sold));
  const returned = sumCents(rows.map((row) => row.returned));
  return {
    sold: reaisFromCents(sold),
    sales: rows.reduce((sum, row) => sum + row.sales, 0),
    returned: reaisFromCents(returned),
    returns: rows.reduce((sum, row) => sum + row.returns, 0),
    net: reaisFromCents(netOf({ sold, returned })),
  };
}

function periodSums({ from, to }: Period, rows: readonly Sums[]): PeriodSums {
  const sums = sumsOf(rows);
  const average = Math.round(sumCents(rows.map(({ sold }) => sold)) / sums.sales);
  return {
    startDate: from,
    endDate: to,
    ...sums,
    average: sums.sales === 0 ? null : reaisFromCents(cents(average)),
  };
}

/** Every day, month or year of a period, also those on which nothing was sold. */
function everyPart({ from, to }: Period, unit: Span, rows: readonly DayRow[]): PeriodSums[] {
  const byStart = Map.groupBy(rows, ({ start }) => start);
  const parts: PeriodSums[] = [];
  for (let day: BusinessDay = from; day <= to; ) {
    const next = unit === 'day' ? addDays(day, 1) : nextFirst(unit, day);
    const start = unit === 'day' ? day : firstOf(unit, day);
    const last = addDays(next, -1);
    parts.push(periodSums({ from: day, to: last < to ? last : to }, byStart.get(start) ?? []));
    day = next;
  }
  return parts;
}

/** The net sums in the three periods of each group of rows. */
function compared(rows: readonly { period: number; net: Cents }[]) {
  const net = (place: number) =>
    reaisFromCents(sumCents(rows.filter(({ period }) => period === place).map((row) => row.net)));
  return { net: net(0), before: net(1), year_ago: net(2) };
}

/** The seller who brought in most comes first. */
const byNet = (a: { net: number; name: string }, b: { net: number; name: string }) =>
  b.net - a.net || a.name.localeCompare(b.name, 'pt-BR');

function sellersOf(rows: readonly SellerRow[]): Dashboard['sellers'] {
  return [...Map.groupBy(rows, ({ id }) => id)]
    .map(([id, own]) => ({
      id,
      // The name in the newest period in which they sold.
      name: shownSeller(own[0]?.name ?? null),
      ...sumsOf(own.filter(({ period }) => period === 0)),
      ...compared(own.map((row) => ({ period: row.period, net: netOf(row) }))),
    }))
    .sort(byNet);
}

function methodsOf(rows: readonly MethodRow[]): Dashboard['methods'] {
  return [...Map.groupBy(rows, ({ name }) => name)]
    .map(([name, own]) => ({
      name,
      payments: own.find(({ period }) => period === 0)?.payments ?? 0,
      ...compared(own),
    }))
    .sort(byNet);
}
