import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { Dashboard, PeriodSums } from '@balcao/contract/dashboard.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import { type BusinessDay, firstOfMonth } from '@balcao/domain/dates/business-day.ts';
import {
  addDays,
  addMonths,
  daysIn,
  type Period,
  periodBefore,
  yearBefore,
} from '@balcao/domain/dates/periods.ts';
import { INCOMES } from '@balcao/domain/income.ts';
import {
  type Cents,
  cents,
  reaisFromCents,
  subtractCents,
  sumCents,
  ZERO,
} from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import type { Db } from '../../database/connection.ts';
import { inSnapshot } from '../../database/reading-snapshot.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import {
  changeNotCash,
  type MethodRow,
  type PartRow,
  type Periods,
  type Sums,
  soldDays,
  sumsByMethod,
  sumsByPart,
  type Unit,
} from './dashboard.repository.ts';
import { namesIncomes, type SoldRow, soldProducts } from './product-sales.repository.ts';

/** How many products are listed. */
const MOST_PRODUCTS = 20;
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
  return inSnapshot(db, async (tx) => {
    const parts = await sumsByPart(tx, periods, unit);
    const methods = await sumsByMethod(tx, periods);
    const products = await soldProducts(tx, periods);
    const notCash = await changeNotCash(tx, period);
    const sold = await soldDays(tx);
    const of = (place: number) => parts.filter((row) => row.period === place);
    const sums = (place: 0 | 1 | 2) => periodSums(periods[place], of(place));
    const partsOf = (place: 0 | 1 | 2) => everyPart(periods[place], unit, of(place));
    const net = sumCents(of(0).map(netOf));
    return {
      sold_days: sold ?? null,
      period: sums(0),
      before: sums(1),
      year_ago: sums(2),
      unit,
      days: { period: partsOf(0), before: partsOf(1), year_ago: partsOf(2) },
      sellers: sellersOf(parts),
      methods: methodsOf(methods),
      change_not_cash: notCash.map(({ cents: amount, ...row }) => ({
        ...row,
        amount: reaisFromCents(amount),
      })),
      // Nothing while no product has one.
      incomes: (await namesIncomes(tx)) ? incomesOf(products) : [],
      products: productsOf(products, net),
    };
  });
}

function unitOf(period: Period): Unit {
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
function everyPart({ from, to }: Period, unit: Unit, rows: readonly PartRow[]): PeriodSums[] {
  const byStart = Map.groupBy(rows, ({ start }) => start);
  const parts: PeriodSums[] = [];
  for (let day: BusinessDay = from; day <= to; ) {
    const next = nextFirst(unit, day);
    const last = addDays(next, -1);
    const own = byStart.get(firstOf(unit, day)) ?? [];
    parts.push(periodSums({ from: day, to: last < to ? last : to }, own));
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

const inReais = ([net = ZERO, before = ZERO, year_ago = ZERO]: readonly Cents[]) => ({
  net: reaisFromCents(net),
  before: reaisFromCents(before),
  year_ago: reaisFromCents(year_ago),
});

/** The products that brought in most; `net`: of the whole period. */
function productsOf(rows: readonly SoldRow[], net: Cents): Dashboard['products'] {
  const sold = rows.filter((row) => row.units[0] || row.net[0]);
  const top = sold.slice(0, MOST_PRODUCTS);
  const ofTop = sumCents(top.map((row) => row.net[0] ?? ZERO));
  return {
    top: top.map(
      ({ id, code, name, units: [units = 0, units_before = 0, units_year_ago = 0], net }) => ({
        ...{ id, code, name, units, units_before, units_year_ago },
        ...inReais(net),
      }),
    ),
    others: { count: sold.length - top.length, net: reaisFromCents(subtractCents(net, ofTop)) },
  };
}

/** By whose income the products are today, those of both last. */
const incomesOf = (rows: readonly SoldRow[]): Dashboard['incomes'] =>
  [...INCOMES, null].flatMap((income) => {
    const own = rows.filter((row) => row.income === income);
    const nets = [0, 1, 2].map((place) => sumCents(own.map(({ net }) => net[place] ?? ZERO)));
    const units = own.reduce((sum, row) => sum + (row.units[0] ?? 0), 0);
    return own.length === 0 ? [] : [{ income, units, ...inReais(nets) }];
  });

/** The seller who brought in most comes first. */
const byNet = (a: { net: number; name: string }, b: { net: number; name: string }) =>
  b.net - a.net || a.name.localeCompare(b.name, 'pt-BR');

function sellersOf(rows: readonly PartRow[]): Dashboard['sellers'] {
  return [...Map.groupBy(rows, ({ seller }) => seller)]
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

/** The first day of the part that a day is in. */
function firstOf(unit: Unit, day: BusinessDay): BusinessDay {
  if (unit === 'day') return day;
  return unit === 'month' ? firstOfMonth(day) : (`${day.slice(0, 4)}-01-01` as BusinessDay);
}

/** The first day of the next one. */
function nextFirst(unit: Unit, day: BusinessDay): BusinessDay {
  if (unit === 'day') return addDays(day, 1);
  return addMonths(firstOf(unit, day), unit === 'month' ? 1 : 12);
}
