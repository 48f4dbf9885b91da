import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { ProductMonths, ProductSales } from '@balcao/contract/products/product-sales.ts';
import { firstOfMonth } from '@balcao/domain/dates/business-day.ts';
import { addMonths, lastOfMonth, type Period, yearBefore } from '@balcao/domain/dates/periods.ts';
import { reaisFromCents, sumCents, ZERO } from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inSnapshot } from '../../database/reading-snapshot.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { sumsByPart } from './dashboard.repository.ts';
import {
  monthsOfProduct,
  namedProduct,
  type SalesFilter,
  soldProducts,
} from './product-sales.repository.ts';

const MONTHS = 24;

type Filter = { seller?: string; class?: string };

const filterOf = ({ seller, class: ofClass = '' }: Filter): SalesFilter => ({
  ...(seller && { seller: Number(seller) }),
  ...(tidyText(ofClass) !== '' && { ofClass: tidyText(ofClass) }),
});

type Query = QueryOf<Endpoints['readProductSales']>;

/** Throws invalid_day, and invalid_request for a period that ends before it begins. */
export function readProductSales(db: Db, query: Query): Promise<ProductSales> {
  return inSnapshot(db, (tx) => productSalesIn(tx, query));
}

/** The same in a snapshot of the caller. */
export async function productSalesIn(tx: Tx, query: Query): Promise<ProductSales> {
  const period: Period = {
    from: businessDay(query.startDate, 'querystring/startDate'),
    to: businessDay(query.endDate, 'querystring/endDate'),
  };
  if (period.to < period.from) {
    throw new Refusal('invalid_request', { field: 'querystring/endDate' });
  }
  const before = yearBefore(period);
  const filter = { ...filterOf(query), ...(query.income && { income: query.income }) };
  const rows = await soldProducts(tx, [period, before], filter);
  const sellers = Map.groupBy(await sumsByPart(tx, [period], 'year'), ({ seller }) => seller);
  const net = (place: 0 | 1) => reaisFromCents(sumCents(rows.map((row) => row.net[place] ?? ZERO)));
  const units = (place: 0 | 1) => rows.reduce((sum, row) => sum + (row.units[place] ?? 0), 0);
  return {
    year_ago: { startDate: before.from, endDate: before.to },
    total: {
      ...{ units: units(0), net: net(0) },
      ...{ units_year_ago: units(1), year_ago: net(1) },
    },
    products: rows.map(
      ({ units: [units = 0, units_year_ago = 0], net: [net = ZERO, year_ago = ZERO], ...row }) => ({
        ...row,
        ...{ units, net: reaisFromCents(net) },
        ...{ units_year_ago, year_ago: reaisFromCents(year_ago) },
      }),
    ),
    sellers: [...sellers]
      .map(([id, [newest]]) => ({ id, name: shownSeller(newest?.name ?? null) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR')),
  };
}

/** Throws not_found and invalid_day. */
export async function readProductMonths(
  db: Db,
  id: number,
  query: QueryOf<Endpoints['readProductMonths']>,
): Promise<ProductMonths> {
  const to = lastOfMonth(businessDay(query.endDate, 'querystring/endDate'));
  const first = addMonths(firstOfMonth(to), 1 - MONTHS);
  const product = await namedProduct(db, id);
  if (!product) throw new Refusal('not_found');
  const rows = await monthsOfProduct(db, id, { from: first, to }, filterOf(query));
  const byStart = new Map(rows.map((row) => [row.start, row]));
  return {
    ...product,
    months: Array.from({ length: MONTHS }, (_, place) => {
      const startDate = addMonths(first, place);
      const { units = 0, net = ZERO } = byStart.get(startDate) ?? {};
      return { startDate, endDate: lastOfMonth(startDate), units, net: reaisFromCents(net) };
    }),
  };
}
