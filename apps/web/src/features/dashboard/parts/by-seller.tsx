import type { Dashboard } from '@balcao/contract/dashboard.ts';
import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { formatReais, sumReais } from '@balcao/domain/money.ts';
import type { ReactNode } from 'react';
import { sum, whole } from '../../../ui/counts.ts';
import { FigureLink } from '../../../ui/lists/figure-link.tsx';
import { useIncomeName } from '../../institution/income-names.ts';
import { type Comparison, comparisonsOf } from '../period/comparisons.ts';
import { Change } from './figures.tsx';
import classes from './section.module.css';
import { daysOf, SalesLink, Section, salesOf, soldNothing } from './section.tsx';

/** More bars are too thin to read; the table has them all. */
const MOST_BARS = 8;

type Compared = { name: string; net: number; before: number; year_ago: number };
/** `of`: what adds up to its figures, in the days of each. */
type SellerRow = Compared & { link: ReactNode; count: number; of: EntriesFilter };

const total = (amounts: readonly number[]) => formatReais(sumReais(amounts));
const totalCount = (counts: readonly number[]) => whole(sum(counts));

export function BySeller({ dashboard }: { dashboard: Dashboard }) {
  const { sellers, period } = dashboard;
  const { shown } = comparisonsOf(dashboard);
  return (
    <Section
      dashboard={dashboard}
      title="Por vendedor"
      chart={
        soldNothing(dashboard)
          ? null
          : {
              ...chartOf(sellers, shown),
              opens: (place) => {
                const seller = sellers[place];
                return seller && salesOf(period, { search: seller.name });
              },
            }
      }
      {...tableOf(
        ['Vendedor', 'Vendas'],
        sellers.map((seller) => ({
          ...seller,
          count: seller.sales,
          of: { seller: seller.id },
          link: (
            <SalesLink period={period} filter={{ search: seller.name }}>
              {seller.name}
            </SalesLink>
          ),
        })),
        dashboard,
      )}
    />
  );
}

export function ByMethod({ dashboard }: { dashboard: Dashboard }) {
  const { methods, period } = dashboard;
  const { shown } = comparisonsOf(dashboard);
  return (
    <Section
      dashboard={dashboard}
      title="Por forma de pagamento"
      note={<SalesLink period={period}>Vendas do período</SalesLink>}
      chart={soldNothing(dashboard) ? null : chartOf(methods, shown)}
      {...tableOf(
        ['Forma', 'Pagamentos'],
        methods.map((method) => ({
          ...method,
          count: method.payments,
          link: method.name,
          of: { methodNow: method.name },
        })),
        dashboard,
      )}
    />
  );
}

/** What the products of each institution brought in, those of both apart; only where a product has one. */
export function ByIncome({ dashboard }: { dashboard: Dashboard }) {
  const nameOf = useIncomeName();
  if (dashboard.incomes.length === 0) return null;
  const incomes = dashboard.incomes.map((row) => ({ ...row, name: nameOf(row.income) }));
  return (
    <Section
      dashboard={dashboard}
      title="Por instituição"
      note="Pela receita dos produtos hoje"
      {...tableOf(
        ['Receita de', 'Qtd.'],
        incomes.map((row) => ({
          ...row,
          count: row.units,
          link: row.name,
          of: { income: row.income ?? ('both' as const) },
        })),
        dashboard,
      )}
    />
  );
}

const chartOf = (rows: readonly Compared[], compared: readonly Comparison[]) => ({
  lying: true,
  height: 70 + 54 * Math.min(rows.length, MOST_BARS),
  bars: rows.slice(0, MOST_BARS).map(({ name, net, before, year_ago }) => ({
    name,
    now: net,
    ...(compared.some(({ key }) => key === 'before') && { before }),
    ...(compared.some(({ key }) => key === 'year_ago') && { yearAgo: year_ago }),
  })),
});

const tableOf = (
  names: readonly [string, string],
  rows: readonly SellerRow[],
  dashboard: Dashboard,
  compared = comparisonsOf(dashboard).shown,
) => ({
  stacked: true,
  columns: [...names, 'Líquido', ...compared.map(({ label }) => label)],
  rows: rows.map((row) => [
    row.link,
    whole(row.count),
    <FigureLink key="net" of={{ ...daysOf(dashboard.period), ...row.of }}>
      {formatReais(row.net)}
    </FigureLink>,
    ...compared.map(({ key, sums }) => (
      <>
        <FigureLink of={{ ...daysOf(sums), ...row.of }}>{formatReais(row[key])}</FigureLink>
        <span className={classes.quiet}>
          <Change now={row.net} before={row[key]} />
        </span>
      </>
    )),
  ]),
  foot: [
    [
      'Total',
      totalCount(rows.map(({ count }) => count)),
      total(rows.map(({ net }) => net)),
      ...compared.map(({ key }) => total(rows.map((row) => row[key]))),
    ],
  ],
});

/** Change that was given although the payment was not cash; only where there is any. */
export function ChangeNotCash({ dashboard }: { dashboard: Dashboard }) {
  const { change_not_cash: rows, sellers, period } = dashboard;
  if (rows.length === 0) return null;
  return (
    <Section
      dashboard={dashboard}
      title="Troco que não saiu de dinheiro"
      columns={['Vendedor', 'Vendas', 'Troco']}
      rows={rows.map(({ seller, sales, amount }) => {
        const name = sellers.find(({ id }) => id === seller)?.name ?? '';
        return [
          <SalesLink key={seller} period={period} filter={{ search: name }}>
            {name}
          </SalesLink>,
          whole(sales),
          formatReais(amount),
        ];
      })}
      foot={[
        [
          'Total',
          totalCount(rows.map(({ sales }) => sales)),
          total(rows.map(({ amount }) => amount)),
        ],
      ]}
    />
  );
}
