import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { centsOfSum, formatReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../navigation/paths.ts';
import { LazyBars } from '../charts/lazy-bars.tsx';
import { type Comparison, comparisonsOf } from '../period/comparisons.ts';
import { Change } from './change.tsx';
import { NothingSold, soldNothing } from './nothing-sold.tsx';
import { SalesLink, salesSearch } from './sales-link.tsx';
import { Section } from './section.tsx';
import table from './table.module.css';

/** More bars are too thin to read; the table has them all. */
const MOST_BARS = 8;
const heightOf = (bars: readonly unknown[]) => 70 + 54 * Math.min(bars.length, MOST_BARS);

type Compared = { net: number; before: number; year_ago: number };
type Row = Compared & { key: string | number; name: string; link: ReactNode; count: number };

const barsOf = (rows: readonly (Compared & { name: string })[], compared: readonly Comparison[]) =>
  rows.slice(0, MOST_BARS).map(({ name, net, before, year_ago }) => ({
    name,
    now: net,
    ...(compared.some(({ key }) => key === 'before') && { before }),
    ...(compared.some(({ key }) => key === 'year_ago') && { yearAgo: year_ago }),
  }));

export function BySeller({ dashboard }: { dashboard: Dashboard }) {
  const { sellers, period } = dashboard;
  const { shown } = comparisonsOf(dashboard);
  const navigate = useNavigate();
  const open = (place: number) => {
    const search = sellers[place]?.name;
    if (search) void navigate({ to: paths.sales, search: { ...salesSearch(period), search } });
  };
  return (
    <Section
      title="Por vendedor"
      chart={
        soldNothing(dashboard) ? (
          <NothingSold dashboard={dashboard} />
        ) : (
          <LazyBars lying bars={barsOf(sellers, shown)} height={heightOf(sellers)} onOpen={open} />
        )
      }
    >
      {(titleId) => (
        <ComparedTable
          titleId={titleId}
          headers={['Vendedor', 'Vendas']}
          compared={shown}
          rows={sellers.map((seller) => ({
            ...seller,
            key: seller.id,
            count: seller.sales,
            link: (
              <SalesLink period={period} search={seller.name}>
                {seller.name}
              </SalesLink>
            ),
          }))}
        />
      )}
    </Section>
  );
}

export function ByMethod({ dashboard }: { dashboard: Dashboard }) {
  const { methods, period } = dashboard;
  const { shown } = comparisonsOf(dashboard);
  return (
    <Section
      title="Por forma de pagamento"
      note={<SalesLink period={period}>Vendas do período</SalesLink>}
      chart={
        soldNothing(dashboard) ? (
          <NothingSold dashboard={dashboard} />
        ) : (
          <LazyBars lying bars={barsOf(methods, shown)} height={heightOf(methods)} />
        )
      }
    >
      {(titleId) => (
        <ComparedTable
          titleId={titleId}
          headers={['Forma', 'Pagamentos']}
          compared={shown}
          rows={methods.map((method) => ({
            ...method,
            key: method.name,
            count: method.payments,
            link: method.name,
          }))}
        />
      )}
    </Section>
  );
}

type TableProps = {
  titleId: string;
  headers: readonly [string, string];
  compared: readonly Comparison[];
  rows: readonly Row[];
};

function ComparedTable({ titleId, headers: [name, count], compared, rows }: TableProps) {
  if (rows.length === 0) return null;
  const sum = (of: (row: Row) => number) =>
    formatReais(reaisFromCents(sumCents(rows.map((row) => centsOfSum(of(row))))));
  return (
    <table aria-labelledby={titleId} className={table.table} data-stacked>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{count}</th>
          <th scope="col">Líquido</th>
          {compared.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.link}</th>
            <td>{row.count.toLocaleString('pt-BR')}</td>
            <td>{formatReais(row.net)}</td>
            {compared.map(({ key }) => (
              <td key={key}>
                {formatReais(row[key])}
                <span className={table.quiet}>
                  <Change now={row.net} before={row[key]} />
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{rows.reduce((all, row) => all + row.count, 0).toLocaleString('pt-BR')}</td>
          <td>{sum((row) => row.net)}</td>
          {compared.map(({ key }) => (
            <td key={key}>{sum((row) => row[key])}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
